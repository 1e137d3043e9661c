/** Fills a new store from each kind of source; every road ends in the same few objects. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { redactAddress } from '../../src/records/repo-address.js';
import { importArchive } from './archive.js';
import { createGitDir, formatOf } from './bare.js';
import type { FetchProgress } from './fetch.js';
import { firstLine, type Git } from './git.js';
import { type ForeignObjects, hasCommit, listAncestors, packCommit } from './pack.js';
import { findSource } from './source.js';

export interface Filling {
  readonly git: Git;
  /** The new store: made here. */
  readonly gitDir: string;
  /** A folder for what is thrown away afterwards. */
  readonly scratch: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
}

/** Sorted ids of the base commit and its ancestors; null where the source has no whole history. */
export type Ancestors = readonly string[] | null;

/** From a work tree, a bare repository or a bundle of this machine. */
export async function fillFromPath(filling: Filling, path: string, commit: string): Promise<Ancestors> {
  return fillFrom(await findAtPath(filling, path, commit), commit);
}

/** Where the objects of the commit are read from. @throws Fault where there is no repository, or it lacks the commit */
export async function findAtPath(filling: Filling, path: string, commit: string): Promise<ForeignObjects> {
  const source = await findSource(path);
  if (source === null) {
    const text = `task.repo: ${JSON.stringify(path)} is no git repository or bundle; name a work tree, a bare repository or a bundle`;
    throw new Fault('input', text, { field: 'task.repo' });
  }
  const objects = source.kind === 'objects' ? source.objects : await unbundle(filling, source.file, commit);
  return findCommit(filling, objects, commit, path);
}

/** From an https or ssh address: the files first, then the ids of the history. */
export async function fillFromRemote(filling: Filling, url: string, commit: string): Promise<Ancestors> {
  const { fetchCommit, fetchHistory } = await import('./fetch.js');
  const { git, scratch, signal, onProgress } = filling;
  const remote = { git, url, commit, signal, onProgress };
  const [files, history] = [join(scratch, 'files'), join(scratch, 'history')];
  await fetchCommit(remote, files);
  await fillFrom(await findCommit(filling, join(files, 'objects'), commit, url), commit);
  if (!(await fetchHistory(remote, history))) return null;
  // Read from beside it: the fetched folder knows a remote that git would ask for what is missing.
  const gitDir = join(scratch, 'ids');
  await createGitDir(gitDir, { format: formatOf(commit) });
  return listAncestors({ git, gitDir, objects: join(history, 'objects'), signal }, commit);
}

/** From the files inside an image, as a tar: their store is named by the image's id, so there is no sum to hold them to. */
export async function fillFromImage(
  { git, gitDir, signal }: Filling,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Ancestors> {
  await createGitDir(gitDir, { format: 'sha1' });
  await importArchive({ git, gitDir, signal, bytes });
  return null;
}

/** From a tar of the base files; the commit is of our own making. */
export async function fillFromArchive(
  { git, gitDir, signal }: Filling,
  bytes: AsyncIterable<Uint8Array>,
  sha256: string,
): Promise<Ancestors> {
  await createGitDir(gitDir, { format: 'sha1' });
  const hash = createHash('sha256');
  await importArchive({ git, gitDir, signal, bytes: tee(bytes, (chunk) => hash.update(chunk)) });
  const found = hash.digest('hex');
  if (found === sha256) return null;
  throw new Fault('input', `task.tree: its sha256 is ${found}, not ${sha256}`, { field: 'task.tree' });
}

/** Makes the store, still empty. */
async function findCommit(
  { git, gitDir, signal }: Filling,
  objects: string,
  commit: string,
  address: string,
): Promise<ForeignObjects> {
  await createGitDir(gitDir, { format: formatOf(commit) });
  const from = { git, gitDir, objects, signal };
  if (!(await hasCommit(from, commit))) throw missing(address, commit);
  return from;
}

async function fillFrom(from: ForeignObjects, commit: string): Promise<Ancestors> {
  const ancestors = await listAncestors(from, commit);
  await packCommit(from, commit);
  return ancestors;
}

/** A bundle may hold later commits: they stay in the scratch folder. */
async function unbundle({ git, scratch, signal }: Filling, file: string, commit: string): Promise<string> {
  const gitDir = join(scratch, 'bundle');
  await createGitDir(gitDir, { format: formatOf(commit) });
  const { exitCode, stderr } = await git.run(['bundle', 'unbundle', file], { gitDir, signal });
  if (exitCode === 0) return join(gitDir, 'objects');
  throw new Fault('environment', `the bundle ${file} cannot be read: ${firstLine(stderr)}`, {
    field: 'task.repo',
  });
}

const missing = (address: string, commit: string) =>
  new Fault(
    'environment',
    `base_commit_missing: ${redactAddress(address)} has no commit ${commit}; if it is a shallow clone, deepen it (git fetch --unshallow), else name the repository that holds the commit`,
    { field: 'task.repo.base_commit' },
  );

async function* tee(
  bytes: AsyncIterable<Uint8Array>,
  see: (chunk: Uint8Array) => void,
): AsyncIterable<Uint8Array> {
  for await (const chunk of bytes) {
    see(chunk);
    yield chunk;
  }
}
