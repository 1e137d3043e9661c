import { expect, test } from 'vitest';
import { hiddenTextAt, mixedScriptWords } from '../../../src/text/hidden.js';

test.each([
  ['a bidi override', 'a\u202Eb'],
  ['a zero-width space', 'ad\u200Bmin'],
  ['a zero-width joiner between Latin letters', 'ad\u200Dmin'],
  ['a byte order mark in the middle', 'a\uFEFFb'],
  ['tag characters', 'ok\u{E0069}\u{E0067}'],
  ['a variation selector behind a letter', 'x\uFE01'],
  ['an emoji selector behind a plain digit', '1\uFE0F2'],
  ['an escape code', '\u001b[8mhidden'],
  ['a backspace', 'rm\b\bls'],
  ['a filler', 'a\u3164b'],
])('%s is hidden text', (_, text) => {
  expect(hiddenTextAt(text)).toBeGreaterThanOrEqual(0);
});

test.each([
  ['plain code', 'if (a < b) return "größe";\t\r\n'],
  ['a form feed between sections', 'x\n\fy'],
  ['a byte order mark in front', '\uFEFFusing System;'],
  ['a family of emoji', '👩‍👩‍👧 done'],
  ['a heart and a keycap', '❤️ 1️⃣'],
  ['Persian with its joiner', 'می\u200cخواهم'],
  ['a no-break space', '5\u00A0kB'],
  ['a bracket of ours', '⟦x⟧'],
  ['an icon of a terminal font', '\ue0a0 main'],
])('%s is not', (_, text) => {
  expect(hiddenTextAt(text)).toBe(-1);
});

test.each([
  ['a Cyrillic letter in a Latin word', 'p\u0430ypal = get_us\u0435r()', ['p\u0430ypal', 'get_us\u0435r']],
  ['full-width letters', 'admin\uFF41', ['admin\uFF41']],
  ['a Greek capital that looks Latin', '\u0391dmin', ['\u0391dmin']],
  ['a word of one script', 'привет user', []],
  ['units and formulas', '5 μm, Δx, λ1, µs', []],
  ['accents', 'naïve größe', []],
])('words that mix scripts are named: %s', (_, text, words) => {
  expect(mixedScriptWords(text)).toEqual(words);
});

test('the list of mixed words ends at its limit', () => {
  expect(mixedScriptWords('p\u0430y '.repeat(50), 3)).toHaveLength(3);
});
