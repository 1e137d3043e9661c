import { expect, test } from 'vitest';
import { type ByteSource, memoryBytes } from '../../sandbox/bytes.js';
import { sliceBytes } from '../../sandbox/slice.js';

const whole: ByteSource = {
  ...memoryBytes(Buffer.from('0123456789'), 'whole'),
  async *chunks(from = 0) {
    for (let at = from; at < 10; at += 3) yield await whole.read(at, 3);
  },
};

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

test.each([
  [0, 10, '0123456789'],
  [2, 5, '23456'],
  [4, 1, '4'],
  [8, 99, '89'],
  [10, 1, ''],
  [12, 1, ''],
])('a part from %d on, %d long, is %s', async (start, length, expected) => {
  const part = sliceBytes(whole, start, length, 'part');
  expect([part.name, part.size]).toEqual(['part', expected.length]);
  expect(await textOf(part.chunks())).toBe(expected);
  expect(await textOf(part.chunks(1))).toBe(expected.slice(1));
  expect(String(await part.read(0, 99))).toBe(expected);
  expect(String(await part.read(1, 2))).toBe(expected.slice(1, 3));
});
