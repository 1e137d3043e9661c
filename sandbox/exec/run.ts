/** One running program as both drivers see it: its output, its clock, and why it was stopped. */
import { Fault } from '../../src/fault.js';
import { Output } from './output.js';
import {
  DEFAULT_LIMITS,
  type ExecOptions,
  type ExecResult,
  type HeldLimit,
  type Limits,
  notStarted,
  WORKDIR,
} from './port.js';
import { MarkFilter } from './start.js';

export type Stop = 'timeout' | 'flood' | 'cancelled' | 'memory';

/** What only the driver knows when all is over. */
export interface Ending {
  /** Ignored where the program was stopped. */
  readonly exitCode: number | null;
  readonly oom: boolean;
  readonly pidsLimit?: boolean;
  readonly limitsHeld: readonly HeldLimit[];
  /** Output was cut off on its way. */
  readonly torn?: boolean;
  readonly report?: ReadonlyMap<string, Uint8Array> | null;
}

export class Run implements Disposable {
  /** Settles when the program must be stopped, with the reason; the first reason stays. */
  readonly stopped: Promise<Stop>;
  stop: (reason: Stop) => void;
  private reason: Stop | null = null;
  private readonly out: Output;
  private readonly err: Output;
  private readonly mark: MarkFilter;
  private timer: NodeJS.Timeout | undefined;
  private begun = performance.now();
  private duration: number | null = null;
  private readonly onAbort = (): void => this.stop(CANCELLED);

  constructor(
    private readonly limits: Limits,
    mark: string,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.out = new Output(limits.output_bytes);
    this.err = new Output(limits.output_bytes);
    this.mark = new MarkFilter(mark);
    let settle: (reason: Stop) => void = () => {};
    this.stopped = new Promise((resolve) => {
      settle = resolve;
    });
    this.stop = (reason) => {
      if (this.duration !== null) return;
      this.reason ??= reason;
      settle(this.reason);
    };
    signal?.addEventListener('abort', this.onAbort, { once: true });
    if (signal?.aborted) this.stop(CANCELLED);
  }

  /** The program starts now: its time counts from here. */
  begin(): void {
    this.begun = performance.now();
    this.timer = setTimeout(() => this.stop('timeout'), this.limits.time_s * 1000);
  }

  push(stream: 'stdout' | 'stderr', chunk: Buffer): void {
    if (stream === 'stdout') this.out.push(chunk);
    else this.err.push(this.mark.push(chunk));
    if (this.out.total + this.err.total > this.limits.flood_bytes) this.stop('flood');
  }

  /** The program is over: no reason to stop it counts any more. */
  over(): void {
    this.duration ??= (performance.now() - this.begun) / 1000;
    clearTimeout(this.timer);
  }

  /** @throws Fault cancelled after the caller's signal */
  result(ending: Ending): ExecResult {
    this.over();
    if (this.reason === 'cancelled') throw cancelled();
    // What stands on stdout before the mark is the shell's or the engine's word, never the program's.
    if (!this.mark.started && this.reason === null) {
      const said = this.out.bytes().toString().trim();
      return notStarted(said === '' ? this.mark.cause() : said.slice(0, 500));
    }
    const { out, err, reason } = this;
    return {
      exit_code: reason === null ? ending.exitCode : null,
      not_started: null,
      timed_out: reason === 'timeout',
      oom: ending.oom || reason === 'memory',
      truncated: out.truncated || err.truncated || ending.torn === true,
      flooded: reason === 'flood',
      no_space: out.noSpace || err.noSpace,
      pids_limit_hit: ending.pidsLimit === true || out.pidsLimit || err.pidsLimit,
      stdout: out.bytes(),
      stderr: err.bytes(),
      duration_s: this.duration ?? 0,
      limits_held: ['time', 'output', 'network', 'disk', ...ending.limitsHeld],
      report: reason === null ? (ending.report ?? null) : null,
    };
  }

  [Symbol.dispose](): void {
    this.over();
    this.signal?.removeEventListener('abort', this.onAbort);
  }
}

const CANCELLED = 'cancelled';
const cancelled = (): Fault => new Fault('cancelled', 'the check was cancelled');

/** Defaults filled in. @throws Fault usage for an argument vector, limit or place that no program can be run with */
export function checkArguments(
  argv: readonly string[],
  limits: Partial<Limits>,
  { workdir = WORKDIR, mounts = [] }: ExecOptions,
): Limits {
  if (argv.length === 0 || argv[0] === '') throw new Fault('usage', 'argv names no program');
  const bad = argv.find((argument) => argument.includes('\0'));
  if (bad !== undefined) throw new Fault('usage', `argument ${JSON.stringify(bad)} holds a NUL byte`);
  for (const place of [workdir, ...mounts.map(({ target }) => target)]) {
    if (/^(\/(?!\.{0,2}(\/|$))[^/\0]+)+$/.test(place)) continue;
    throw new Fault('usage', `place ${JSON.stringify(place)} in the box is no plain absolute path`);
  }
  const all = { ...DEFAULT_LIMITS, ...limits };
  for (const [name, value] of Object.entries(all)) {
    if (!Number.isFinite(value) || value <= 0) {
      throw new Fault('usage', `limit ${name} is ${value}; it must be a positive number`);
    }
  }
  return all;
}
