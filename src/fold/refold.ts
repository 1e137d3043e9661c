/** Folds a stored result again under other settings: its passes and findings are the verdict, everything else follows. */
import { Fault } from '../fault.js';
import type { JudgeOutcome } from '../judge/outcome.js';
import { quoted } from '../records/field.js';
import type { Result } from '../records/result.js';
import type { ShapeWarning } from '../vocabulary.js';
import type { FoldFacts } from './facts.js';
import { foldResult } from './fold.js';
import type { FoldSettings } from './settings.js';

/**
 * Under the settings that it was folded with, the same result comes back.
 * @throws Fault input for a result whose numbers depend on what it does not hold: lengths, flagged spans, stored rubrics.
 */
export function refold(result: Result, settings: FoldSettings): Result {
  const strange = strayIn(result);
  if (strange !== null) throw strange;
  const why = unfoldable(result);
  if (why !== null) throw new Fault('input', `${why}; grade the group again`);
  const folded = foldResult({
    facts: factsOf(result),
    outcome: outcomeOf(result),
    settings,
    timing: result.timing,
    recording: result.recording,
  });
  return result.source === undefined ? folded : { ...folded, source: result.source };
}

/** What joins the parts is an id: each of them stands for one rollout of the result. */
function strayIn({ rollouts, passes, findings }: Result): Fault | null {
  const ids = new Set<string>();
  for (const [at, { id }] of rollouts.entries()) {
    if (ids.has(id)) return stray(`rollouts[${at}].id`, id, 'stands twice');
    ids.add(id);
  }
  for (const [at, { candidate }] of findings.entries())
    if (!ids.has(candidate)) return stray(`findings[${at}].candidate`, candidate, 'is no rollout of it');
  for (const [at, { scores }] of passes.entries())
    for (const id in scores)
      if (!ids.has(id)) return stray(`passes[${at}].scores`, id, 'is no rollout of it');
  return null;
}

const stray = (field: string, id: string, why: string): Fault =>
  new Fault('input', `is ${quoted(id)}, which ${why}`, { field });

function unfoldable({ route, stations, rollouts }: Result): string | null {
  if (route.name !== 'gar') return `the route is ${route.name}: there are no scoring passes to fold again`;
  if (stations.length !== null) return 'a length penalty is part of it, and a result holds no lengths';
  if (rollouts.some(({ token_multipliers }) => token_multipliers !== null))
    return 'a segment penalty is part of it, and a result holds no flagged spans';
  return null;
}

/** Warnings that this fold finds again where they still hold. */
const FOUND_AGAIN: readonly string[] = ['group_too_small', 'factor_missing'] satisfies ShapeWarning[];

function factsOf({
  group_id,
  attempt,
  input_digest,
  rollouts,
  policy_versions,
  warnings,
}: Result): FoldFacts {
  return {
    group: {
      group_id,
      ...(attempt !== null && { attempt }),
      reward: { integrity_value: integrityValueOf(rollouts) },
    },
    inputDigest: input_digest,
    rollouts: rollouts.map(({ id, passed, reward, valid, invalid_reason, patch, tree, work }) => ({
      id,
      passed,
      reward,
      valid,
      invalidReason: invalid_reason,
      patch,
      tree,
      work: work ?? null,
      tokens: null,
      flagged: [],
    })),
    policyVersions: policy_versions,
    warnings: warnings.filter((warning) => !FOUND_AGAIN.includes(warning)),
  };
}

/**
 * The configured value is not stored, but what came of it is: a violation got min(own, value, lowest honest failure), so
 * the highest of these gives each of them the same again.
 */
function integrityValueOf(rollouts: Result['rollouts']): number {
  const violations = rollouts.filter(
    ({ valid, passed, passed_effective, integrity }) =>
      valid && integrity.verdict === 'confirmed' && !(passed && passed_effective),
  );
  return violations.length === 0
    ? 0
    : Math.max(...violations.map(({ reward_effective }) => reward_effective));
}

function outcomeOf(result: Result): JudgeOutcome {
  const { judge, rollouts, passes, findings, leads, fallback, investigation, usage, timing } = result;
  return {
    identity: judge,
    findings,
    leads,
    integrity: new Map(rollouts.map(({ id, integrity }) => [id, integrity])),
    tamperReports: new Map(rollouts.map(({ id, tamper_reports }) => [id, tamper_reports])),
    reruns: new Map(rollouts.flatMap(({ id, rerun }) => (rerun === null ? [] : [[id, rerun]]))),
    investigation,
    usage,
    seconds: { investigate: timing.investigate_s, score: timing.score_s },
    warnings: [],
    passes,
    // Where there are passes, the fold itself says what is wrong with them.
    failure: passes.length === 0 && fallback?.stage !== 'fold' ? fallback : null,
  };
}
