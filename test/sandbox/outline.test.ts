import { expect, test } from 'vitest';
import { memoryBytes } from '../../sandbox/bytes.js';
import { outlineOf } from '../../sandbox/outline.js';

test('a large document is read without its history, which is only named', async () => {
  const messages = Array.from({ length: 9000 }, (_, i) => ({
    role: 'user',
    content: `${i} {"info": \\" ${'x'.repeat(1000)}`,
  }));
  const text = JSON.stringify({
    trajectory_format: 'x',
    messages,
    info: { exit_status: 'Submitted', submission: 'd' },
  });
  const outline = await outlineOf(memoryBytes(Buffer.from(text), 'x'));
  expect(outline).toStrictEqual({
    trajectory_format: 'x',
    messages: undefined,
    info: { exit_status: 'Submitted', submission: 'd' },
  });
});

test.each([
  ['[{"a":1}]', null],
  ['{"a":1}\n{"a":2}\n', null],
  ['{"a":1,"b":[2,{"c":"}"}],"d"', { a: 1, b: [2, { c: '}' }] }],
  ['', null],
  ['{}', {}],
])('the outline of %j is %j', async (text, expected) => {
  expect(await outlineOf(memoryBytes(Buffer.from(text), 'x'))).toEqual(expected);
});

test('a member that is cut off is named, without the value that it may have had', async () => {
  const outline = await outlineOf(memoryBytes(Buffer.from('{"a":1,"b":12'), 'x'));
  expect(outline).toStrictEqual({ a: 1, b: undefined });
});
