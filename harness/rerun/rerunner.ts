/** The pristine re-run of one group as grading asks for it: a sandbox of its own for as long as it runs. */
import { type Sandbox, unavailable } from '../../sandbox/exec/port.js';
import { rerunGroup } from '../../sandbox/rerun/rerun.js';
import { Fault } from '../../src/fault.js';
import type { Task } from '../../src/records/group.js';
import { assetPath } from '../assets.js';
import type { Rerunner } from '../grade/grade.js';
import type { Emit } from '../progress.js';
import { openTaskSandbox, type SandboxFlags } from './sandbox.js';

/** Folder with the reporters that are put before a task's runners. */
export const reporters = (): string => assetPath('sandbox', 'rerun', 'kit');

/**
 * An image that cannot be had leaves the group without a re-run, and its result says so.
 * The re-run throws Fault environment where a driver was named that is not there.
 */
export const rerunnerWith =
  (flags: SandboxFlags, emit: Emit): Rerunner =>
  async (opened, signal) => {
    await using sandbox = await sandboxFor(opened.loaded.group.task, flags);
    return await rerunGroup(opened, {
      sandbox,
      kit: reporters(),
      signal,
      onProgress: ({ what, checks }) => emit({ type: 'rerun', what, checks }),
    });
  };

async function sandboxFor(task: Task, flags: SandboxFlags): Promise<Sandbox> {
  try {
    return await openTaskSandbox(task, flags);
  } catch (error) {
    const isChosen = flags.driver !== undefined && flags.driver !== 'auto';
    if (isChosen || !(error instanceof Fault) || error.code !== 'environment') throw error;
    return unavailable(error.message);
  }
}
