import { expect, test } from 'vitest';
import { FORMATS } from '../../../src/events/formats.js';
import { TRAJECTORY_FORMATS } from '../../../src/vocabulary.js';
import { expectedText, FIXTURES, fixtureReport } from '../../support/fixtures.js';

test('every format of the vocabulary has one reader and a fixture', () => {
  const sorted = (names: readonly string[]) => [...names].sort();
  expect(sorted(FORMATS.map(({ name }) => name))).toEqual(sorted(TRAJECTORY_FORMATS));
  const covered = new Set(FIXTURES.map((path) => path.split('/')[0] ?? ''));
  expect(sorted([...covered])).toEqual(sorted(TRAJECTORY_FORMATS));
});

test.each(FIXTURES)('%s is recognised as what it is and read as expected', async (path) => {
  const report = await fixtureReport(path);
  expect(report.split(':', 1)[0]).toBe(path.split('/')[0]);
  expect(report).toBe(expectedText(path));
});
