/** The advantage step: decides which of the modes a group is in, and runs it. */
import type { ShapeConfig } from '../records/shape-config.js';
import type { FallbackReason, Route, ShapeStatus, ShapeWarning } from '../vocabulary.js';
import type { Member } from './member.js';
import { type Centred, downweight, redistribute, scaleRewards } from './redistribute.js';

export interface AdvantageStep {
  readonly status: Exclude<ShapeStatus, 'no_valid_rollouts'>;
  readonly lambda: number | null;
  readonly lambda_applied: number | null;
  readonly capped: boolean;
  /** One per member, in their order. */
  readonly advantages: readonly number[];
  readonly fallback: { readonly reason: FallbackReason } | null;
  readonly warnings: readonly ShapeWarning[];
}

/** A group is mixed where some count as passes and some do not. */
const isMixed = (passes: readonly boolean[]): boolean => passes.includes(true) && passes.includes(false);

/** The first status that holds, with its numbers; whatever is not redistributed keeps the outcome advantages. */
export function advantageStep(
  members: readonly Member[],
  outcome: Centred,
  route: Route,
  { mode, lambda_max }: Pick<ShapeConfig, 'mode' | 'lambda_max'>,
): AdvantageStep {
  const unmoved = {
    lambda: null,
    lambda_applied: null,
    capped: false,
    advantages: outcome.advantages,
    fallback: null,
    warnings: [],
  };
  if (route === 'gar' && !isMixed(members.map(({ passes }) => passes)))
    return { ...unmoved, status: 'not_mixed' };
  if (route !== 'gar' || mode === 'outcome') return { ...unmoved, status: 'outcome' };
  if (members.some(({ passes, rollout }) => passes && rollout.factor === null))
    return {
      ...unmoved,
      status: 'outcome',
      fallback: { reason: 'incomplete_verdict' },
      warnings: ['factor_missing'],
    };
  switch (mode) {
    case 'downweight_only':
      return { ...unmoved, status: mode, advantages: downweight(members, outcome.advantages) };
    case 'reward_scaled':
      return { ...unmoved, status: mode, advantages: scaleRewards(members) };
    case 'redistribute':
      return {
        ...unmoved,
        status: 'redistributed',
        ...redistribute(members, outcome.advantages, lambda_max),
      };
  }
}
