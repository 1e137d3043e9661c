/** What is known of a group before anybody judges it: who is valid, who passed, and which tree each candidate has. */
import { NOTHING_PROTECTED, roleOf } from '../detect/roles.js';
import { type Group, isValid, type Rollout, rewardOf } from '../records/group.js';
import type { PatchReport } from '../records/rollout-result.js';
import { renderName } from '../text/render.js';
import { verdictFacts } from '../verdict/facts.js';

/** A patch after it met the base; `tree` is the object id of the candidate's tree, null unless applied. */
export interface BuiltPatch {
  readonly report: PatchReport;
  readonly tree: string | null;
}

export interface RolloutFacts {
  readonly id: string;
  readonly passed: boolean;
  readonly reward: number;
  readonly valid: boolean;
  readonly invalidReason: string | null;
  /** null where the base could not be had, so nobody knows. */
  readonly patch: PatchReport | null;
  readonly tree: string | null;
  /** Equal for patches that differ in layout and comments only; null where nobody compared them. */
  readonly work: string | null;
  readonly tokens: number | null;
  readonly flagged: readonly (readonly [number, number])[];
}

/** What the fold reads; a stored result holds all of it as well. */
export interface FoldFacts {
  readonly group: Pick<Group, 'group_id' | 'attempt'> & {
    readonly reward: Pick<Group['reward'], 'integrity_value'>;
  };
  readonly inputDigest: string;
  /** In the order of the group. */
  readonly rollouts: readonly RolloutFacts[];
  readonly warnings: readonly string[];
  /** As the trainer names them, sorted. */
  readonly policyVersions?: readonly string[] | undefined;
}

export interface GroupFacts extends FoldFacts {
  readonly group: Group;
}

/**
 * Masks before means. A rollout leaves for its own validity, for a broken evaluation, or because it passed with a patch
 * that has no tree to grade; a failure with such a patch stays a valid failure.
 * @param built per rollout id; null where the base could not be had.
 */
export function factsOf(
  group: Group,
  inputDigest: string,
  built: ReadonlyMap<string, BuiltPatch> | null,
): GroupFacts {
  const broken = group.task.evaluation?.status === 'broken' ? 'evaluation_broken' : null;
  const rollouts = group.rollouts.map((rollout): RolloutFacts => {
    const own = built?.get(rollout.id) ?? null;
    const invalidReason = broken ?? validityReason(rollout) ?? treeReason(rollout, own);
    return {
      id: rollout.id,
      passed: rollout.passed,
      reward: rewardOf(rollout),
      valid: invalidReason === null,
      invalidReason,
      patch: own?.report ?? null,
      tree: own?.tree ?? null,
      work: null,
      tokens: rollout.tokens ?? null,
      flagged: rollout.flagged ?? [],
    };
  });
  return {
    group,
    inputDigest,
    rollouts,
    warnings: [...warningsOf(rollouts), ...infraWarnings(group, rollouts)],
    policyVersions: versionsOf(group),
  };
}

const versionsOf = ({ rollouts }: Group): string[] =>
  [...new Set(rollouts.flatMap(({ policy }) => policy?.version ?? []).map(String))].sort();

function validityReason(rollout: Rollout): string | null {
  if (isValid(rollout)) return null;
  const { status, reason } = rollout.validity ?? { status: 'unknown' };
  return reason === undefined ? status : `${status}: ${reason}`;
}

const treeReason = ({ passed }: Rollout, built: BuiltPatch | null): string | null =>
  passed && built !== null && built.tree === null ? `patch_${built.report.state}` : null;

/** Failures that the trainer may want to mask; a patch that touches the runner may have broken the run itself. */
function infraWarnings({ task, rollouts }: Group, facts: readonly RolloutFacts[]): string[] {
  return rollouts.flatMap((rollout, index) => {
    const paths = (facts[index]?.patch?.files ?? []).map(({ path }) => path);
    const runnerFiles = paths.filter((path) => roleOf(path, NOTHING_PROTECTED) === 'runner');
    const testCommand = task.environment?.test_command;
    const { suggestion } = verdictFacts(rollout, { tests: task.tests, testCommand, runnerFiles });
    if (suggestion === null) return [];
    const touched = suggestion.candidate_touched;
    const own = touched.length === 0 ? '' : `; its own patch changes ${renderName(touched[0] as string)}`;
    return [`${rollout.id}: failed, but its tests were not run: is that its fault?${own}`];
  });
}

const stateText = (patch: PatchReport | null): string =>
  patch?.state === 'failed'
    ? `its patch failed${whyOf(patch)}`
    : `its patch is ${patch?.state}${whyOf(patch)}`;

const whyOf = (patch: PatchReport | null): string => {
  const parts = [patch?.reason, patch?.path].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : ` (${parts.join(' ')})`;
};

function warningsOf(rollouts: readonly RolloutFacts[]): string[] {
  const warnings = rollouts
    .filter(({ invalidReason }) => invalidReason?.startsWith('patch_'))
    .map(({ id, patch }) => `${id}: passed, but ${stateText(patch)}, so it is masked`);
  const verdicts = new Map<string, Set<boolean>>();
  for (const { tree, passed, valid } of rollouts) {
    if (tree !== null && valid) verdicts.set(tree, (verdicts.get(tree) ?? new Set()).add(passed));
  }
  for (const [tree, seen] of verdicts) {
    if (seen.size < 2) continue;
    const ids = rollouts.filter((one) => one.tree === tree && one.valid).map(({ id }) => id);
    warnings.push(`same_tree_different_verdict: ${ids.sort().join(', ')}`);
  }
  return warnings;
}

/** Rollouts that a judge can compare: valid passes with a tree. */
export const contendersOf = ({ rollouts }: Pick<FoldFacts, 'rollouts'>): Contender[] =>
  rollouts.flatMap(({ id, tree, work, patch, valid, passed }) =>
    valid && passed && tree !== null ? [{ id, tree: work ?? tree, size: sizeOf(patch) }] : [],
  );

export interface Contender {
  readonly id: string;
  /** Equal for equal work: what a judge compares once. */
  readonly tree: string;
  /** Changed lines. */
  readonly size: number;
}

const sizeOf = (patch: PatchReport | null): number =>
  (patch?.files ?? []).reduce((sum, { added, deleted }) => sum + (added ?? 0) + (deleted ?? 0), 0);

/** Rollouts with the same work, as the detectors compared it. */
export const withWork = <F extends FoldFacts>(facts: F, workOf: (id: string) => string | undefined): F => ({
  ...facts,
  rollouts: facts.rollouts.map((rollout) => ({ ...rollout, work: workOf(rollout.id) ?? null })),
});

/** Equal work is one candidate to a judge: maps every contender to the one with the shortest patch, then the smallest id. */
export function representatives(contenders: readonly Contender[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const { id, tree } of [...contenders].sort((a, b) => a.size - b.size || (a.id < b.id ? -1 : 1))) {
    if (!first.has(tree)) first.set(tree, id);
  }
  return new Map(contenders.map(({ id, tree }) => [id, first.get(tree) as string]));
}
