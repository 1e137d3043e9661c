import { expect, test } from 'vitest';
import { foldResult } from '../../../src/fold/fold.js';
import { refold } from '../../../src/fold/refold.js';
import type { Finding, Lead } from '../../../src/records/citation.js';
import { parseStored } from '../../../src/records/stored.js';
import { facts, outcomeOf, passOf, settings, timing } from '../../support/outcome.js';

const SETTINGS = settings();
const FINDING: Finding = {
  id: 'F1',
  candidate: 'a',
  about: 'precision',
  polarity: 'positive',
  claim: 'is precise',
  citations: [],
  source: 'judge',
};
const LEAD: Lead = {
  id: 'L1',
  detector: 'scope',
  candidate: 'b',
  claim: 'is wide',
  citations: [],
  status: 'confirmed',
  reason: '',
  finding_ids: ['F1'],
};
const RESULT = foldResult({
  facts: facts([
    { id: 'a', passed: true },
    { id: 'b', passed: true },
    { id: 'c', passed: false },
  ]),
  outcome: outcomeOf({ passes: [passOf({ a: 5, b: 3 })], findings: [FINDING], leads: [LEAD] }),
  settings: SETTINGS,
  timing,
  recording: null,
});
const [first, ...others] = RESULT.rollouts;
const [pass] = RESULT.passes;

test('what is not read is handed on as it stands, and folded anew what is computed', () => {
  const odd = {
    ...RESULT,
    findings: [{ ...FINDING, polarity: 'neutral' }],
    leads: [{ seen: true }],
    usage: { coins: 3 },
    rollouts: [{ ...first, patch: { torn: true }, factor: 7, scores: null }, ...others],
    lambda: 'much',
  };
  const again = refold(parseStored(JSON.stringify(odd)), SETTINGS);
  expect(again).toEqual({
    ...RESULT,
    findings: odd.findings,
    leads: odd.leads,
    usage: odd.usage,
    rollouts: [{ ...first, patch: { torn: true } }, ...others],
  });
});

test('a result from before the work was compared is folded by its trees', () => {
  const old = { ...RESULT, rollouts: RESULT.rollouts.map(({ work: _, ...row }) => row) };
  expect(JSON.stringify(refold(parseStored(JSON.stringify(old)), SETTINGS))).toBe(JSON.stringify(RESULT));
});

test.each<[string, object, string, RegExp]>([
  [
    'another record',
    { schema: 'gagar.group/1' },
    'schema',
    /is "gagar.group\/1"; expected "gagar.result\/1"/,
  ],
  ['no rollouts', { rollouts: undefined }, 'rollouts', /is missing; expected a list/],
  [
    'a reward as a text',
    { rollouts: [{ ...first, reward: '1' }] },
    'rollouts[0].reward',
    /is "1"; expected a finite number/,
  ],
  [
    'a reward that no product stays finite with',
    { rollouts: [{ ...first, reward: 1e308 }] },
    'rollouts[0].reward',
    /is 1e\+308; expected at most/,
  ],
  [
    'a score beyond the scale',
    { passes: [{ ...pass, scores: { a: { ...pass?.scores['a'], precision: 6 } } }] },
    'passes[0].scores.a.precision',
    /is 6; expected at most 5/,
  ],
  [
    'a finding about nobody',
    { findings: [{ ...FINDING, candidate: undefined }] },
    'findings[0].candidate',
    /is missing/,
  ],
  [
    'a violation of no kind',
    { rollouts: [{ ...first, integrity: { ...first?.integrity, kinds: ['leaked'] } }] },
    'rollouts[0].integrity.kinds[0]',
    /is "leaked"; expected one of/,
  ],
  [
    'files of a patch that are no list',
    { rollouts: [{ ...first, patch: { ...first?.patch, files: {} } }] },
    'rollouts[0].patch.files',
    /is an object; expected a list/,
  ],
  ['leads that are no list', { leads: {} }, 'leads', /is an object; expected a list/],
  ['a usage that is a text', { usage: 'none' }, 'usage', /is "none"; expected an object/],
])('refuses a stored result with %s', (_, changes, field, message) => {
  expect(() => parseStored(JSON.stringify({ ...RESULT, ...changes }), { line: 1 })).toThrow(
    expect.objectContaining({
      code: 'input',
      message: expect.stringMatching(message),
      place: expect.objectContaining({ line: 1, field }),
    }),
  );
});
