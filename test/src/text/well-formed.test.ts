import { expect, test } from 'vitest';
import { isWellFormed, wellFormed, wellFormedValue } from '../../../src/text/well-formed.js';

test.each([
  ['a\ud800b', 'a\\ud800b'],
  ['\udc00\ud800', '\\udc00\\ud800'],
  ['\ud800\ud83d\ude00\ude00', '\\ud800\ud83d\ude00\\ude00'],
  ['plain \ud83d\ude00', 'plain \ud83d\ude00'],
])('%j is written as %j', (text, written) => {
  expect(wellFormed(text)).toBe(written);
});

test('names and texts are written out wherever they stand in a value', () => {
  expect(wellFormedValue({ 'a\ud800': ['\udc00', 1, null, { b: true }] })).toEqual({
    'a\\ud800': ['\\udc00', 1, null, { b: true }],
  });
});

test('tells a text with half a pair from one without', () => {
  expect(['', 'plain', 'ü 漢 🚀', '\\ud800'].map(isWellFormed)).toEqual([true, true, true, true]);
  expect(['a\ud800b', '\udc00\ud83d\ude80', '🚀\ud83d'].map(isWellFormed)).toEqual([false, false, false]);
});

test('a value nested too deeply to be recorded is refused', () => {
  const deep = JSON.parse(`${'['.repeat(1e5)}"\ud800"${']'.repeat(1e5)}`);
  expect(() => wellFormedValue({ deep })).toThrow(/nested deeper than 1000 levels/);
});
