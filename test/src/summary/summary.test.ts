import { expect, test } from 'vitest';
import { summaryText } from '../../../harness/report/summary.js';
import { foldResult } from '../../../src/fold/fold.js';
import { NO_USAGE } from '../../../src/judge/outcome.js';
import type { BatchRecord } from '../../../src/records/batch.js';
import type { Result } from '../../../src/records/result.js';
import { quantiles } from '../../../src/summary/quantiles.js';
import { summarizer } from '../../../src/summary/summary.js';
import { facts, outcomeOf, passOf, settings, timing } from '../../support/outcome.js';

const mixed = [
  { id: 'a', passed: true },
  { id: 'b', passed: true },
  { id: 'c', passed: false },
];
const result = (rollouts = mixed, outcome = outcomeOf(), total_s = 10): Result =>
  foldResult({
    facts: facts(rollouts),
    outcome,
    settings: settings(),
    timing: { ...timing, queued_s: 4, total_s },
    recording: null,
  });
const failed = (reason: 'deadline' | 'internal') => outcomeOf({ failure: { reason, stage: '', detail: '' } });
const priced = { ...NO_USAGE, input_tokens: 100, output_tokens: 7, requests: 2, cost_usd: 0.25 };
const summaryOf = (records: readonly BatchRecord[]) => {
  const { add, summary } = summarizer();
  for (const record of records) add(record);
  return summary();
};

test('every group is counted under its ending, and rates are over the groups that could be graded', () => {
  const failure: BatchRecord = {
    group_id: null,
    attempt: null,
    line: 1,
    stage: 'read',
    error: '',
    source: { file: '', line: 1, digest: '' },
  };
  const summary = summaryOf([
    result(mixed, outcomeOf({ passes: [passOf({ a: 4, b: 3 })], usage: priced })),
    result(mixed, outcomeOf({ passes: [passOf({ a: 1, b: 1 })], usage: { ...priced, cost_usd: null } })),
    result(mixed, failed('deadline')),
    result(mixed, failed('internal')),
    result([{ id: 'a', passed: true }]),
    failure,
  ]);
  expect(summary).toMatchObject({
    groups: 6,
    groups_failed: 1,
    groups_eligible: 4,
    groups_graded: 2,
    groups_fallback: 2,
    fallback_reasons: { deadline: 1, internal: 1 },
    groups_not_mixed: 1,
    deadline_miss_rate: 0.25,
    degenerate_rate: 0,
    tier_counts: { T1: 1, T2: 1, T3: 2 },
    tier_share_T3: 0.5,
    lambda_capped_rate: 0.5,
    input_tokens: 200,
    output_tokens: 14,
    requests: 4,
    cost_usd: 0.25,
    cost_unknown_groups: 1,
  });
  expect(summary.lambda_max_seen).toBeCloseTo(5, 12);
  expect(summary.pos_mass_ratio).toBeLessThan(1);
  expect(summary.failure_shift_max).toBeGreaterThan(0);
  expect(summary.grading_p50).toBeCloseTo(6, 1);
});

test('a confirmed hack is counted once per rollout, with its kinds', () => {
  const integrity = new Map([
    ['a', { verdict: 'confirmed' as const, kinds: ['leaked_history' as const], finding_ids: [] }],
    ['b', { verdict: 'suspected' as const, kinds: ['external_fix' as const], finding_ids: [] }],
  ]);
  const summary = summaryOf([result(mixed, outcomeOf({ integrity, passes: [passOf({ b: 4, a: 4 })] }))]);
  expect(summary).toMatchObject({
    confirmed_hacks: 1,
    confirmed_hack_kinds: { leaked_history: 1 },
    suspected_hacks: 1,
  });
});

test('a run without groups has counts of 0 and no rates', () => {
  const summary = summaryOf([]);
  expect(summary).toMatchObject({
    groups: 0,
    lambda_mean: null,
    latency_p95: null,
    tier_share_T1: null,
    cost_usd: null,
  });
  expect(summaryText(summary)).not.toMatch(/NaN|undefined|null|Infinity/);
});

test('quantiles of 100,000 values are off by less than one percent', () => {
  const seen = quantiles();
  for (let at = 1; at <= 100_000; at++) seen.add(at / 100);
  for (const share of [0.01, 0.5, 0.95, 1])
    expect(Math.abs((seen.at(share) as number) / (share * 1000) - 1)).toBeLessThan(0.01);
  expect(quantiles().at(0.5)).toBeNull();
});
