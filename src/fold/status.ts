/** Names the ending of a group, and what a trainer must leave alone for the reward form to hold. */
import type { Shaped } from '../arithmetic/shape.js';
import type { JudgeFailure } from '../judge/outcome.js';
import type { Result } from '../records/result.js';
import type { FoldFacts } from './facts.js';

type Ending = Pick<Result, 'status' | 'fallback'>;

/** Precedence: masked, then not mixed (or degenerate), then fallback, then graded. */
export function statusOf(facts: FoldFacts, shaped: Shaped, failure: JudgeFailure | null): Ending {
  if (shaped.status === 'no_valid_rollouts') return { status: 'masked', fallback: null };
  if (shaped.status === 'not_mixed') {
    const passed = facts.rollouts.filter(({ valid }) => valid).map((rollout) => rollout.passed);
    const wasMixed = passed.includes(true) && passed.includes(false);
    return { status: wasMixed ? 'degenerate' : 'not_mixed', fallback: null };
  }
  if (failure !== null) return { status: 'fallback', fallback: { ...failure } };
  if (shaped.fallback !== null) {
    const detail = 'a passing candidate has no grade';
    return { status: 'fallback', fallback: { reason: shaped.fallback.reason, stage: 'fold', detail } };
  }
  return { status: 'graded', fallback: null };
}

export const requiresOf = ({ reward_equivalent }: Shaped): Result['requires'] => ({
  centering: reward_equivalent === null ? 'none' : 'mean',
  std_norm: false,
  reward_clip: false,
  reward_scaling: false,
  batch_whiten: false,
  kl_in_reward: false,
});
