/** Our own git: a closed environment, no configuration but ours, nothing that a repository could make run, four at once. */
import { delimiter, resolve } from 'node:path';
import { Fault } from '../../src/fault.js';
import { isFull } from '../full.js';
import { limit } from '../limit.js';
import { type LiveProcess, type RunResult, run, start } from '../process.js';
import type { Run } from '../starter.js';

/** What of the caller's environment git may see: `PATH`, and for a fetch the agent, proxy and certificate names. */
export type HostEnvironment = Readonly<Record<string, string | undefined>>;

export interface GitCall {
  /** A git directory of our own making, never a foreign one. */
  readonly gitDir: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Git {
  /** The closed environment, also for simple-git. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs to the end; a refusal is a result. Throws only where git is missing or the call was cancelled. */
  run(args: readonly string[], call: GitCall): Promise<RunResult>;
  /** stdout of a call that has to succeed. */
  read(args: readonly string[], call: GitCall): Promise<Uint8Array>;
  /** @throws Fault environment where there is none on PATH that can be started */
  check(): Promise<void>;
  /** A process to talk with; it is not counted among the four. */
  start(args: readonly string[], call: Pick<GitCall, 'gitDir'>): LiveProcess;
}

const INHERITED =
  /^(PATH|SSH_AUTH_SOCK|SSL_CERT_FILE|SSL_CERT_DIR|(https?|all|no)_proxy|(HTTPS?|ALL|NO)_PROXY)$/;
/** These name places from the caller's folder, and git runs in another one. */
const PLACES = /^(PATH|SSH_AUTH_SOCK|SSL_CERT_FILE|SSL_CERT_DIR)$/;

const CLOSED = {
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // A binary patch may declare any size; git has to refuse it rather than take the machine's memory.
  GIT_ALLOC_LIMIT: '512m',
};

/** Settings that no file may override: `-c` stands above every configuration. */
const HARDENED = [
  'safe.bareRepository=explicit',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.autocrlf=false',
  'core.ignoreCase=false',
  'core.commitGraph=false',
  'apply.whitespace=nowarn',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
] as const;

const GLOBAL = ['--no-replace-objects', '--literal-pathspecs', ...HARDENED.flatMap((item) => ['-c', item])];

/** The first that knows `safe.bareRepository`. */
export const OLDEST_GIT = '2.38';

/** Shared by every workspace of the process: more than four at once buy nothing on common machines. */
const slots = limit(4);

/** @param runProgram starts the short calls; what is talked with is always started here */
export function openGit(host: HostEnvironment = {}, runProgram: Run = run): Git {
  const inherited = Object.entries(host).flatMap(([name, value]) =>
    INHERITED.test(name) && value ? [[name, PLACES.test(name) ? wholePaths(value) : value]] : [],
  );
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...Object.fromEntries(inherited), ...CLOSED } as Record<
    string,
    string
  >;
  const argv = (gitDir: string, args: readonly string[]) =>
    ['git', ...GLOBAL, `--git-dir=${gitDir}`, ...args] as const;

  const runGit: Git['run'] = (args, { gitDir: named, env: more, ...rest }) =>
    slots(async () => {
      const gitDir = resolve(named);
      const result = await runProgram(argv(gitDir, args), { cwd: gitDir, env: { ...env, ...more }, ...rest });
      if (result.startError !== null) throw notStarted(result.startError);
      if (result.exitCode !== 0 && isFull(gitDir)) throw fullDisk(args, gitDir, result);
      if (result.cancelled) throw new Fault('cancelled', `git ${args[0]} was stopped`);
      return result;
    }, rest.signal);

  return {
    env,
    run: runGit,
    read: async (args, call) => {
      const result = await runGit(args, call);
      if (result.exitCode !== 0 || result.truncated) throw failed(args, result, call);
      return result.stdout;
    },
    check: async () => {
      const { startError } = await runProgram(['git', 'version'], { cwd: '/', env, timeoutMs: 10_000 });
      if (startError !== null) throw notStarted(startError);
    },
    start: (args, { gitDir: named }) => {
      const gitDir = resolve(named);
      return start(argv(gitDir, args), { cwd: gitDir, env });
    },
  };
}

const wholePaths = (list: string): string =>
  list
    .split(delimiter)
    .map((path) => (path === '' ? path : resolve(path)))
    .join(delimiter);

const notStarted = (code: string) =>
  new Fault(
    'environment',
    `git could not be started (${code}); install git ${OLDEST_GIT} or newer and put it on PATH`,
  );

/** The disk's refusal, not the repository's: as the system would have put it. */
const fullDisk = ([command]: readonly string[], path: string, { stderr }: RunResult): Error =>
  Object.assign(new Error(firstLine(stderr)), { code: 'ENOSPC', syscall: `git ${command}`, path });

function failed(args: readonly string[], result: RunResult, { maxBytes, timeoutMs }: GitCall): Fault {
  const why = result.truncated
    ? `printed more than ${maxBytes ?? 'the default number of'} bytes`
    : result.timedOut
      ? `ran longer than ${timeoutMs} ms`
      : `ended with ${result.exitCode ?? result.signal}: ${firstLine(result.stderr)}`;
  return new Fault('environment', `git ${args[0]} ${why}`);
}

/** What git said first, for a message. */
export const firstLine = (stderr: Uint8Array): string =>
  new TextDecoder().decode(stderr.subarray(0, 2000)).split('\n', 1)[0] || 'no message';
