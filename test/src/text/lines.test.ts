import { expect, test } from 'vitest';
import { countLines, renderLines } from '../../../src/text/lines.js';

const lines = (text: string, from = 1, to = 99, max = 1000) => renderLines(Buffer.from(text), from, to, max);

test.each([
  ['', 0, []],
  ['\n', 1, ['']],
  ['a', 1, ['a']],
  ['a\n', 1, ['a']],
  ['a\nb', 2, ['a', 'b']],
  ['a\r\n\r\nb\r', 3, ['a', '', 'b']],
  ['a\rb\nc', 2, ['a⟦U+000D⟧b', 'c']],
  ['a\u2028b', 1, ['a⟦U+2028⟧b']],
])('%j has %d lines', (text, count, shown) => {
  expect(countLines(Buffer.from(text))).toBe(count);
  expect(lines(text)).toEqual(shown);
});

test('a range is inclusive and ends with the text', () => {
  expect(lines('a\nb\nc\nd', 2, 3)).toEqual(['b', 'c']);
  expect(lines('a\nb', 2, 9)).toEqual(['b']);
  expect(lines('a\nb', 3, 9)).toEqual([]);
});

test('lines above the limit are cut between characters', () => {
  expect(lines('aaaa\nbééb\ncccc', 1, 9, 9)).toEqual(['aaaa', 'bé']);
});
