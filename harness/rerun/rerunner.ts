/** A sandbox and the reporters, ready to run the passes of one group again. */
import type { OpenGroup } from '../../sandbox/open-group.js';
import { type GroupRerun, rerunGroup } from '../../sandbox/rerun/rerun.js';
import type { Task } from '../../src/records/group.js';
import { assetPath } from '../assets.js';
import type { Emit } from '../grade/progress.js';
import { openTaskSandbox, type SandboxFlags } from './sandbox.js';

export interface Rerunner extends AsyncDisposable {
  run(signal: AbortSignal, emit: Emit): (opened: OpenGroup) => Promise<GroupRerun>;
}

/** Folder with the reporters that are put before a task's runners. */
export const reporters = (): string => assetPath('sandbox', 'rerun', 'kit');

/** @throws Fault environment where the named image or driver cannot be had */
export async function openRerunner(task: Task, flags: SandboxFlags): Promise<Rerunner> {
  const sandbox = await openTaskSandbox(task, flags);
  return {
    run: (signal, emit) => (opened) =>
      rerunGroup(opened, {
        sandbox,
        kit: reporters(),
        signal,
        onProgress: ({ what, checks }) => emit({ type: 'rerun', what, checks }),
      }),
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}
