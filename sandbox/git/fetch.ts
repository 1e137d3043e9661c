/** Fetches one commit from an https or ssh address by its full id; the home of simple-git. */
import { access, appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SimpleGit, type SimpleGitProgressEvent, simpleGit } from 'simple-git';
import { Fault } from '../../src/fault.js';
import { redactAddress } from '../../src/records/repo-address.js';
import { limit } from '../limit.js';
import { createGitDir, formatOf } from './bare.js';
import type { Git } from './git.js';

export interface FetchProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

export interface RemoteCommit {
  readonly git: Git;
  /** Checked by `checkRepoAddress`. */
  readonly url: string;
  readonly commit: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
}

/** Silence for this long ends a fetch, and so does this much time in all. */
const STALLED_MS = 120_000;
const LONGEST_MS = 30 * 60_000;
/** git's word for all of it. With a depth a shallow server names its roots; without one git asks it for their parents for ever. */
const WHOLE = 2147483647;
const slots = limit(2);

/** The commit and its files, without a parent, into the new git directory `gitDir`. */
export async function fetchCommit(remote: RemoteCommit, gitDir: string): Promise<void> {
  await fetchInto(remote, gitDir, ['--depth=1']);
}

/** The commit with its ancestors, without their files where the server can filter; true where the history is whole. */
export async function fetchHistory(remote: RemoteCommit, gitDir: string): Promise<boolean> {
  await fetchInto(remote, gitDir, ['--filter=tree:0', `--depth=${WHOLE}`]);
  return access(join(gitDir, 'shallow')).then(
    () => false,
    () => true,
  );
}

async function fetchInto(remote: RemoteCommit, gitDir: string, depth: string[]): Promise<void> {
  const { url, commit } = remote;
  const longest = AbortSignal.timeout(LONGEST_MS);
  const signal = remote.signal === undefined ? longest : AbortSignal.any([remote.signal, longest]);
  await createGitDir(gitDir, { format: formatOf(commit) });
  await appendFile(join(gitDir, 'config'), '[fetch]\n\tunpackLimit = 1\n');
  const options = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance'];
  try {
    // simple-git puts its --progress last, so there can be no --end-of-options: url and commit were checked.
    await slots(
      () => client({ ...remote, signal }, gitDir).raw('fetch', ...depth, ...options, url, commit),
      signal,
    );
  } catch (error) {
    if (remote.signal?.aborted === true) throw new Fault('cancelled', 'the fetch was stopped');
    if (longest.aborted)
      throw refused(remote, new Error(`it took longer than ${LONGEST_MS / 60_000} minutes`));
    throw refused(remote, error as Error);
  }
}

function client({ git, signal, onProgress }: RemoteCommit, gitDir: string): SimpleGit {
  const env = {
    ...git.env,
    GIT_DIR: gitDir,
    GIT_ALLOW_PROTOCOL: 'https:ssh:http',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
  };
  const report = ({ stage, processed, total }: SimpleGitProgressEvent) =>
    onProgress?.({ stage, done: processed, total });
  return simpleGit({
    baseDir: gitDir,
    progress: report,
    timeout: { block: STALLED_MS },
    allowEnvironment: Object.keys(env),
    // Its guard asks about values that a caller could have smuggled in: these are all ours.
    unsafe: { allowUnsafeConfigPaths: true, allowUnsafeSshCommand: true },
    ...(signal === undefined ? {} : { abort: signal }),
  }).env(env);
}

function refused({ url, commit }: RemoteCommit, { message }: Error): Fault {
  const field = 'task.repo.base_commit';
  const said = message.replaceAll(url, redactAddress(url)).trim().split('\n').at(-1) ?? '';
  const missing = /not our ref|unadvertised object|remote ref|bad object|shallow/.test(message);
  const text = missing
    ? `base_commit_missing: ${redactAddress(url)} does not give out ${commit} (${said}); use a repository that has it, or a bundle of it`
    : `${redactAddress(url)} could not be fetched: ${said}`;
  return new Fault('environment', text, { field: missing ? field : 'task.repo' });
}
