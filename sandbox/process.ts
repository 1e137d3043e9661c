/** The one place that starts processes: argument arrays, a closed environment, byte caps, a deadline and an abort. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface ProcessOptions {
  readonly cwd: string;
  /** The whole environment of the child; nothing is inherited, so `PATH` belongs in here. */
  readonly env: Readonly<Record<string, string>>;
}

export interface RunOptions extends ProcessOptions {
  /** Bytes for its standard input; without them it reads an empty one. */
  readonly stdin?: Uint8Array;
  /** Cap of stdout and, apart from it, of stderr; the process is stopped there. Default 16 MiB. */
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** How a process ended: the same fields whether it did well or not. */
export interface RunResult {
  /** null: it was stopped by a signal, or never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** An output reached `maxBytes` and the rest of it was lost. */
  readonly truncated: boolean;
  /** Why it could not be started, e.g. `ENOENT`; null where it ran. */
  readonly startError: string | null;
}

const DEFAULT_MAX_BYTES = 16 << 20;
/** Time for an orderly end (git removes its lock files) before SIGKILL. */
const GRACE_MS = 2000;

/** Runs a program to its end. A failure is a result; only an argument with a NUL byte throws. */
export async function run(argv: readonly [string, ...string[]], options: RunOptions): Promise<RunResult> {
  try {
    const child = launch(argv, options, [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']);
    return await outcomeOf(child, options);
  } catch (error) {
    const { syscall, code = 'unknown' } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return { ...NOT_STARTED, startError: code };
  }
}

const NOT_STARTED = {
  exitCode: null,
  signal: null,
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  timedOut: false,
  cancelled: false,
  truncated: false,
};

/** Each leads a process group of its own: what it started can be ended with it, and a Ctrl-C at the terminal spares it. */
const launch = (
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env }: ProcessOptions,
  stdio: ('ignore' | 'pipe')[],
): ChildProcess => spawn(file, args, { cwd, env, stdio, detached: true });

/** Rejects where it could not be started. */
async function outcomeOf(
  child: ChildProcess,
  { stdin, maxBytes = DEFAULT_MAX_BYTES, timeoutMs, signal }: RunOptions,
): Promise<RunResult> {
  let stopped: 'timeout' | 'cancel' | null = null;
  const stop = (why: 'timeout' | 'cancel') => () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    stopped ??= why;
    end(child);
  };
  // Where the system has no descriptors left, there is no stream at all.
  const pipes = [child.stdout, child.stderr].flatMap((stream) => stream ?? []);
  const outputs = pipes.map((stream) => collect(stream, maxBytes, () => end(child)));
  child.once('exit', () => (child.killed ? killGroup(child.pid) : endHeldPipes(child.pid, pipes)));
  child.stdin?.on('error', () => {}).end(stdin);
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop('timeout'), timeoutMs);
  const cancel = stop('cancel');
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    await closed(child);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
  const [stdout, stderr] = outputs.map(({ bytes }) => bytes());
  return {
    exitCode: child.exitCode,
    signal: child.signalCode,
    stdout: stdout ?? new Uint8Array(),
    stderr: stderr ?? new Uint8Array(),
    timedOut: stopped === 'timeout',
    cancelled: stopped === 'cancel',
    truncated: outputs.some(({ isFull }) => isFull()),
    startError: null,
  };
}

const closed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('close', () => resolve());
    // Of a program that runs, the error is a signal that could not be sent.
    child.on('error', (error) => child.pid === undefined && reject(error));
  });

/** In order, and where it does not obey, by force. */
function end(child: ChildProcess): void {
  child.kill();
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
}

/** Keeps what a stream says up to a cap. */
function collect(stream: Readable, cap: number, onFull: () => void) {
  const chunks: Uint8Array[] = [];
  let room = cap;
  let isFull = false;
  stream.on('data', (chunk: Uint8Array) => {
    if (chunk.length > room && !isFull) {
      isFull = true;
      onFull();
    }
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room = Math.max(0, room - chunk.length);
  });
  return { bytes: (): Uint8Array => Buffer.concat(chunks), isFull: () => isFull };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty: nothing was left.
  }
}

/** A grandchild that outlives its parent holds the pipes open; it is given the grace and then ended. */
function endHeldPipes(pid: number | undefined, pipes: readonly Readable[]): void {
  const endAll = () => {
    if (pipes.every((pipe) => pipe.closed)) return;
    killGroup(pid);
    for (const pipe of pipes) pipe.destroy();
  };
  // An immediate runs after a round of reading, so a loop that was blocked over the grace loses nothing.
  setTimeout(() => setImmediate(endAll), GRACE_MS).unref();
}

/** A process to talk with. */
export interface LiveProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it is gone; never rejects. */
  readonly ended: Promise<void>;
  kill(): void;
}

/** Starts a program that is fed and read while it runs; its stderr is dropped. It ends with its input, or when it is told. */
export function start(argv: readonly [string, ...string[]], options: ProcessOptions): LiveProcess {
  const child = launch(argv, options, ['pipe', 'pipe', 'ignore']);
  const ended = closed(child).catch(() => {});
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error(`${argv[0]} could not be started: too many open files`);
  return { stdin, stdout, ended, kill: () => end(child) };
}
