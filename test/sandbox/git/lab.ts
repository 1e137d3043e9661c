/** Real repositories, stores and workspaces in a temporary folder, for the tests of this folder. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Git, openGit } from '../../../sandbox/git/git.js';
import { objectPool } from '../../../sandbox/git/objects.js';
import { acquireBase, type BaseSource } from '../../../sandbox/git/store.js';
import { openWorkspace, type Workspace } from '../../../sandbox/git/workspace.js';

export const cases = join(resolve(dirname(fileURLToPath(import.meta.url)), '../../..'), 'test/cases');

export interface Lab extends AsyncDisposable {
  readonly dir: string;
  readonly git: Git;
  readonly cacheDir: string;
  readonly tempDir: string;
  acquire(source: BaseSource, signal?: AbortSignal): ReturnType<typeof acquireBase>;
  /** A workspace over the tip of a repository. */
  open(repository: string, workdir?: string): Promise<Workspace>;
}

export async function openLab(): Promise<Lab> {
  const dir = await mkdtemp(join(tmpdir(), 'gagar-git-'));
  const git = openGit(process.env);
  const objects = objectPool(git);
  const [cacheDir, tempDir] = [join(dir, 'cache'), join(dir, 'temp')];
  const acquire: Lab['acquire'] = (source, signal) => acquireBase(source, { git, cacheDir, signal });
  return {
    dir,
    git,
    cacheDir,
    tempDir,
    acquire,
    open: async (repository, workdir) => {
      const store = await acquire({ kind: 'repository', address: repository, commit: tip(repository) });
      return openWorkspace(store, { git, objects, tempDir, workdir });
    },
    [Symbol.asyncDispose]: async () => {
      await objects[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const QUIET = {
  PATH: '/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
};

/** Runs a program as a person would, apart from the code under test; throws with its words where it fails. */
export function sh(argv: readonly [string, ...string[]], cwd: string, input?: Uint8Array): Buffer {
  const [file, ...args] = argv;
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    cwd,
    input,
    env: QUIET,
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${status} ${stderr}`);
  return stdout;
}

/** The small repository that the P* patches are meant for. */
export function makeBase(dir: string): string {
  const base = join(dir, 'base');
  sh(['sh', join(cases, 'base/make-base.sh'), base], dir);
  return base;
}

export const tip = (repository: string): string =>
  sh(['git', '-c', 'safe.directory=*', '-C', repository, 'rev-parse', 'HEAD'], '/').toString().trim();

/** Commits all that is there and returns the id. */
export function commitAll(repository: string): string {
  sh(['git', 'add', '-A'], repository);
  sh(['git', 'commit', '-q', '-m', 'state'], repository);
  return tip(repository);
}
