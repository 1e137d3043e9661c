/** The port behind which untrusted code runs: one fresh copy of one candidate's tree, one program, hard limits, nothing left. */
import type { TreeSource } from './tree.js';

export interface Limits {
  /** Wall time of the program, from its start. */
  readonly time_s: number;
  /** All processes together, files in memory included; swap is not added. */
  readonly memory_bytes: number;
  /** Processes and threads alive at once. */
  readonly pids: number;
  readonly cpus: number;
  /** What the program may write, in the copy and in /tmp. */
  readonly disk_bytes: number;
  readonly inodes: number;
  /** Kept of stdout and of stderr, each: the first and the last half; the middle is counted and dropped. */
  readonly output_bytes: number;
  /** A program that writes more than this is stopped. */
  readonly flood_bytes: number;
}

/** The limits of a box itself, as against those of one program in it. */
export type BoxSize = Pick<Limits, 'memory_bytes' | 'pids' | 'cpus' | 'disk_bytes' | 'inodes'>;

const MiB = 2 ** 20;
export const DEFAULT_LIMITS: Limits = {
  time_s: 60,
  memory_bytes: 1024 * MiB,
  pids: 256,
  cpus: 1,
  disk_bytes: 256 * MiB,
  inodes: 50_000,
  output_bytes: MiB,
  flood_bytes: 1024 * MiB,
};

/** Limits of a check as a whole that the driver really enforced; `memory_per_process` is the weaker form of `memory`. */
export type HeldLimit =
  | 'time'
  | 'output'
  | 'network'
  | 'disk'
  | 'memory'
  | 'memory_per_process'
  | 'pids'
  | 'cpus';

export interface ExecResult {
  /** Of the program itself, 128 + n after signal n; null where it was stopped or never started: unknown, never a pass. */
  readonly exit_code: number | null;
  /** Why no program ran (no such program, no shell in the image, …); null where it ran. */
  readonly not_started: string | null;
  readonly timed_out: boolean;
  /** The kernel killed something in the box for want of memory; our own kill never counts. */
  readonly oom: boolean;
  /** Output was left out; `flooded` where the program was stopped for it. */
  readonly truncated: boolean;
  readonly flooded: boolean;
  /** Read from the output or the kernel's counters: a sign for the reader, not a proof (a program may print what it likes). */
  readonly no_space: boolean;
  readonly pids_limit_hit: boolean;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly duration_s: number;
  readonly limits_held: readonly HeldLimit[];
  /** Files that the program left in `REPORT_FOLDER`, by name; null where none were asked for or the program was stopped. */
  readonly report: ReadonlyMap<string, Uint8Array> | null;
}

export interface ReadOnlyMount {
  /** Folder on this machine; the program is another user, so it must be readable for everyone. */
  readonly source: string;
  /** Absolute path in the box, outside of the work folder. */
  readonly target: string;
}

export interface ExecOptions {
  /** Ends the program and everything it started; exec then throws a Fault `cancelled`. */
  readonly signal?: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
  /** Where the tree lies in the box, and the program's working folder: the path that training used. */
  readonly workdir?: string;
  readonly mounts?: readonly ReadOnlyMount[];
  /** Collect the files of `REPORT_FOLDER`: a road for item reports beside stdout and stderr. */
  readonly report?: boolean;
}

export const WORKDIR = '/workspace';
export const REPORT_FOLDER = '/report';
/** All report files together. */
export const REPORT_BYTES = 16 * MiB;

export interface Sandbox extends AsyncDisposable {
  readonly driver: 'docker' | 'bubblewrap' | 'none';
  /** null where checks can run, else why they cannot. */
  readonly unavailable: string | null;
  /**
   * Runs `argv` (never through a shell) in a copy of `tree` that no other check sees and that is gone afterwards.
   * A program that fails, hangs, bombs or is missing is a result; only our own trouble throws:
   * @throws Fault `environment` where the engine or the host fails, `cancelled` after `signal`, `input` for a bad tree.
   */
  exec(
    tree: TreeSource,
    argv: readonly string[],
    limits?: Partial<Limits>,
    options?: ExecOptions,
  ): Promise<ExecResult>;
}

const NOTHING = new Uint8Array();
const QUIET: ExecResult = {
  exit_code: null,
  not_started: null,
  timed_out: false,
  oom: false,
  truncated: false,
  flooded: false,
  no_space: false,
  pids_limit_hit: false,
  stdout: NOTHING,
  stderr: NOTHING,
  duration_s: 0,
  limits_held: [],
  report: null,
};

/** The result of a check in which no program ran. */
export const notStarted = (cause: string): ExecResult => ({ ...QUIET, not_started: cause });

/** What stands in where nothing can run code: every check says so. */
export const unavailable = (reason: string): Sandbox => ({
  driver: 'none',
  unavailable: reason,
  exec: async () => notStarted(`not available: ${reason}`),
  [Symbol.asyncDispose]: async () => {},
});
