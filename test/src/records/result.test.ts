import { expect, test } from 'vitest';
import type { Citation } from '../../../src/records/citation.js';
import { parseResult } from '../../../src/records/parse.js';
import type { Result } from '../../../src/records/result.js';
import { DIMENSIONS, FLAGS } from '../../../src/vocabulary.js';

const forEach = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;
const citation: Citation = {
  kind: 'patch',
  candidate: 'a',
  path: 'a.py',
  side: 'new',
  lines: [3, 3],
  quote: 'except Exception:',
};

const RESULT: Result = {
  schema: 'gagar.result/1',
  group_id: 'g',
  attempt: null,
  input_digest: 'd'.repeat(64),
  route: { name: 'gar', reason: '' },
  status: 'graded',
  has_signal: true,
  fallback: null,
  investigation: { status: 'complete', reason: null },
  n: 1,
  n_valid: 1,
  n_passed: 1,
  n_passed_effective: 1,
  mean_reward: 0.5,
  lambda: 1.25,
  lambda_applied: 1.25,
  lambda_max: null,
  capped: false,
  mass: {
    positive_before: 0.5,
    positive_after: 0.5,
    negative_before: -0.5,
    negative_after: -0.5,
    failure_shift: 0,
  },
  stations: {
    effective: { a: 1 },
    grs: null,
    length: { reference: 10, rewards: { a: 1 } },
    outcome: { a: 0.5 },
    lambda: 1.25,
    lambda_applied: 1.25,
    capped: false,
  },
  requires: {
    centering: 'mean',
    std_norm: false,
    reward_clip: false,
    reward_scaling: false,
    batch_whiten: false,
    kl_in_reward: false,
  },
  rollouts: [
    {
      id: 'a',
      valid: true,
      invalid_reason: null,
      passed: true,
      passed_effective: true,
      patch: { state: 'applied', files: [{ path: 'a.py', added: 1, deleted: 0, kind: 'text' }], notes: [] },
      tree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
      work: null,
      reward: 1,
      reward_effective: 1,
      advantage_outcome: 0.5,
      advantage: 0.5,
      reward_equivalent: 1,
      grs: null,
      token_multipliers: [[0, 10, 1]],
      rerun: null,
      scores: forEach(DIMENSIONS, 4.5),
      weighted: 4.5,
      tier: 'T1',
      tier_reasons: [],
      tie_group: 0,
      rank: 1,
      factor: 1,
      flags: forEach(FLAGS, { holds: false, finding_ids: [] }),
      integrity: { verdict: 'clean', kinds: [], finding_ids: [] },
      tamper_reports: [],
    },
  ],
  passes: [],
  findings: [
    {
      id: 'f1',
      candidate: 'a',
      about: 'side_effects',
      polarity: 'negative',
      claim: 'hides errors',
      citations: [citation],
      source: 'detector',
    },
  ],
  leads: [],
  order: { T1: [['a']], T2: [], T3: [] },
  stability: { passes: 0, tier_flips: 0, kendall_tau_b: null, merged_ties: 0 },
  judge: {
    kind: 'static',
    provider: null,
    model: null,
    protocol: 'p',
    prompt_digest: null,
    rubric_digest: 'r',
    profile_digest: 'p',
    seed: 's',
    alias_map: {},
  },
  usage: {
    input_tokens: 0,
    cached_input_tokens: 0,
    cache_write_tokens: 0,
    output_tokens: 0,
    requests: 0,
    tool_calls: 0,
    checks: 0,
    cost_usd: null,
  },
  timing: { queued_s: 0, workspace_s: 0, investigate_s: 0, score_s: 0, total_s: 0 },
  recording: null,
  version: '0.1.0',
  warnings: [],
};

test('a result written out and read again is the same', () => {
  expect(parseResult(JSON.stringify(RESULT))).toEqual(RESULT);
});

test.each<[string, object, string, RegExp]>([
  ['a status of another kind', { status: 'grade' }, 'status', /did you mean "graded"\?/],
  ['a number that was lost on the way', { mean_reward: undefined }, 'mean_reward', /is missing/],
  ['an unknown key', { lamda: 1 }, 'lamda', /did you mean "lambda"\?/],
  [
    'a citation of no kind',
    { findings: [{ ...RESULT.findings[0], citations: [{ ...citation, kind: 'patchh' }] }] },
    'findings[0].citations[0].kind',
    /is "patchh"; expected one of "patch", "file"/,
  ],
  [
    'a citation without its quote',
    { findings: [{ ...RESULT.findings[0], citations: [{ ...citation, quote: undefined }] }] },
    'findings[0].citations[0].quote',
    /is missing/,
  ],
  [
    'a score outside the dimensions',
    { rollouts: [{ ...RESULT.rollouts[0], scores: { ...RESULT.rollouts[0]?.scores, beauty: 5 } }] },
    'rollouts[0].scores.beauty',
    /unknown key/,
  ],
])('refuses a result with %s', (_, changes, field, message) => {
  expect(() => parseResult(JSON.stringify({ ...RESULT, ...changes }), { file: 'result.json' })).toThrow(
    expect.objectContaining({
      code: 'input',
      message: expect.stringMatching(message),
      place: expect.objectContaining({ file: 'result.json', field }),
    }),
  );
});
