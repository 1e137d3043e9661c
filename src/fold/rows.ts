/** One result row per input rollout: facts, verdict and numbers joined by id. */
import type { Consensus, Standing } from '../arithmetic/consensus.js';
import { passedEffective } from '../arithmetic/integrity.js';
import type { Shaped } from '../arithmetic/shape.js';
import { CLEAN, type JudgeOutcome } from '../judge/outcome.js';
import type { RolloutResult } from '../records/rollout-result.js';
import type { ShapeStatus } from '../vocabulary.js';
import type { FoldFacts, RolloutFacts } from './facts.js';
import { type FoldSettings, isZeroed } from './settings.js';

type Verdict = Pick<
  RolloutResult,
  'scores' | 'weighted' | 'tier' | 'tier_reasons' | 'tie_group' | 'rank' | 'factor' | 'flags'
>;

const UNJUDGED: Verdict = {
  scores: null,
  weighted: null,
  tier: null,
  tier_reasons: [],
  tie_group: null,
  rank: null,
  factor: null,
  flags: null,
};

const at = <T>(record: Readonly<Record<string, T>> | null, id: string): T | null =>
  record !== null && Object.hasOwn(record, id) ? (record[id] as T) : null;

/** What the passes agree on. */
export interface Agreed {
  readonly consensus: Consensus | null;
  /** By id; nobody has one where there is no consensus. */
  readonly factors: ReadonlyMap<string, number>;
}

/** Ways to shape advantages that multiply with the factors. */
const USED: ReadonlySet<ShapeStatus> = new Set<ShapeStatus>([
  'redistributed',
  'downweight_only',
  'reward_scaled',
]);

export function rolloutResults(
  facts: FoldFacts,
  outcome: JudgeOutcome,
  { consensus, factors }: Agreed,
  shaped: Shaped,
  settings: FoldSettings,
): RolloutResult[] {
  const standings = new Map(consensus?.standings.map((standing) => [standing.id, standing]));
  // Factors that moved nothing (an all-passed group) are not shown as if they had.
  const shown = USED.has(shaped.status) ? factors : null;
  const ranks = grsRanks(facts, shaped);
  return facts.rollouts.map((rollout) => {
    const verdict = verdictOf(standings.get(rollout.id), shown?.get(rollout.id) ?? null);
    const rank = outcome.grs === undefined ? verdict.rank : (ranks.get(rollout.id) ?? null);
    return rowOf(rollout, { outcome, shaped, settings, verdict, rank });
  });
}

/** Dense ranks of the passes by their refined reward, where a rubric refined it. */
function grsRanks({ rollouts }: FoldFacts, { stations }: Shaped): ReadonlyMap<string, number> {
  const rewards = rollouts.flatMap(({ id, passed }): [string, number][] => {
    const reward = passed ? at(stations.grs, id) : null;
    return reward === null ? [] : [[id, reward]];
  });
  const ladder = [...new Set(rewards.map(([, reward]) => reward))].sort((a, b) => b - a);
  return new Map(rewards.map(([id, reward]) => [id, ladder.indexOf(reward) + 1]));
}

interface RowParts {
  readonly outcome: JudgeOutcome;
  readonly shaped: Shaped;
  readonly settings: FoldSettings;
  readonly verdict: Verdict;
  /** Of the refined reward where a rubric refined it, else of the verdict. */
  readonly rank: number | null;
}

/** Field by field: spreads of several objects cost ten times as much, and stored verdicts are folded by the thousand. */
function rowOf(
  { id, valid, invalidReason, passed, patch, tree, work, reward }: RolloutFacts,
  { outcome, shaped, settings, verdict, rank }: RowParts,
): RolloutResult {
  const { stations, advantages, reward_equivalent, token_multipliers } = shaped;
  const { scores, weighted, tier, tier_reasons, tie_group, factor, flags } = verdict;
  const integrity = outcome.integrity.get(id) ?? CLEAN;
  return {
    id,
    valid,
    invalid_reason: invalidReason,
    passed,
    passed_effective: passedEffective({ passed, integrity: isZeroed(integrity, settings) }),
    patch,
    tree,
    work,
    integrity,
    reward,
    reward_effective: at(stations.effective, id) ?? reward,
    advantage_outcome: at(stations.outcome, id),
    advantage: at(advantages, id),
    reward_equivalent: at(reward_equivalent, id),
    scores,
    weighted,
    tier,
    tier_reasons,
    tie_group,
    rank,
    factor,
    flags,
    grs: outcome.grs?.get(id) ?? null,
    token_multipliers: at(token_multipliers, id),
    rerun: outcome.reruns.get(id) ?? null,
    tamper_reports: [...(outcome.tamperReports.get(id) ?? [])],
  };
}

function verdictOf(standing: Standing | undefined, factor: number | null): Verdict {
  if (standing === undefined) return UNJUDGED;
  const { scores, weighted, tier, tier_reasons, tie_group, rank, flags } = standing;
  return { scores, weighted, tier, tier_reasons, tie_group, rank, factor, flags };
}
