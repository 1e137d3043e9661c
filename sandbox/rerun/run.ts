/** Runs the task's test command on one tree in the sandbox, with our reporters before the runners. */

import type { Task } from '../../src/records/group.js';
import { readReport, tapClaims } from '../../src/rerun/report.js';
import type { TestRun } from '../../src/rerun/verdict.js';
import { shellQuoted } from '../../src/text/shell.js';
import { type ExecResult, type Limits, REPORT_FOLDER, type Sandbox, WORKDIR } from '../exec/port.js';
import type { TreeSource } from '../exec/tree.js';
import type { Kit } from './kit.js';

export interface TestBench {
  readonly sandbox: Sandbox;
  readonly kit: Kit;
  readonly environment: NonNullable<Task['environment']> & { readonly test_command: string };
  /** Folder of the tree that the command runs in; empty for the top. */
  readonly folder: string;
  /** Where the tree lies in the box. */
  readonly workdir?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const GiB = 2 ** 30;
const LIMITS: Partial<Limits> = {
  memory_bytes: 2 * GiB,
  pids: 512,
  cpus: 2,
  disk_bytes: GiB,
  inodes: 200_000,
};
const DEFAULT_S = 600;

export async function runTests(bench: TestBench, tree: TreeSource): Promise<TestRun> {
  const { sandbox, kit, environment, signal, workdir = WORKDIR } = bench;
  const time_s = environment.timeout_s ?? DEFAULT_S;
  const result = await sandbox.exec(
    tree,
    [shellFor(environment), '-c', scriptOf(bench, kit)],
    { ...LIMITS, time_s },
    {
      mounts: [{ source: kit.source, target: kit.target }],
      report: true,
      workdir,
      ...(signal && { signal }),
    },
  );
  const report = readReport(result.report ?? new Map(), kit.sign);
  const items = new Map(
    [...report.items].map(([id, item]) => [id, { ...item, home: inTree(item.home, workdir) }]),
  );
  const claims = items.size > 0 ? new Map() : tapClaims(Buffer.from(result.stdout).toString());
  return {
    exitCode: result.exit_code,
    stopped: stoppedText(result, time_s),
    items,
    collected: items.size > 0 ? report.collected : [...claims.keys()].sort(),
    foreign: report.foreign,
    claims,
  };
}

const inTree = (home: string, workdir: string): string =>
  home.startsWith(`${workdir}/`) ? home.slice(workdir.length + 1) : home;

/** Conda environments are switched on by `source`, which only bash has. */
const shellFor = ({ setup = '', test_command }: TestBench['environment']): string =>
  /(^|[\n;&])\s*source\s|\[\[/.test(`${setup}\n${test_command}`) ? 'bash' : 'sh';

function scriptOf({ environment, folder }: TestBench, { target }: Kit): string {
  return [
    `export T_REPORT=${REPORT_FOLDER} PYTHONPATH="${target}/py\${PYTHONPATH:+:$PYTHONPATH}"`,
    ...(environment.setup === undefined ? [] : [environment.setup]),
    // After the set-up: it may put programs of its own in front. Go's usual place is on no system's PATH.
    `export PATH="${target}/bin:$PATH:/usr/local/go/bin"`,
    ...(folder === '' ? [] : [`cd ${shellQuoted(folder)} || exit 1`]),
    environment.test_command,
  ].join('\n');
}

function stoppedText({ not_started, timed_out, oom, flooded }: ExecResult, seconds: number): string | null {
  if (not_started !== null) return not_started;
  if (timed_out) return `stopped after ${seconds} s`;
  if (flooded) return 'stopped for the amount of its output';
  return oom ? 'out of memory' : null;
}
