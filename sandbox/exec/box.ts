/** The life of one bubblewrap box: prepared, put in its control group, started on our word, watched, ended with all in it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Fault } from '../../src/fault.js';
import { Group, type Groups } from './cgroup.js';
import { BARE_ENV } from './command.js';
import { sealInherited } from './inherited.js';
import type { Pipes } from './pipes.js';
import type { ExecResult, HeldLimit, Limits } from './port.js';
import { reportOfTar } from './report.js';
import { Run } from './run.js';
import { childrenOf, watchMemory } from './watchdog.js';

const SETUP_MS = 60_000;

export interface BoxPlan {
  readonly folder: string;
  readonly command: string;
  /** Given whether a memory group holds the box, since weaker limits are set where it does not. */
  readonly args: (memoryHeld: boolean) => readonly string[];
  /** What is fed to its stdin while it is prepared. */
  readonly input: (() => AsyncIterable<Buffer>) | null;
  readonly mark: string;
  /** File with the system call filter. */
  readonly filter: string | null;
  readonly limits: Limits;
  readonly report: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Descriptors of a box: 0 input, 1 and 2 output, 3 bubblewrap tells of process 1, 4 takes our word, 5 the report, 6 the filter. */
const INFO = 3;
const WORD = 4;
const REPORT = 5;
const FILTER = 6;
const OURS = ['pipe', 'pipe', 'pipe'] as const;

export async function runBox(plan: BoxPlan, groups: Groups, pipes: Pipes): Promise<ExecResult> {
  using run = new Run(plan.limits, plan.mark, plan.signal);
  const group = new Group(groups, plan.limits);
  let child: ChildProcess | undefined;
  try {
    const memoryHeld = group.holds.includes('memory');
    child = start(plan, memoryHeld, pipes);
    const ended = once(child, 'exit') as Promise<[number | null]>;
    pipes.onData((stream, chunk) => run.push(stream, chunk));
    const report = plan.report ? reportOfTar(stdio(child, REPORT) as Readable) : null;
    // Right after the start the process is still waiting for our word, so all it starts is born in the group.
    if (child.pid !== undefined) group.add(child.pid);
    const [[code]] = await Promise.all([ended, live(child, plan, run, memoryHeld)]);
    run.over();
    await pipes.drained();
    const { oom, pidsLimit } = group.counters();
    return run.result({
      exitCode: code,
      oom,
      pidsLimit,
      limitsHeld: limitsHeld(group),
      report: await report,
    });
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('environment', `a bubblewrap box could not be run: ${why}`, {}, { cause });
  } finally {
    if (child) killAll(child);
    await group.remove();
  }
}

function start(plan: BoxPlan, memoryHeld: boolean, pipes: Pipes): ChildProcess {
  const filter = plan.filter === null ? null : openSync(plan.filter, 'r');
  const child = spawn(plan.command, [...plan.args(memoryHeld)], {
    cwd: plan.folder,
    env: BARE_ENV,
    stdio: [
      plan.input ? 'pipe' : 'ignore',
      pipes.stdout,
      pipes.stderr,
      ...OURS,
      filter,
      ...sealInherited(FILTER + 1),
    ],
  });
  if (filter !== null) closeSync(filter);
  // A box that ends early closes its ends under our hands; its exit tells the story.
  for (const stream of child.stdio) stream?.on('error', () => {});
  return child;
}

/** From the first word to the program's start; returns when the watch over it stands. */
async function live(child: ChildProcess, plan: BoxPlan, run: Run, memoryHeld: boolean): Promise<void> {
  const word = stdio(child, WORD) as Writable;
  const setup = setTimeout(() => killAll(child), SETUP_MS);
  let init: number | null = null;
  // Process 1 of the box takes all others with it, and bubblewrap waits for that.
  run.stopped.then(() => (init === null ? killAll(child) : kill(init)));
  word.write('go\n');
  if (plan.input) await pipeline(plan.input(), child.stdin as Writable).catch(() => {});
  init = await processOne(child);
  clearTimeout(setup);
  if (init === null) return;
  run.begin();
  word.write('go\n');
  if (memoryHeld) return;
  const watchdog = watchMemory(init, plan.limits.memory_bytes, () => run.stop('memory'));
  child.once('exit', () => watchdog[Symbol.dispose]());
}

/** Process 1 of the box, by its id on the host; null where bubblewrap ended before it told. */
function processOne(child: ChildProcess): Promise<number | null> {
  const info = stdio(child, INFO) as Readable;
  return new Promise((resolve) => {
    let text = '';
    // Read on to the end: bubblewrap would die of a closed pipe before it lets its child go.
    info.on('data', (chunk) => {
      text += chunk;
      const pid = /"child-pid":\s*(\d+)\D/.exec(text)?.[1];
      if (pid) resolve(Number(pid));
    });
    info.once('close', () => resolve(null));
  });
}

/** Descriptors beyond 4 are missing in Node's type. */
const stdio = (child: ChildProcess, fd: number): unknown => (child.stdio as readonly unknown[])[fd];

/** Bubblewrap and, where it was stopped while it made its child, that child, which would wait for it for ever. */
function killAll(child: ChildProcess): void {
  for (const pid of child.pid === undefined ? [] : childrenOf(child.pid)) kill(pid);
  child.kill('SIGKILL');
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself a moment ago.
  }
}

const limitsHeld = (group: Group): HeldLimit[] => {
  const holds = new Set<HeldLimit>([...group.holds, 'pids']);
  if (!holds.has('memory')) holds.add('memory_per_process');
  return [...holds];
};
