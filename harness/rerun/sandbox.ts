/** Opens the sandbox that a task's tests run in: its own image where it names one, else ours, else bubblewrap. */
import { openSandbox } from '../../sandbox/exec/open.js';
import type { Sandbox } from '../../sandbox/exec/port.js';
import type { Task } from '../../src/records/group.js';

export interface SandboxFlags {
  readonly driver?: 'auto' | 'docker' | 'bubblewrap';
  readonly dockerHost?: string | undefined;
}

/** @throws Fault environment where the named image or driver cannot be had */
export const openTaskSandbox = (task: Task, { driver, dockerHost }: SandboxFlags): Promise<Sandbox> =>
  openSandbox({
    driver,
    image: task.environment?.image ?? task.image?.ref,
    dockerHost,
  });
