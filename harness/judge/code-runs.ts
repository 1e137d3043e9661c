/** What of the judge's tools runs code beside checks: pristine re-runs, and text tools over the laid-out group. */
import type { Sandbox } from '../../sandbox/exec/port.js';
import type { OpenGroup } from '../../sandbox/open-group.js';
import { rerunsOf } from '../../sandbox/rerun/rerun.js';
import { type GroupView, groupView } from '../../sandbox/workspace/view.js';
import { Fault } from '../../src/fault.js';
import type { AliasMap } from '../../src/judge/unblind.js';
import type { RunAgain } from '../../tools/rerun.js';
import type { RunShell } from '../../tools/shell.js';
import { tempRoot } from '../places.js';
import { reporters } from '../rerun/rerunner.js';

/** Re-runs by alias; null where nothing can run. */
export function reruns(opened: OpenGroup, ids: AliasMap, sandbox: Sandbox): RunAgain {
  if (sandbox.unavailable !== null) return null;
  const rerun = rerunsOf(opened, { sandbox, kit: reporters() });
  return async (alias, signal) => {
    const row = await rerun(ids.get(alias) ?? alias, signal);
    if (row === undefined) throw new Fault('internal', `the re-run has no row for ${alias}`);
    const { survives, collected, flaky, reason } = row;
    return { survives, collected, flaky, reason };
  };
}

/** Bytes of each stream of a look. */
const LOOK = { time_s: 30, output_bytes: 64 * 1024 };

export const viewOf = (opened: OpenGroup, aliases: AliasMap, sandbox: Sandbox): GroupView =>
  groupView({ opened, aliases, sandbox, tempDir: tempRoot(), limits: LOOK });

export const shellOver = (view: GroupView, { unavailable }: Sandbox): RunShell =>
  unavailable === null ? (command, signal) => view.look(command, signal) : null;
