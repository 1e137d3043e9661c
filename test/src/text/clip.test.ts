import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clip, head, showBytes, utf8Length } from '../../../src/text/clip.js';

test('the UTF-8 length is that of the encoder', () => {
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  });
  fc.assert(fc.property(text, (value) => utf8Length(value) === new TextEncoder().encode(value).length));
  expect(utf8Length('a€😀')).toBe(8);
});

test('a cut says how much is missing and never halves a character', () => {
  expect(clip('abc', 3)).toBe('abc');
  expect(clip('abcdef', 3)).toBe('abc… (+3 characters)');
  expect(head('ab😀', 3)).toBe('ab');
  expect(head('ab😀', 4)).toBe('ab😀');
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [99_949, '99.9 kB'],
  [99_960, '100 kB'],
  [999_949, '1000 kB'],
  [999_950, '1.0 MB'],
  [20_000_092, '20.0 MB'],
  [1_500_000_000, '1.5 GB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(showBytes(bytes)).toBe(shown);
});
