/** The one place that starts processes: argument arrays, a closed environment, byte caps, a deadline and an abort. */
import type { Readable, Writable } from 'node:stream';
import { execa } from 'execa';

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
  const { cwd, env, stdin, maxBytes = DEFAULT_MAX_BYTES, timeoutMs, signal } = options;
  const [file, ...args] = argv;
  const child = execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    ...(stdin === undefined ? { stdin: 'ignore' as const } : { input: stdin }),
    encoding: 'buffer',
    buffer: false,
    reject: false,
    detached: true,
    forceKillAfterDelay: GRACE_MS,
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    ...(signal === undefined ? {} : { cancelSignal: signal }),
  });
  const outputs = [child.stdout, child.stderr].map((stream) => collect(stream, maxBytes, () => child.kill()));
  child.once('exit', () => (child.killed ? killGroup(child.pid) : endHeldPipes(child)));
  const result = await child;
  const [stdout, stderr] = outputs.map(({ bytes }) => bytes());
  return {
    exitCode: result.exitCode ?? null,
    signal: result.signal ?? null,
    stdout: stdout ?? new Uint8Array(),
    stderr: stderr ?? new Uint8Array(),
    timedOut: result.timedOut,
    cancelled: result.isCanceled,
    truncated: outputs.some(({ isFull }) => isFull()),
    startError: startErrorOf(result),
  };
}

/** Keeps what a stream says up to a cap. By hand: execa's own buffers cost more than the rest of a short run. */
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

/** Each run leads a process group of its own, so what it started can be ended with it. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty: nothing was left.
  }
}

interface Piped {
  readonly pid?: number | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** A grandchild that outlives its parent holds the pipes open; it is given the grace and then ended. */
function endHeldPipes({ pid, stdout, stderr }: Piped): void {
  const end = () => {
    if (stdout.closed && stderr.closed) return;
    killGroup(pid);
    stdout.destroy();
    stderr.destroy();
  };
  // An immediate runs after a round of reading, so a loop that was blocked over the grace loses nothing.
  setTimeout(() => setImmediate(end), GRACE_MS).unref();
}

/** A process to talk with. */
export interface LiveProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it is gone; never rejects. */
  readonly ended: Promise<void>;
  kill(): void;
}

/** Starts a program that is fed and read while it runs; its stderr is dropped. */
export function start(argv: readonly [string, ...string[]], { cwd, env }: ProcessOptions): LiveProcess {
  const [file, ...args] = argv;
  const child = execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
    encoding: 'buffer',
    buffer: false,
    reject: false,
    // Out of reach of a Ctrl-C at the terminal: it ends with its input, or when it is told.
    detached: true,
    forceKillAfterDelay: GRACE_MS,
  });
  const ended = child.then(() => undefined);
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => child.kill() };
}

interface Ending {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly code?: string | undefined;
  readonly failed: boolean;
}

function startErrorOf({ exitCode, signal, code, failed }: Ending): string | null {
  const ran = exitCode !== undefined || signal !== undefined;
  return ran || !failed ? null : (code ?? 'unknown');
}
