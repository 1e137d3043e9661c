/** Folds the scoring passes of a group into tiers, tie groups and ranks; the order of passes and names changes nothing. */
import type { ScoringPass } from '../records/result.js';
import type { Flags, Scores } from '../records/rollout-result.js';
import type { Weights } from '../records/rubric.js';
import { DIMENSIONS, everyWord, FLAGS, TIERS, type Tier } from '../vocabulary.js';
import { type Ballot, type Contender, isAbove, type Ledger, readBallot } from './ballot.js';
import { type Reading, type Stability, stabilityOf } from './stability.js';
import { type ScoreSums, type TierVerdict, tierOf, weightedScore } from './tier.js';
import { tieGroups } from './ties.js';

export interface Standing extends TierVerdict {
  readonly id: string;
  /** Means over the passes. */
  readonly scores: Scores;
  readonly weighted: number;
  readonly flags: Flags;
  /** Counts from 0 inside the tier. */
  readonly tie_group: number;
  /** Dense, from 1, over all tiers. */
  readonly rank: number;
}

export interface Consensus {
  /** In the order of the contenders. */
  readonly standings: readonly Standing[];
  /** Tie groups of ids, best first, per tier. */
  readonly order: Record<Tier, string[][]>;
  readonly stability: Stability;
}

export interface InvalidPass {
  /** Index into the passes. */
  readonly pass: number;
  readonly problem: string;
}

type Verdict = Omit<Standing, 'tie_group' | 'rank'>;

/**
 * Contenders are the passing rollouts with a tree. A candidate beats another of its tier if more than half of the
 * passes put it above; a flag holds if more than half set it with a verified finding.
 */
export function consensus(
  contenders: readonly Contender[],
  passes: readonly ScoringPass[],
  ledger: Ledger,
  weights: Weights,
): Consensus | { readonly problems: readonly InvalidPass[] } {
  const ballots: Ballot[] = [];
  const problems: InvalidPass[] = [];
  for (const [pass, given] of passes.entries()) {
    const ballot = readBallot(given, contenders, ledger, weights);
    if ('problem' in ballot) problems.push({ pass, problem: ballot.problem });
    else ballots.push(ballot);
  }
  if (passes.length === 0) return { problems: [{ pass: 0, problem: 'there is no scoring pass' }] };
  if (problems.length > 0) return { problems };
  const verdicts = contenders.map((contender) => verdictOf(contender, ballots, weights));
  const groups = TIERS.map((tier) =>
    groupsOf(
      contenders.filter((_, at) => verdicts[at]!.tier === tier),
      ballots,
    ),
  );
  const places = placesOf(groups);
  return {
    standings: verdicts.map((verdict) => Object.assign(verdict, places.get(verdict.id)!)),
    order: everyWord(TIERS, (_, at) => groups[at]!.map((group) => group.map(({ id }) => id).sort())),
    stability: stabilityOf(contenders, readingsOf(contenders, ballots), groups.flat()),
  };
}

function sumsOf({ tree }: Contender, ballots: readonly Ballot[]): ScoreSums {
  const sums: Scores = { solution_fit: 0, precision: 0, minimality: 0, side_effects: 0, consistency: 0 };
  for (const { scores } of ballots) {
    const five = scores.get(tree)!;
    for (const dimension of DIMENSIONS) sums[dimension] += five[dimension];
  }
  return { passes: ballots.length, sums };
}

function flagsOf({ id }: Contender, ballots: readonly Ballot[]): Flags {
  const set = ballots.flatMap(({ flags }) => flags.get(id) ?? []);
  return everyWord(FLAGS, (flag) => {
    const cited = set.map((flags) => flags.get(flag) ?? []).filter((ids) => ids.length > 0);
    return { holds: 2 * cited.length > ballots.length, finding_ids: [...new Set(cited.flat())].sort() };
  });
}

function verdictOf(contender: Contender, ballots: readonly Ballot[], weights: Weights): Verdict {
  const total = sumsOf(contender, ballots);
  const flags = flagsOf(contender, ballots);
  return {
    id: contender.id,
    scores: everyWord(DIMENSIONS, (dimension) => total.sums[dimension] / total.passes),
    weighted: weightedScore(total, weights),
    flags,
    ...tierOf(total, (flag) => flags[flag].holds),
  };
}

/** Identical trees stand and fall together: the groups are made of trees, then written as candidates. */
function groupsOf(contenders: readonly Contender[], ballots: readonly Ballot[]): Contender[][] {
  const beats = (a: string, b: string): boolean =>
    2 * ballots.filter((ballot) => isAbove(ballot, a, b)).length > ballots.length;
  const trees = [...new Set(contenders.map(({ tree }) => tree))];
  return tieGroups(trees, beats).map((group) => contenders.filter(({ tree }) => group.includes(tree)));
}

function placesOf(tiers: readonly Contender[][][]): Map<string, Pick<Standing, 'tie_group' | 'rank'>> {
  const places = new Map<string, Pick<Standing, 'tie_group' | 'rank'>>();
  let rank = 0;
  for (const groups of tiers)
    for (const [tie_group, group] of groups.entries()) {
      rank += 1;
      for (const { id } of group) places.set(id, { tie_group, rank });
    }
  return places;
}

/** Each pass taken alone, for how far they agree. */
const readingsOf = (contenders: readonly Contender[], ballots: readonly Ballot[]): Reading[] =>
  ballots.map((ballot) => ({
    ballot,
    tiers: new Map(
      contenders.map(({ id, tree }) => {
        const alone = { passes: 1, sums: ballot.scores.get(tree)! };
        return [id, tierOf(alone, (flag) => ballot.flags.get(id)?.has(flag) === true).tier];
      }),
    ),
  }));
