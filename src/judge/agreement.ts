/** Whether two scoring passes agree well enough, or a second mirrored pair is worth its price. */

import type { Ledger } from '../arithmetic/ballot.js';
import { consensus } from '../arithmetic/consensus.js';
import type { ScoringPass } from '../records/result.js';
import type { Weights } from '../records/rubric.js';
import { TIERS } from '../vocabulary.js';

/** What one pass says by itself. */
interface Reading {
  readonly best: string;
  readonly first: readonly string[];
  readonly tiers: ReadonlyMap<string, string>;
}

/**
 * Why a second pair is due, or null: a candidate stands in T1 of one pass and in T3 of the other, or each pass puts what is
 * first in the other below its own best tier. A first place that moves inside a tier is left to the mean: in simulation
 * it moves in half of all groups, and a second pair for each of them costs more than it finds. Candidates have distinct trees.
 */
export function disagreement(
  candidates: readonly string[],
  pair: readonly ScoringPass[],
  ledger: Ledger,
  weights: Weights,
): 'tiers' | 'first_place' | null {
  const contenders = candidates.map((id) => ({ id, tree: id }));
  const [one, other] = pair.map((pass) => readingOf(consensus(contenders, [pass], ledger, weights)));
  if (one === undefined || other === undefined) return null;
  const torn = candidates.some((id) => {
    const tiers = [one.tiers.get(id), other.tiers.get(id)];
    return tiers.includes('T1') && tiers.includes('T3');
  });
  if (torn) return 'tiers';
  return deposes(one, other) && deposes(other, one) ? 'first_place' : null;
}

function readingOf(alone: ReturnType<typeof consensus>): Reading {
  // A pass that the consensus refuses never gets this far; it would have nothing to say.
  const { order, standings } = 'problems' in alone ? { order: null, standings: [] } : alone;
  const best = TIERS.find((tier) => order !== null && order[tier].length > 0) ?? 'T3';
  const first = order?.[best][0] ?? [];
  return { best, first, tiers: new Map(standings.map(({ id, tier }) => [id, tier])) };
}

const deposes = ({ best, tiers }: Reading, { first }: Reading): boolean =>
  first.every((id) => tiers.get(id) !== best);
