/** Runs `gagar rerun`: opens the group and a sandbox, shows progress, prints a table or JSON. */
import { loadGroup } from '../../sandbox/load/group.js';
import { openGroup } from '../../sandbox/open-group.js';
import { rerunGroup } from '../../sandbox/rerun/rerun.js';
import { Fault } from '../../src/fault.js';
import { renderName } from '../../src/text/render.js';
import { environment } from '../environment.js';
import { openBench } from '../grade/bench.js';
import { rerunText } from '../report/rerun.js';
import { reporters } from '../rerun/rerunner.js';
import { openTaskSandbox, type SandboxFlags } from '../rerun/sandbox.js';
import { listenForInterrupt } from './lifetime.js';

export interface RerunFlags extends SandboxFlags {
  readonly times: string;
  readonly only?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function runRerun(path: string, flags: RerunFlags): Promise<void> {
  const times = timesOf(flags.times);
  const loaded = await loadGroup(path);
  const ids = new Set(loaded.group.rollouts.map(({ id }) => id));
  const stranger = flags.only?.find((id) => !ids.has(id));
  if (stranger !== undefined)
    throw new Fault('usage', `--only ${JSON.stringify(stranger)}: the group has ${[...ids].join(', ')}`);
  if (loaded.group.task.environment?.test_command === undefined)
    throw new Fault('input', 'is missing: without it no pass can be run again', {
      file: loaded.file,
      field: 'task.environment.test_command',
    });
  using interrupt = listenForInterrupt();
  const { signal } = interrupt;
  const dockerHost = flags.dockerHost ?? environment.dockerHost();
  await using bench = await openBench();
  await using sandbox = await openTaskSandbox(loaded.group.task, { ...flags, dockerHost });
  await using opened = await openGroup(loaded, { ...bench, signal, dockerHost });
  const outcome = await rerunGroup(opened, {
    sandbox,
    kit: reporters(),
    times,
    only: flags.only,
    signal,
    onProgress: ({ what, checks }) => {
      if (!flags.quiet)
        process.stderr.write(`${renderName(loaded.group.group_id)}: run ${checks}: ${renderName(what)}\n`);
    },
  });
  const answer = { group_id: loaded.group.group_id, driver: sandbox.driver, times, ...outcome };
  process.stdout.write(flags.json ? `${JSON.stringify(answer, null, 2)}\n` : rerunText(outcome));
}

const MAX_TIMES = 100;

function timesOf(text: string): number {
  const times = Number(text);
  if (Number.isInteger(times) && times >= 1 && times <= MAX_TIMES) return times;
  throw new Fault('usage', `--times ${JSON.stringify(text)}: expected a whole number from 1 to ${MAX_TIMES}`);
}
