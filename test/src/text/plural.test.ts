import { expect, test } from 'vitest';
import { plural } from '../../../src/text/plural.js';

test.each([
  [0, '0 groups'],
  [1, '1 group'],
  [2, '2 groups'],
])('%i with its noun is %j', (count, text) => {
  expect(plural(count, 'group')).toBe(text);
});

test('a noun that takes more than an s names its plural', () => {
  expect([1, 3].map((count) => plural(count, 'criterion', 'criteria'))).toEqual([
    '1 criterion',
    '3 criteria',
  ]);
});
