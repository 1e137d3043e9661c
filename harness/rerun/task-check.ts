/** How a check of a task's trees runs: where the tree lies, and for how long at the most. */
import type { Task } from '../../src/records/group.js';

/** Seconds, where the task names none. */
const CHECK_SECONDS = 120;

/**
 * The path that training used, so that scripts with absolute paths work. A relative workdir is a folder inside the
 * repository, and no place for it.
 */
function workdirOf({ image, repo }: Task): string | undefined {
  const workdir = image?.workdir ?? repo?.workdir;
  return workdir?.startsWith('/') ? workdir : undefined;
}

export const checkLimits = (
  task: Task,
): { readonly time_s: number; readonly workdir: string | undefined } => ({
  time_s: task.environment?.timeout_s ?? CHECK_SECONDS,
  workdir: workdirOf(task),
});
