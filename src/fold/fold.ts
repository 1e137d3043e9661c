/** Folds facts and a judge's outcome into the result: pure, so the same recording always gives the same bytes. */
import { consensus } from '../arithmetic/consensus.js';
import { type Shaped, shape } from '../arithmetic/shape.js';
import type { JudgeFailure, JudgeOutcome } from '../judge/outcome.js';
import type { Result, Timing } from '../records/result.js';
import { RESULT_SCHEMA } from '../records/result.js';
import { weightsOf } from '../records/rubric.js';
import { factorsAmong } from './factors.js';
import { contendersOf, type FoldFacts } from './facts.js';
import { massOf } from './mass.js';
import { type Agreed, rolloutResults } from './rows.js';
import { type FoldSettings, isZeroed } from './settings.js';
import { requiresOf, statusOf } from './status.js';

export interface FoldInput {
  readonly facts: FoldFacts;
  /** An outcome without passes and without failure means that nobody was asked. */
  readonly outcome: JudgeOutcome;
  readonly settings: FoldSettings;
  readonly timing: Timing;
  /** Default: the group was compared. */
  readonly route?: Result['route'] | undefined;
  /** File name of the recording beside the result. */
  readonly recording: string | null;
}

/** What the passes agree on, or why on nothing. */
interface Standings extends Agreed {
  readonly failure: JudgeFailure | null;
}

const NOTHING: Agreed = { consensus: null, factors: new Map() };

function standingsOf({ facts, outcome, settings }: FoldInput): Standings {
  if (outcome.failure !== null || outcome.passes.length === 0)
    return { ...NOTHING, failure: outcome.failure };
  const ledger = new Map(outcome.findings.map((finding) => [finding.id, finding]));
  const agreed = consensus(contendersOf(facts), outcome.passes, ledger, weightsOf(settings.rubric.value));
  if (!('problems' in agreed))
    return { consensus: agreed, factors: factorsAmong(agreed.order, outcome, settings), failure: null };
  const detail = agreed.problems.map(({ pass, problem }) => `pass ${pass + 1}: ${problem}`).join('; ');
  return { ...NOTHING, failure: { reason: 'judge_output_invalid', stage: 'score', detail } };
}

const COMPARED: Result['route'] = { name: 'gar', reason: 'no stored rubric is in use for this task' };

function shapeOf(
  { facts, outcome, settings, route = COMPARED }: FoldInput,
  { factors, failure }: Standings,
): Shaped {
  // A group with a failure is not refined in parts: all of it keeps the test reward.
  const grs = failure === null ? outcome.grs : undefined;
  const rows = facts.rollouts.map(({ id, passed, reward, valid, tokens, flagged }) => ({
    id,
    passed,
    reward,
    valid,
    integrity: isZeroed(outcome.integrity.get(id), settings),
    factor: factors.get(id) ?? null,
    s_sol: grs?.get(id)?.s_sol ?? null,
    s_beh: grs?.get(id)?.s_beh ?? null,
    length: tokens,
    tokens,
    flagged,
  }));
  return shape(route.name, rows, { ...settings.shape, integrity_value: facts.group.reward.integrity_value });
}

/** @throws never: every ending of the judge has its place in the result. */
export function foldResult(input: FoldInput): Result {
  const { facts, outcome, settings, route = COMPARED } = input;
  const standings = standingsOf(input);
  const shaped = shapeOf(input, standings);
  const ending = statusOf(facts, shaped, standings.failure);
  const rollouts = rolloutResults(facts, outcome, standings, shaped, settings);
  const redistributed = shaped.status === 'redistributed';
  return {
    schema: RESULT_SCHEMA,
    group_id: facts.group.group_id,
    attempt: facts.group.attempt ?? null,
    input_digest: facts.inputDigest,
    route,
    status: ending.status,
    has_signal: shaped.has_signal,
    fallback: ending.fallback,
    investigation: outcome.investigation,
    n: rollouts.length,
    n_valid: rollouts.filter(({ valid }) => valid).length,
    n_passed: rollouts.filter(({ valid, passed }) => valid && passed).length,
    n_passed_effective: rollouts.filter(({ valid, passed_effective }) => valid && passed_effective).length,
    mean_reward: shaped.mean,
    lambda: redistributed ? shaped.stations.lambda : null,
    lambda_applied: redistributed ? shaped.stations.lambda_applied : null,
    lambda_max: redistributed ? settings.shape.lambda_max : null,
    capped: shaped.stations.capped,
    mass: massOf(rollouts),
    stations: shaped.stations,
    requires: requiresOf(shaped),
    rollouts,
    passes: [...outcome.passes],
    findings: [...outcome.findings],
    leads: [...outcome.leads],
    order: standings.consensus?.order ?? { T1: [], T2: [], T3: [] },
    stability: standings.consensus?.stability ?? {
      passes: 0,
      tier_flips: 0,
      kendall_tau_b: null,
      merged_ties: 0,
    },
    judge: {
      ...outcome.identity,
      // A task's own rubric has its digest from whoever assessed by it.
      ...(route.name === 'gar' && { rubric_digest: settings.rubric.digest }),
      profile_digest: settings.profile.digest,
    },
    usage: outcome.usage,
    timing: input.timing,
    recording: input.recording,
    version: settings.version,
    ...(facts.policyVersions?.length ? { policy_versions: [...facts.policyVersions] } : {}),
    warnings: [...facts.warnings, ...outcome.warnings, ...shaped.warnings],
  };
}
