/** Opens the sandbox that a task's tests run in: its own image where it names one, else ours, else bubblewrap. */
import { openSandbox } from '../../sandbox/exec/open.js';
import { type Sandbox, unavailable } from '../../sandbox/exec/port.js';
import type { Task } from '../../src/records/group.js';

export interface SandboxFlags {
  /** `none` runs nothing, and every check says so. */
  readonly driver?: 'auto' | 'docker' | 'bubblewrap' | 'none';
  readonly dockerHost?: string | undefined;
}

/** @throws Fault environment where the named image or driver cannot be had */
export async function openTaskSandbox(task: Task, { driver, dockerHost }: SandboxFlags): Promise<Sandbox> {
  if (driver === 'none') return unavailable('checks are switched off (driver none)');
  return openSandbox({ driver, image: task.environment?.image ?? task.image?.ref, dockerHost });
}
