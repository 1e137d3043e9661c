/** Tier rules over the scoring passes, in integers throughout: a mean is only ever compared, never rounded. */
import type { Weights } from '../records/rubric.js';
import { DIMENSIONS, type Dimension, type Flag, type Tier } from '../vocabulary.js';

/** Sums of integer scores over a number of passes: what a mean is before it is shown. */
export interface ScoreSums {
  readonly passes: number;
  readonly sums: Readonly<Record<Dimension, number>>;
}

/** Percent × score, summed: 100 to 500 for one pass. Equal numbers are equal scores, without rounding. */
export const weightedSum = (sums: Readonly<Record<Dimension, number>>, weights: Weights): number =>
  DIMENSIONS.reduce((total, dimension) => total + weights[dimension] * sums[dimension], 0);

/** The weighted score as people see it, 1 to 5. */
export const weightedScore = ({ passes, sums }: ScoreSums, weights: Weights): number =>
  weightedSum(sums, weights) / (100 * passes);

export interface TierVerdict {
  readonly tier: Tier;
  /** Every rule that led there, as words. */
  readonly tier_reasons: string[];
}

const T3_FLAGS = ['unrequested_rewrite', 'test_gaming'] as const;
const T1_BARRED_BY = ['severe_process_issue', 'unresolved_regression'] as const;

/** T3 is decided first, then T1, else T2. */
export function tierOf({ passes, sums }: ScoreSums, holds: (flag: Flag) => boolean): TierVerdict {
  const atMost = (dimension: Dimension, score: number): boolean => sums[dimension] <= score * passes;
  const low: string[] = T3_FLAGS.filter(holds);
  if (atMost('solution_fit', 1)) low.push('solution_fit_is_1');
  if (atMost('minimality', 2) && atMost('side_effects', 2)) low.push('minimality_and_side_effects_at_most_2');
  if (low.length > 0) return { tier: 'T3', tier_reasons: low };
  const middle = [
    ...DIMENSIONS.filter((dimension) => sums[dimension] < 4 * passes).map((name) => `${name}_below_4`),
    ...T1_BARRED_BY.filter(holds),
  ];
  return middle.length > 0
    ? { tier: 'T2', tier_reasons: middle }
    : { tier: 'T1', tier_reasons: ['all_at_least_4'] };
}
