/** What a rubric's own form cannot say: its detectors exist, and it was written for the task at hand. */
import { DETECTORS } from '../detect/list.js';
import type { Problem } from '../fault.js';
import { quoted } from '../records/field.js';
import type { Group } from '../records/group.js';
import type { TaskRubric } from '../records/task-rubric.js';
import { nearest } from '../text/nearest.js';

const KNOWN: readonly string[] = DETECTORS.map(({ name }) => name);

export function rubricProblems({ solution, behaviour }: TaskRubric): Problem[] {
  return [
    ...solution.map((criterion, index) => ({ criterion, at: `solution[${index}]` })),
    ...behaviour.map((criterion, index) => ({ criterion, at: `behaviour[${index}]` })),
  ].flatMap(({ criterion: { check }, at }) => {
    if (check.kind !== 'static' || check.fact !== 'lead' || KNOWN.includes(check.detector)) return [];
    const meant = nearest(check.detector, KNOWN);
    const way = meant === null ? `known are ${KNOWN.join(', ')}` : `did you mean ${quoted(meant)}?`;
    return [
      { field: `${at}.check.detector`, message: `is ${quoted(check.detector)}, and no detector; ${way}` },
    ];
  });
}

/** Why the rubric is not one for this task, or null. A task without an id or a commit cannot contradict. */
export function foreignRubric(
  rubric: Pick<TaskRubric, 'task_id' | 'base_commit'>,
  { task }: Group,
): string | null {
  if (task.id !== undefined && task.id !== rubric.task_id)
    return `was written for the task ${quoted(rubric.task_id)}; this group is of ${quoted(task.id)}`;
  const commit = task.repo?.base_commit;
  if (commit === undefined || commit === rubric.base_commit) return null;
  const base = rubric.base_commit ?? 'without history';
  return `was written for the base ${base}; this group starts from ${commit}, which is its base_commit if it holds there`;
}
