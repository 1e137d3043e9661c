/** The length station: among the passes of one task, being much longer than the others costs part of the reward. */
import type { LengthPenalty } from '../records/shape-config.js';
import type { ShapeWarning } from '../vocabulary.js';
import { type Member, rewardsOf } from './member.js';

export interface LengthStation {
  /** The percentile of the passing lengths; null where the station did not act. */
  readonly reference: number | null;
  readonly members: readonly Member[];
  readonly warnings: readonly ShapeWarning[];
}

/**
 * Acts where passes / valid > min_pass_rate, so hard tasks are free to be long. A pass of length l loses
 * max_deduction · clip((l / reference − 1 − tolerance) / (saturation − tolerance), 0, 1) ^ exponent; nothing is clipped at 0.
 */
export function penalizeLength(members: readonly Member[], penalty: LengthPenalty): LengthStation {
  const passing = members.filter(({ passes }) => passes);
  if (!(passing.length / members.length > penalty.min_pass_rate))
    return { reference: null, members, warnings: [] };
  const lengths = passing.flatMap(({ rollout }) => rollout.length ?? []);
  if (lengths.length < passing.length) return { reference: null, members, warnings: ['length_missing'] };
  const reference = percentile(lengths, penalty.percentile);
  const after = members.map((member) => {
    const { length } = member.rollout;
    if (!member.passes || length === null) return member;
    return { ...member, reward: member.reward - deduction(length / reference, penalty) };
  });
  return { reference, members: after, warnings: passBelowFailure(after) ? ['pass_below_failure'] : [] };
}

function deduction(ratio: number, penalty: LengthPenalty): number {
  const ramp = (ratio - 1 - penalty.tolerance) / (penalty.saturation - penalty.tolerance);
  return penalty.max_deduction * Math.min(Math.max(ramp, 0), 1) ** penalty.exponent;
}

/** Linear interpolation between the two neighbours of position (n − 1) · percent / 100. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

function passBelowFailure(members: readonly Member[]): boolean {
  const passes = rewardsOf(members.filter((member) => member.passes));
  const failures = rewardsOf(members.filter((member) => !member.passes));
  return Math.min(...passes) < Math.max(...failures);
}
