import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBlank, linesOf } from '../../../sandbox/load/lines.js';

async function* chunksOf(...chunks: Uint8Array[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function read(chunks: AsyncIterable<Buffer>, limit = 100) {
  const lines: { number: number; text: string | null; ended: boolean }[] = [];
  for await (const { number, bytes, ended } of linesOf(chunks, limit))
    lines.push({ number, text: bytes?.toString('latin1') ?? null, ended });
  return lines;
}

test('gives the same lines wherever the chunks are cut', async () => {
  const text = fc.array(fc.constantFrom('a', 'é', '\n', '\r\n', '\u2028'), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(60), { maxLength: 5 }), async (parts, cuts) => {
      const whole = Buffer.from(parts.join(''));
      const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
      const pieces = at.slice(1).map((end, index) => whole.subarray(at[index], end));
      expect(await read(chunksOf(...pieces))).toEqual(await read(chunksOf(whole)));
      const expected = whole.toString('latin1').split('\n');
      if (expected.at(-1) === '') expected.pop();
      expect((await read(chunksOf(whole))).map(({ text }) => text)).toEqual(expected);
    }),
  );
});

test('a line above the limit is passed over, counted, and the next one is whole', async () => {
  expect(await read(chunksOf(Buffer.from('aaa\nbbbb'), Buffer.from('b\nccc')), 4)).toEqual([
    { number: 1, text: 'aaa', ended: true },
    { number: 2, text: null, ended: true },
    { number: 3, text: 'ccc', ended: false },
  ]);
});

test('a line without end is never held', async () => {
  let most = 0;
  async function* endless(): AsyncGenerator<Buffer> {
    for (let round = 0; round < 800; round++) {
      yield Buffer.alloc(1024 ** 2, 'x');
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
  }
  expect(await read(endless(), 1000)).toEqual([{ number: 1, text: null, ended: false }]);
  expect(most).toBeLessThan(400 * 1024 ** 2);
});

test.each([
  ['', true],
  [' \t\r', true],
  ['\uFEFF', true],
  ['\uFEFF {', false],
  ['\0', false],
])('%j is a blank line: %j', (text, expected) => {
  expect(isBlank(Buffer.from(text))).toBe(expected);
});
