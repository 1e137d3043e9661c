/** What a run tells: counts, shares and quantiles over its results, taken one by one in constant memory. */
import { type BatchRecord, isFailure } from '../records/batch.js';
import type { Result } from '../records/result.js';
import { TIERS, type Tier } from '../vocabulary.js';
import { isReduced, type PolicyFallbacks, policyFallbacks } from './policies.js';
import { type Quantiles, quantiles } from './quantiles.js';

const SUMMARY_SCHEMA = 'gagar.summary/1';

/** Shares are of what their neighbour counts; null where there was nothing to count. Seconds, USD. */
export interface Summary {
  readonly schema: typeof SUMMARY_SCHEMA;
  readonly groups: number;
  /** Lines and groups that could not be used. */
  readonly groups_failed: number;
  /** Mixed before anybody judged: graded, fallback or degenerate. */
  readonly groups_eligible: number;
  readonly groups_graded: number;
  readonly groups_fallback: number;
  readonly fallback_reasons: Readonly<Record<string, number>>;
  /** Graded again with a candidate reduced to its diff, because its content kept the judge from answering. */
  readonly groups_reduced: number;
  /** The same by policy version; empty where the trainer names none. */
  readonly policies: readonly PolicyFallbacks[];
  readonly groups_not_mixed: number;
  readonly groups_masked: number;
  readonly groups_degenerate: number;
  readonly degenerate_rate: number | null;
  readonly deadline_miss_rate: number | null;
  readonly groups_with_signal: number;
  readonly investigations_cut_short: number;
  readonly confirmed_hacks: number;
  readonly confirmed_hack_kinds: Readonly<Record<string, number>>;
  readonly suspected_hacks: number;
  readonly tier_counts: Readonly<Record<Tier, number>>;
  readonly tier_share_T1: number | null;
  readonly tier_share_T2: number | null;
  readonly tier_share_T3: number | null;
  /** Of the groups with a λ: before the cap, and as applied. */
  readonly lambda_mean: number | null;
  readonly lambda_p50: number | null;
  readonly lambda_p95: number | null;
  readonly lambda_max_seen: number | null;
  readonly lambda_applied_mean: number | null;
  readonly lambda_capped_rate: number | null;
  /** Positive mass after over before, of the groups with a λ. */
  readonly pos_mass_ratio: number | null;
  readonly failure_shift_mean: number | null;
  readonly failure_shift_max: number | null;
  /** From queued to result. */
  readonly latency_p50: number | null;
  readonly latency_p95: number | null;
  /** Without the time in the queue. */
  readonly grading_p50: number | null;
  readonly grading_p95: number | null;
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_tokens: number;
  readonly output_tokens: number;
  readonly requests: number;
  readonly tool_calls: number;
  readonly checks: number;
  /** Of the groups whose price is known; null where none is. */
  readonly cost_usd: number | null;
  readonly cost_unknown_groups: number;
}

export interface Summarizer {
  add(record: BatchRecord): void;
  summary(): Summary;
}

const USED = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'output_tokens',
  'requests',
  'tool_calls',
  'checks',
] as const;

type Counts = Record<string, number>;
const count = (counts: Counts, name: string, by = 1): void => {
  counts[name] = (counts[name] ?? 0) + by;
};
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Ids and words come from results that were validated or made here; names below are closed lists. */
export function summarizer(): Summarizer {
  const n: Counts = {};
  const reasons: Counts = {};
  const kinds: Counts = {};
  const policies = policyFallbacks();
  const lambda = quantiles();
  const latency = quantiles();
  const grading = quantiles();
  let shiftMost = 0;
  let lambdaMost = 0;

  const addRedistribution = ({ lambda: exact, lambda_applied, capped, mass }: Result): void => {
    if (exact === null || lambda_applied === null) return;
    lambda.add(exact);
    lambdaMost = Math.max(lambdaMost, exact);
    count(n, 'lambda');
    count(n, 'lambda_sum', exact);
    count(n, 'applied_sum', lambda_applied);
    count(n, 'capped', capped ? 1 : 0);
    count(n, 'before', mass.positive_before);
    count(n, 'after', mass.positive_after);
    count(n, 'shift', mass.failure_shift);
    if (Math.abs(mass.failure_shift) > Math.abs(shiftMost)) shiftMost = mass.failure_shift;
  };

  const addRollouts = ({ rollouts }: Result): void => {
    for (const { tier, integrity } of rollouts) {
      if (tier !== null) count(n, tier);
      if (integrity.verdict !== 'clean') count(n, integrity.verdict);
      if (integrity.verdict === 'confirmed') for (const kind of integrity.kinds) count(kinds, kind);
    }
  };

  const addUsage = ({ usage }: Result): void => {
    for (const name of USED) count(n, name, usage[name]);
    if (usage.cost_usd !== null) {
      count(n, 'priced');
      count(n, 'cost', usage.cost_usd);
    } else if (usage.requests > 0) count(n, 'unpriced');
  };

  const addResult = (result: Result): void => {
    count(n, result.status);
    if (result.fallback !== null) count(reasons, result.fallback.reason);
    if (isReduced(result)) count(n, 'reduced');
    policies.add(result);
    if (result.has_signal) count(n, 'signal');
    if (result.investigation.status === 'incomplete') count(n, 'cut_short');
    const { queued_s, total_s } = result.timing;
    latency.add(total_s);
    grading.add(Math.max(0, total_s - queued_s));
    addRollouts(result);
    addRedistribution(result);
    addUsage(result);
  };

  return {
    add: (record) => {
      count(n, 'groups');
      if (isFailure(record)) count(n, 'failed');
      else addResult(record);
    },
    summary: () =>
      summaryOf({
        n,
        reasons,
        policies: policies.all(),
        kinds,
        lambda,
        latency,
        grading,
        shiftMost,
        lambdaMost,
      }),
  };
}

interface Collected {
  readonly n: Counts;
  readonly reasons: Counts;
  readonly policies: readonly PolicyFallbacks[];
  readonly kinds: Counts;
  readonly lambda: Quantiles;
  readonly latency: Quantiles;
  readonly grading: Quantiles;
  readonly shiftMost: number;
  readonly lambdaMost: number;
}

function summaryOf({
  n,
  reasons,
  policies,
  kinds,
  lambda,
  latency,
  grading,
  shiftMost,
  lambdaMost,
}: Collected): Summary {
  const of = (name: string): number => n[name] ?? 0;
  const eligible = of('graded') + of('fallback') + of('degenerate');
  const moved = of('lambda');
  const tiered = TIERS.reduce((total, tier) => total + of(tier), 0);
  return {
    schema: SUMMARY_SCHEMA,
    groups: of('groups'),
    groups_failed: of('failed'),
    groups_eligible: eligible,
    groups_graded: of('graded'),
    groups_fallback: of('fallback'),
    fallback_reasons: sorted(reasons),
    groups_reduced: of('reduced'),
    policies,
    groups_not_mixed: of('not_mixed'),
    groups_masked: of('masked'),
    groups_degenerate: of('degenerate'),
    degenerate_rate: share(of('degenerate'), eligible),
    deadline_miss_rate: share(reasons['deadline'] ?? 0, eligible),
    groups_with_signal: of('signal'),
    investigations_cut_short: of('cut_short'),
    confirmed_hacks: of('confirmed'),
    confirmed_hack_kinds: sorted(kinds),
    suspected_hacks: of('suspected'),
    tier_counts: { T1: of('T1'), T2: of('T2'), T3: of('T3') },
    tier_share_T1: share(of('T1'), tiered),
    tier_share_T2: share(of('T2'), tiered),
    tier_share_T3: share(of('T3'), tiered),
    lambda_mean: share(of('lambda_sum'), moved),
    lambda_p50: lambda.at(0.5),
    lambda_p95: lambda.at(0.95),
    lambda_max_seen: moved === 0 ? null : lambdaMost,
    lambda_applied_mean: share(of('applied_sum'), moved),
    lambda_capped_rate: share(of('capped'), moved),
    pos_mass_ratio: share(of('after'), of('before')),
    failure_shift_mean: share(of('shift'), moved),
    failure_shift_max: moved === 0 ? null : shiftMost,
    latency_p50: latency.at(0.5),
    latency_p95: latency.at(0.95),
    grading_p50: grading.at(0.5),
    grading_p95: grading.at(0.95),
    input_tokens: of('input_tokens'),
    cached_input_tokens: of('cached_input_tokens'),
    cache_write_tokens: of('cache_write_tokens'),
    output_tokens: of('output_tokens'),
    requests: of('requests'),
    tool_calls: of('tool_calls'),
    checks: of('checks'),
    cost_usd: of('priced') === 0 ? null : of('cost'),
    cost_unknown_groups: of('unpriced'),
  };
}

const sorted = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
