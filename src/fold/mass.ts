/** Positive and negative advantage of a group before and after redistribution. */
import { mean, sum } from '../arithmetic/sum.js';
import type { Result } from '../records/result.js';
import type { RolloutResult } from '../records/rollout-result.js';

/** Sums over valid rollouts; `failure_shift` is what redistribution added to each failure's advantage, on average. */
export function massOf(rollouts: readonly RolloutResult[]): Result['mass'] {
  const valid = rollouts.filter((rollout) => rollout.valid);
  const before = valid.map(({ advantage_outcome }) => advantage_outcome ?? 0);
  const after = valid.map(({ advantage }) => advantage ?? 0);
  const shifts = valid
    .map(({ passed_effective }, at) =>
      passed_effective ? null : (after[at] as number) - (before[at] as number),
    )
    .filter((shift) => shift !== null);
  return {
    positive_before: sum(before.map((a) => Math.max(a, 0))),
    positive_after: sum(after.map((a) => Math.max(a, 0))),
    negative_before: sum(before.map((a) => Math.min(a, 0))),
    negative_after: sum(after.map((a) => Math.min(a, 0))),
    failure_shift: shifts.length === 0 ? 0 : mean(shifts),
  };
}
