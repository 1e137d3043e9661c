/** What a trainer does with an advantage and its multipliers: one number for each token. */
import type { MultiplierSpan } from '../../src/records/rollout-result.js';

/** Writes advantage · m into `out`, span by span; `out` is as long as the rollout has tokens. */
export function broadcast(
  spans: readonly MultiplierSpan[],
  advantage: number,
  out: Float32Array | Float64Array,
): void {
  for (const [from, to, multiplier] of spans) out.fill(advantage * multiplier, from, to);
}
