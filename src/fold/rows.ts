/** One result row per input rollout: facts, verdict and numbers joined by id. */
import type { Consensus, Standing } from '../arithmetic/consensus.js';
import { factorsOf } from '../arithmetic/factors.js';
import { passedEffective } from '../arithmetic/integrity.js';
import type { Shaped } from '../arithmetic/shape.js';
import { CLEAN, type JudgeOutcome } from '../judge/outcome.js';
import type { Profile } from '../records/profile.js';
import type { RolloutResult } from '../records/result.js';
import type { FoldFacts, RolloutFacts } from './facts.js';

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

export function rolloutResults(
  facts: FoldFacts,
  outcome: JudgeOutcome,
  agreed: Consensus | null,
  shaped: Shaped,
  profile: Profile,
): RolloutResult[] {
  const standings = new Map(agreed?.standings.map((standing) => [standing.id, standing]));
  // Factors that moved nothing (an all-passed group) are not shown as if they had.
  const factors =
    agreed !== null && shaped.status === 'redistributed' ? factorsOf(agreed.order, profile) : new Map();
  const ranks = grsRanks(facts, shaped);
  return facts.rollouts.map((rollout) => ({
    ...identityOf(rollout, outcome),
    ...numbersOf(rollout, shaped),
    ...verdictOf(standings.get(rollout.id), factors.get(rollout.id) ?? null),
    ...refinedOf(rollout, outcome, ranks),
    token_multipliers: at(shaped.token_multipliers, rollout.id),
    rerun: outcome.reruns.get(rollout.id) ?? null,
    tamper_reports: [...(outcome.tamperReports.get(rollout.id) ?? [])],
  }));
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

function refinedOf(
  { id }: RolloutFacts,
  { grs }: JudgeOutcome,
  ranks: ReadonlyMap<string, number>,
): Pick<RolloutResult, 'grs'> | Pick<RolloutResult, 'grs' | 'rank'> {
  if (grs === undefined) return { grs: null };
  return { grs: grs.get(id) ?? null, rank: ranks.get(id) ?? null };
}

function identityOf({ id, valid, invalidReason, passed, patch, tree }: RolloutFacts, outcome: JudgeOutcome) {
  const integrity = outcome.integrity.get(id) ?? CLEAN;
  const confirmed = integrity.verdict === 'confirmed';
  return {
    id,
    valid,
    invalid_reason: invalidReason,
    passed,
    passed_effective: passedEffective({ passed, integrity: confirmed }),
    patch,
    tree,
    integrity,
  };
}

function numbersOf({ id, reward }: RolloutFacts, shaped: Shaped) {
  return {
    reward,
    reward_effective: at(shaped.stations.effective, id) ?? reward,
    advantage_outcome: at(shaped.stations.outcome, id),
    advantage: at(shaped.advantages, id),
    reward_equivalent: at(shaped.reward_equivalent, id),
  };
}

function verdictOf(standing: Standing | undefined, factor: number | null): Verdict {
  if (standing === undefined) return UNJUDGED;
  const { scores, weighted, tier, tier_reasons, tie_group, rank, flags } = standing;
  return { scores, weighted, tier, tier_reasons, tie_group, rank, factor, flags };
}
