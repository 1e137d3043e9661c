/** Whether two scoring passes agree well enough, or a second mirrored pair is worth its price. */

import type { Ledger } from '../arithmetic/ballot.js';
import { consensus } from '../arithmetic/consensus.js';
import type { ScoringPass } from '../records/result.js';
import type { Weights } from '../records/rubric.js';
import { TIERS } from '../vocabulary.js';

/** What one pass says by itself. */
interface Reading {
  readonly top: ReadonlySet<string>;
  readonly tiers: ReadonlyMap<string, string>;
}

/**
 * Why a second pair is due, or null: a candidate stands in T1 of one pass and in T3 of another, or no candidate is first
 * in both. Candidates have distinct trees.
 */
export function disagreement(
  candidates: readonly string[],
  passes: readonly ScoringPass[],
  ledger: Ledger,
  weights: Weights,
): string | null {
  const contenders = candidates.map((id) => ({ id, tree: id }));
  const readings = passes.map((pass): Reading => {
    const alone = consensus(contenders, [pass], ledger, weights);
    if ('problems' in alone) return { top: new Set(), tiers: new Map() };
    return {
      top: new Set(TIERS.flatMap((tier) => alone.order[tier])[0]),
      tiers: new Map(alone.standings.map(({ id, tier }) => [id, tier])),
    };
  });
  const torn = candidates.find((id) => {
    const tiers = readings.map((reading) => reading.tiers.get(id));
    return tiers.includes('T1') && tiers.includes('T3');
  });
  if (torn !== undefined) return 'tiers';
  const shared = candidates.some((id) => readings.every(({ top }) => top.has(id)));
  return shared ? null : 'first_place';
}
