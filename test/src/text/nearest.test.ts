import { expect, test } from 'vitest';
import { nearest } from '../../../src/text/nearest.js';

test.each([
  ['modle', ['mode', 'model', 'turns'], 'mode'],
  ['rewrad', ['reward', 'rollouts'], 'reward'],
  ['PASSED', ['passed'], 'passed'],
  ['valid', ['id', 'validity'], 'validity'],
  ['testlog', ['test_log', 'tests'], 'test_log'],
  ['colour', ['id', 'passed'], null],
  ['x', ['id'], null],
  ['a'.repeat(65), ['a'], null],
])('%s: among %j the nearest is %j', (word, known, expected) => {
  expect(nearest(word, known)).toBe(expected);
});
