/** Copies one commit's tree out of a foreign object folder into a store of our own, and lists the commit's ancestors. */
import { readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { quotePath } from './bare.js';
import { firstLine, type Git } from './git.js';

/** Reads through a foreign object folder: its objects and nothing else, no configuration, no refs, no hooks. */
export interface ForeignObjects {
  readonly git: Git;
  /** Our own git directory, which receives the objects. */
  readonly gitDir: string;
  readonly objects: string;
  readonly signal?: AbortSignal | undefined;
}

const through = ({ gitDir, objects, signal }: ForeignObjects) => ({
  gitDir,
  env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(objects) },
  signal,
});

/** True where the commit is there; a fault where its id belongs to something else. */
export async function hasCommit(from: ForeignObjects, commit: string): Promise<boolean> {
  const { exitCode, stdout } = await from.git.run(['cat-file', '-t', commit], through(from));
  if (exitCode !== 0) return false;
  const type = new TextDecoder().decode(stdout).trim();
  if (type === 'commit') return true;
  throw new Fault('input', `task.repo.base_commit: ${commit} is a ${type}, not a commit`, {
    field: 'task.repo.base_commit',
  });
}

/** Sorted ids of the commit and all its ancestors; null where the history is cut off (shallow or partial clones). */
export async function listAncestors(from: ForeignObjects, commit: string): Promise<string[] | null> {
  const { exitCode, stdout, truncated } = await from.git.run(['rev-list', '--end-of-options', commit], {
    ...through(from),
    maxBytes: 512 << 20,
  });
  if (exitCode !== 0 || truncated) return null;
  return new TextDecoder().decode(stdout).trimEnd().split('\n').sort();
}

/** Packs the commit and its tree, without a parent, and indexes the pack anew: every id is computed from its bytes. */
export async function packCommit(from: ForeignObjects, commit: string): Promise<void> {
  const { git, gitDir, signal } = from;
  const folder = join(gitDir, 'objects/pack');
  const packed = await git.run(
    ['pack-objects', '--quiet', '--revs', '--window=0', '--delta-base-offset', join(folder, 'pack')],
    { ...through(from), stdin: new TextEncoder().encode(`--shallow ${commit}\n${commit}\n`) },
  );
  if (packed.exitCode !== 0) throw incomplete(commit, packed.stderr);
  for (const name of await readdir(folder)) if (!name.endsWith('.pack')) await unlink(join(folder, name));
  for (const name of await readdir(folder)) {
    await git.read(['index-pack', join(folder, name)], { gitDir, signal });
  }
  await writeFile(join(gitDir, 'shallow'), `${commit}\n`);
  const whole = await git.run(['rev-list', '--objects', '--quiet', '--end-of-options', commit], {
    gitDir,
    signal,
  });
  if (whole.exitCode !== 0) throw incomplete(commit, whole.stderr);
}

const incomplete = (commit: string, stderr: Uint8Array) =>
  new Fault(
    'environment',
    `the files of commit ${commit} are not all there (${firstLine(stderr)}); a partial clone or a damaged repository cannot serve, fetch it whole`,
  );
