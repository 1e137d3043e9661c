/** A sandbox and the reporters, ready to run the passes of one group again. */
import { unavailable } from '../../sandbox/exec/port.js';
import type { OpenGroup } from '../../sandbox/open-group.js';
import { type GroupRerun, rerunGroup } from '../../sandbox/rerun/rerun.js';
import { Fault } from '../../src/fault.js';
import type { Task } from '../../src/records/group.js';
import { assetPath } from '../assets.js';
import type { Emit } from '../grade/progress.js';
import { openTaskSandbox, type SandboxFlags } from './sandbox.js';

export interface Rerunner extends AsyncDisposable {
  run(emit: Emit): (opened: OpenGroup, signal: AbortSignal) => Promise<GroupRerun>;
}

/** Folder with the reporters that are put before a task's runners. */
export const reporters = (): string => assetPath('sandbox', 'rerun', 'kit');

/**
 * An image that cannot be had leaves the group without a re-run, and its result says so.
 * @throws Fault environment where a driver was named that is not there
 */
export async function openRerunner(task: Task, flags: SandboxFlags): Promise<Rerunner> {
  const sandbox = await openTaskSandbox(task, flags).catch((error: unknown) => {
    const isChosen = flags.driver !== undefined && flags.driver !== 'auto';
    if (isChosen || !(error instanceof Fault) || error.code !== 'environment') throw error;
    return unavailable(error.message);
  });
  return {
    run: (emit) => (opened, signal) =>
      rerunGroup(opened, {
        sandbox,
        kit: reporters(),
        signal,
        onProgress: ({ what, checks }) => emit({ type: 'rerun', what, checks }),
      }),
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}
