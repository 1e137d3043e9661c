import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldResult } from '../../../src/fold/fold.js';
import { refold } from '../../../src/fold/refold.js';
import type { Finding } from '../../../src/records/citation.js';
import type { Profile } from '../../../src/records/profile.js';
import { Result } from '../../../src/records/result.js';
import type { Integrity } from '../../../src/records/rollout-result.js';
import type { ShapeConfig } from '../../../src/records/shape-config.js';
import { facts, outcomeOf, passOf, type RolloutSpec, settings, timing } from '../../support/outcome.js';

const SETTINGS = settings();
const CONFIRMED: Integrity = { verdict: 'confirmed', kinds: ['leaked_history'], finding_ids: ['F1'] };
const TOO_LOW = { reason: 'judge_unavailable', stage: 'score', detail: 'server_error' } as const;

const rollout = (id: string): fc.Arbitrary<RolloutSpec> =>
  fc.record({
    id: fc.constant(id),
    passed: fc.boolean(),
    reward: fc.constantFrom(0, 1, 0.5, -1),
    tree: fc.constantFrom<(string | null)[]>('t1', 't2', id, null),
    validity: fc.constantFrom({ status: 'valid' as const }, { status: 'infra' as const, reason: 'no disk' }),
  });
const IDS = ['a', 'b', 'c', 'd', 'e'];
const stored = fc
  .record({
    rollouts: fc.tuple(...IDS.map(rollout)),
    scores: fc.array(fc.tuple(...IDS.map(() => fc.integer({ min: 1, max: 5 }))), { maxLength: 3 }),
    cheats: fc.subarray(IDS, { maxLength: 2 }),
    integrity_value: fc.constantFrom(0, -1, 0.5),
    lambda_max: fc.constantFrom(1, 1.5, null),
    broken: fc.boolean(),
    inBatch: fc.boolean(),
  })
  .map(({ rollouts, scores, cheats, integrity_value, lambda_max, broken, inBatch }) => {
    const own = { ...SETTINGS, shape: { ...SETTINGS.shape, lambda_max } };
    const passes = broken
      ? []
      : scores.map((row) => passOf(Object.fromEntries(IDS.map((id, at) => [id, row[at]!]))));
    const result = foldResult({
      facts: facts(rollouts, { reward: { integrity_value } }),
      outcome: outcomeOf({
        passes,
        failure: broken ? TOO_LOW : null,
        integrity: new Map(cheats.map((id) => [id, CONFIRMED])),
        warnings: ['second_pair_missing: x'],
      }),
      settings: own,
      timing,
      recording: 'recording.jsonl',
    });
    const source = { file: 'groups.jsonl', line: 3, digest: 'd' };
    return { result: inBatch ? { ...result, source } : result, settings: own };
  });

test('under the settings it was folded with, a result comes back to the byte', () => {
  fc.assert(
    fc.property(stored, ({ result, settings: own }) => {
      const read = Result.parse(JSON.parse(JSON.stringify(result)));
      expect(JSON.stringify(refold(read, own))).toBe(JSON.stringify(result));
    }),
    { numRuns: 200 },
  );
});

const folded = (shape: Partial<ShapeConfig> = {}) =>
  foldResult({
    facts: facts([
      { id: 'a', passed: true },
      { id: 'b', passed: true },
      { id: 'c', passed: false },
    ]),
    outcome: outcomeOf({ passes: [passOf({ a: 5, b: 3 }), passOf({ a: 5, b: 3 })] }),
    settings: { ...SETTINGS, shape: { ...SETTINGS.shape, ...shape } },
    timing,
    recording: null,
  });
const numbers = ({ rollouts }: Result) =>
  rollouts.map(({ tier, factor, advantage }) => [tier, factor, advantage]);

const GENTLE: Profile = {
  name: 'gentle',
  version: 1,
  lambda_max: null,
  T1: { first: 1, other: 1 },
  T2: { from: 0.9, to: 0.8 },
  T3: 0.5,
};
test('another profile gives other factors, and leaves tiers and scores as they are', () => {
  const again = refold(folded(), { ...SETTINGS, profile: { value: GENTLE, digest: 'p' } });
  expect(again.rollouts.map(({ tier, factor }) => [tier, factor])).toEqual([
    ['T1', 1],
    ['T2', 0.9],
    [null, null],
  ]);
  expect(again.judge.profile_digest).toBe('p');
});

test('another cap gives what grading under it would have given', () => {
  const own = { ...SETTINGS, shape: { ...SETTINGS.shape, lambda_max: 1 } };
  expect(numbers(refold(folded(), own))).toEqual(numbers(folded({ lambda_max: 1 })));
  expect(numbers(refold(folded(), own))).not.toEqual(numbers(folded()));
});

test.each<[string, Partial<Result>, RegExp]>([
  [
    'a length penalty',
    { stations: { ...folded().stations, length: { reference: 1, rewards: {} } } },
    /no lengths; grade/,
  ],
  [
    'a segment penalty',
    { rollouts: folded().rollouts.map((row) => ({ ...row, token_multipliers: [[0, 1, 1]] })) },
    /no flagged spans/,
  ],
  ['another route', { route: { name: 'grs', reason: '' } }, /the route is grs/],
])('a result that holds too little is refused: %s', (_, changed, message) => {
  expect(() => refold({ ...folded(), ...changed }, SETTINGS)).toThrow(message);
});

const [one, two, ...rest] = folded().rollouts;
const FINDING: Finding = {
  id: 'F1',
  candidate: 'z',
  about: 'precision',
  polarity: 'negative',
  claim: '',
  citations: [],
  source: 'judge',
};
test.each<[string, Partial<Result>, string, RegExp]>([
  [
    'an id that stands twice',
    { rollouts: [one!, { ...two!, id: 'a' }, ...rest] },
    'rollouts[1].id',
    /is "a", which stands twice/,
  ],
  [
    'a finding about nobody',
    { findings: [FINDING] },
    'findings[0].candidate',
    /is "z", which is no rollout of it/,
  ],
  [
    'scores of nobody',
    { passes: [passOf({ a: 5, b: 3 }), passOf({ a: 5, z: 3 })] },
    'passes[1].scores',
    /is "z", which is no rollout of it/,
  ],
])('a result whose parts do not belong together is refused: %s', (_, changed, field, message) => {
  expect(() => refold({ ...folded(), ...changed }, SETTINGS)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(message),
      place: expect.objectContaining({ field }),
    }),
  );
});
