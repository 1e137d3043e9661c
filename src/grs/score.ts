/** S of one rubric: the weighted share of its criteria that hold. */
import { sum } from '../arithmetic/sum.js';
import type { AssessedCriterion } from '../records/rollout-result.js';

const VALUES = { yes: 1, partial: 0.5, no: 0 } as const;

/** S = Σ weight · {yes 1, partial 0.5, no 0} / Σ weight; null where one of them could not be assessed. */
export function scoreOf(criteria: readonly Pick<AssessedCriterion, 'verdict' | 'weight'>[]): number | null {
  const earned: number[] = [];
  for (const { verdict, weight } of criteria) {
    if (verdict === 'unassessed') return null;
    earned.push(weight * VALUES[verdict]);
  }
  return sum(earned) / sum(criteria.map(({ weight }) => weight));
}
