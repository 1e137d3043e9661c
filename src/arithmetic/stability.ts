/** How far the scoring passes agree with each other. */
import type { Tier } from '../vocabulary.js';
import { type Ballot, type Contender, isAbove } from './ballot.js';
import { sum } from './sum.js';

export interface Stability {
  readonly passes: number;
  /** Candidates that the passes, each taken alone, do not all put in one tier. */
  readonly tier_flips: number;
  /** Mean of τ-b over the pairs of passes for which it is defined; null where there is none. */
  readonly kendall_tau_b: number | null;
  /** Tie groups of different trees that at least one pass had separated. */
  readonly merged_ties: number;
}

/** A pass read alone: its ballot and the tiers that it gives by itself. */
export interface Reading {
  readonly ballot: Ballot;
  /** By id. */
  readonly tiers: ReadonlyMap<string, Tier>;
}

export function stabilityOf(
  contenders: readonly Contender[],
  readings: readonly Reading[],
  groups: readonly (readonly Contender[])[],
): Stability {
  const flips = contenders.filter(({ id }) => new Set(readings.map(({ tiers }) => tiers.get(id))).size > 1);
  const separated = ([a, b]: Pair): boolean =>
    readings.some(({ ballot }) => isAbove(ballot, a.tree, b.tree) || isAbove(ballot, b.tree, a.tree));
  return {
    passes: readings.length,
    tier_flips: flips.length,
    // A pass alone agrees with nobody: its pairs are not even listed.
    kendall_tau_b: readings.length < 2 ? null : meanTau(pairsOf(contenders), readings),
    merged_ties: groups.filter((group) => pairsOf(group).some(separated)).length,
  };
}

type Pair = readonly [Contender, Contender];

/** All pairs of candidates with different trees. */
const pairsOf = (contenders: readonly Contender[]): Pair[] =>
  contenders.flatMap((a, index) =>
    contenders.slice(index + 1).flatMap((b): Pair[] => (a.tree === b.tree ? [] : [[a, b]])),
  );

function meanTau(pairs: readonly Pair[], readings: readonly Reading[]): number | null {
  const signs = readings.map((reading) => pairs.map((pair) => signOf(reading, pair)));
  const taus = signs.flatMap((first, index) =>
    signs.slice(index + 1).flatMap((second) => tauB(first, second) ?? []),
  );
  return taus.length === 0 ? null : sum(taus) / taus.length;
}

/** 1 where the pass puts the first above the second: a better tier, or the same tier and above in it. */
function signOf({ ballot, tiers }: Reading, [a, b]: Pair): number {
  const [tierA, tierB] = [tiers.get(a.id)!, tiers.get(b.id)!];
  if (tierA !== tierB) return tierA < tierB ? 1 : -1;
  return Number(isAbove(ballot, a.tree, b.tree)) - Number(isAbove(ballot, b.tree, a.tree));
}

/** Kendall's τ-b of two orders given as signs of the same pairs; null where one of them is all ties. */
function tauB(first: readonly number[], second: readonly number[]): number | null {
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((total, sign, index) => total + sign * b[index]!, 0);
  const norm = dot(first, first) * dot(second, second);
  return norm === 0 ? null : dot(first, second) / Math.sqrt(norm);
}
