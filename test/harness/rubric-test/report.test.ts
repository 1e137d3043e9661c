import { expect, test } from 'vitest';
import { junitXml } from '../../../harness/rubric-test/junit.js';
import { type FixtureReport, isBroken, reportTable } from '../../../harness/rubric-test/report.js';

const report = (more: Partial<FixtureReport>): FixtureReport => ({
  name: 'almanac',
  checks: [
    { relation: 'a is above b', outcome: 'holds', why: null },
    { relation: 'c is T3', outcome: 'not_asked', why: null },
  ],
  problem: null,
  moved: null,
  seconds: 1,
  ...more,
});
const BROKEN = report({ checks: [{ relation: 'a is clean', outcome: 'broken', why: 'a is suspected' }] });

test.each<[string, FixtureReport, boolean]>([
  ['what holds or was not asked is no break', report({}), false],
  ['a broken relation is one', BROKEN, true],
  ['a fixture without a verdict is one', report({ problem: 'deadline: too slow' }), true],
])('%s', (_, given, broken) => {
  expect(isBroken(given)).toBe(broken);
  expect(reportTable([given]).includes('BROKEN')).toBe(broken);
  expect(junitXml([given]).includes('<failure')).toBe(broken);
});

test('the table tells what was not asked, what broke and why, what moved, and counts', () => {
  const table = reportTable([report({ moved: ['a tier: T1 -> T2'] }), BROKEN]);
  for (const text of ['not asked  c is T3', 'BROKEN     a is clean', 'a is suspected', 'a tier: T1 -> T2'])
    expect(table).toContain(text);
  expect(table).toMatch(/1 hold, 1 broken, 1 not asked\n$/);
});

test('each problem of a fixture that cannot be used has a line of its own', () => {
  const problem = '2 problems\n  relations[0]: is an object\n  relations[1].above: is missing';
  expect(reportTable([report({ checks: [], problem })])).toBe(
    'almanac\n  BROKEN     2 problems\n               relations[0]: is an object\n               relations[1].above: is missing\n\n0 hold, 0 broken, 0 not asked; 1 fixture without a verdict\n',
  );
});

test.each([
  ['markup', '"/><failure a=\'', '&quot;/&gt;&lt;failure a=&apos;'],
  ['an entity', '&lt;', '&amp;lt;'],
  ['the end of a section', ']]>', ']]&gt;'],
  [
    'characters that XML cannot hold',
    '\u0000\u001b\uD800\uFFFF',
    '\u27E6U+0000\u27E7\u27E6U+001B\u27E7\u27E6U+D800\u27E7\uFFFD',
  ],
  ['a line break', 'a\nb\tc\rd', 'a&#10;b&#9;c\u27E6U+000D\u27E7d'],
])('hostile text stays text in JUnit XML: %s', (_, hostile, written) => {
  const xml = junitXml([
    report({ name: hostile, checks: [{ relation: hostile, outcome: 'broken', why: hostile }] }),
  ]);
  expect(xml.split(written)).toHaveLength(5);
  expect(xml.match(/<failure/g)).toHaveLength(1);
});
