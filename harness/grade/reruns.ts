/** Takes the pristine re-run into a grading: a broken evaluation masks the group, the rest stands in the outcome. */
import type { GroupRerun } from '../../sandbox/rerun/rerun.js';
import type { JudgeOutcome } from '../../src/judge/outcome.js';
import type { Group } from '../../src/records/group.js';
import type { Rerun } from '../../src/records/rollout-result.js';

/** The group as the re-run found its evaluation; only a broken one is news. */
export function evaluated(group: Group, rerun: GroupRerun | null): Group {
  if (rerun?.evaluation.status !== 'broken') return group;
  return { ...group, task: { ...group.task, evaluation: { ...rerun.evaluation } } };
}

/** What a result says of each rollout's re-run, by id. */
export const rerunsById = (rerun: GroupRerun | null): Map<string, Rerun> =>
  new Map(
    rerun?.candidates.map(({ id, survives, collected, flaky }) => [id, { survives, collected, flaky }]),
  );

export function withReruns(outcome: JudgeOutcome, rerun: GroupRerun | null): JudgeOutcome {
  if (rerun === null) return outcome;
  const { evaluation, candidates, checks } = rerun;
  const lost = candidates.filter(({ survives, passed }) => passed && survives === false);
  return {
    ...outcome,
    // What the judge itself ran again is the later word.
    reruns: new Map([...rerunsById(rerun), ...outcome.reruns]),
    usage: { ...outcome.usage, checks: outcome.usage.checks + checks },
    warnings: [
      ...outcome.warnings,
      ...(evaluation.status === 'ok'
        ? []
        : [`rerun: the evaluation is ${evaluation.status}: ${evaluation.reason}`]),
      ...lost.map(({ id, reason }) => `rerun: the pass of ${id} does not survive: ${reason}`),
    ],
  };
}
