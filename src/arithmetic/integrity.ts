/** The integrity station: a confirmed violation turns a pass into a failure and lowers its reward, before any mean. */
import type { ShapeRollout } from '../records/shape.js';
import type { ShapeWarning } from '../vocabulary.js';
import type { Member } from './member.js';

/** A pass counts as one only without a confirmed violation. */
export const passedEffective = ({ passed, integrity }: Pick<ShapeRollout, 'passed' | 'integrity'>): boolean =>
  passed && !integrity;

/**
 * Takes the valid rollouts. A violation earns min(own reward, integrity value, lowest reward of a failure without a
 * violation): a cheat never earns more than an honest failure.
 */
export function correctRewards(
  valid: readonly ShapeRollout[],
  integrityValue: number,
): { members: Member[]; warnings: ShapeWarning[] } {
  const honest = valid.filter(({ passed, integrity }) => !passed && !integrity);
  const lowest = Math.min(...honest.map(({ reward }) => reward));
  const due = ({ reward }: ShapeRollout): number => Math.min(reward, integrityValue);
  const lowered = valid.some((rollout) => rollout.integrity && lowest < due(rollout));
  return {
    members: valid.map((rollout) => ({
      rollout,
      passes: passedEffective(rollout),
      reward: rollout.integrity ? Math.min(due(rollout), lowest) : rollout.reward,
    })),
    warnings: lowered ? ['violation_below_integrity_value'] : [],
  };
}
