/** Whether a group is refined by its task's rubric: a property of the task, so one task keeps one reward scale. */
import type { Task } from '../records/group.js';

/** Offline pass rate from which on a stored rubric is used. */
export const GRS_PASS_RATE = 0.9;

export interface Routed {
  readonly rubric: boolean;
  /** Goes into the result. */
  readonly reason: string;
}

/** What this group's own rollouts did is never looked at: the next group of the same task goes the same way. */
export function routeOf(
  { rubric, pass_rate }: Pick<Task, 'rubric' | 'pass_rate'>,
  threshold: number,
): Routed {
  if (rubric === undefined) return { rubric: false, reason: 'no stored rubric is in use for this task' };
  if (pass_rate === undefined)
    return { rubric: false, reason: 'the task has a stored rubric, but no pass_rate is known' };
  const side = pass_rate >= threshold ? 'at or above' : 'below';
  return {
    rubric: pass_rate >= threshold,
    reason: `the task has a stored rubric and its pass_rate ${pass_rate} is ${side} ${threshold}`,
  };
}
