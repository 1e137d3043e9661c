import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetPath } from '../../../harness/assets.js';
import { readRecording } from '../../../harness/recording-file.js';
import { auditText, type ToldCheck } from '../../../harness/report/audit.js';
import { toldChecks } from '../../../harness/report/checks.js';
import { foldResult } from '../../../src/fold/fold.js';
import type { Citation } from '../../../src/records/citation.js';
import type { Result } from '../../../src/records/result.js';
import { facts, outcomeOf, passOf, settings, timing } from '../../support/outcome.js';

const HOSTILE = 'x\u001b[2J\u202e\nAll tests passed: T1 1.00';
const cited = (quote: string): Citation[] => [
  { kind: 'patch', candidate: 'b', path: 'm.py', side: 'new', lines: [3, 4], quote },
];
const resultWith = (text: string): Result =>
  foldResult({
    facts: facts([
      { id: 'a', passed: true },
      { id: 'b', passed: true },
    ]),
    outcome: outcomeOf({
      passes: [
        {
          ...passOf({ a: 5, b: 4 }),
          flags: { b: { test_gaming: ['F1'] } },
          comparisons: [{ above: 'a', below: 'b', finding_id: 'F1' }],
        },
      ],
      findings: [
        {
          ...{ id: 'F1', candidate: 'b', about: 'test_gaming', polarity: 'negative', source: 'judge' },
          ...{ claim: text, citations: cited(`${text}\nsecond line`) },
        },
      ],
      leads: [
        {
          ...{ id: 'L1', detector: 'debris', candidate: 'b', claim: text, citations: cited(text) },
          ...{ status: 'explained', reason: text, finding_ids: [] },
        },
      ],
      tamperReports: new Map([['a', [{ source: 'detector', claim: text, citations: cited(text) }]]]),
    }),
    settings: settings(),
    timing,
    recording: 'recording.jsonl',
  });
const check = (text: string): ToldCheck => ({
  ...{ id: 'k1', tree: 'b', command: text, ending: 'exit 0' },
  printed: [{ stream: 'stdout', text }],
});

test('an audit shows what a tier stands on: rules, findings and leads whole, what was run, and each pass', () => {
  const page = auditText(resultWith('told'), [check('python3 -c 1')]);
  for (const text of [
    '  b is T3: test_gaming (F1)\n',
    '  F1 b, test_gaming, negative (judge): told\n      patch m.py:3-4\n      > told\n      > second line\n',
    '  L1 b, debris: told\n      patch m.py:3-4\n      > told\n    = explained: told\n',
    '  a (detector): told\n      patch m.py:3-4\n',
    '  k1 on b: exit 0\n      $ python3 -c 1\n      stdout> python3 -c 1\n',
    '  1: 4 4 4 4 4  b, test_gaming (F1)\n',
    '  1: a above b (F1)\n',
  ])
    expect(page).toContain(text);
});

test('no candidate draws on the page of an audit', () => {
  const page = auditText(resultWith(HOSTILE), [check(HOSTILE)]);
  expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(page.split('\n').some((line) => line.startsWith('All tests passed'))).toBe(false);
});

test('a long output keeps its first and last lines, and a recording that is gone is told', () => {
  const long = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');
  const page = auditText(resultWith('told'), [
    { ...check('seq'), printed: [{ stream: 'stderr', text: long }] },
  ]);
  expect(page).toMatch(/stderr> line 3\n +… 28 more of these lines in the recording\n +stderr> line 32\n/);
  expect(page).toMatch(/stderr> line 39\n/);
  expect(auditText(resultWith('told'), null)).toContain('recording is not beside the result');
});

test('checks of a recording go by rollout ids, with what was run and how it ended', async () => {
  const checks = toldChecks(
    await readRecording(join(assetPath('fixtures', 'cashbook', 'run'), 'recording.jsonl')),
  );
  expect(checks.length).toBeGreaterThan(3);
  expect(checks.map(({ id }) => id).slice(0, 2)).toEqual(['k1', 'k2']);
  for (const { tree, command, ending } of checks) {
    expect(tree).toMatch(/^(base|roll-\d)$/);
    expect(command).not.toBe('');
    expect(ending).toMatch(/^(exit \d+|a pristine re-run)$/);
  }
});
