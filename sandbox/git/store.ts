/** Acquires the base: one immutable store per repository and commit, made aside and put in place by one rename. */
import { createHash } from 'node:crypto';
import { readFile, realpath, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { TreeEntry } from '../../src/material.js';
import { CommitId } from '../../src/records/group.js';
import { checkRepoAddress, redactAddress } from '../../src/records/repo-address.js';
import { ownedFolder, sweep } from '../owned.js';
import { listEntries } from './entries.js';
import type { FetchProgress } from './fetch.js';
import {
  type Ancestors,
  type Filling,
  fillFromArchive,
  fillFromImage,
  fillFromPath,
  fillFromRemote,
  findAtPath,
} from './fill.js';
import { flights } from './flight.js';
import type { Git } from './git.js';
import { ANCESTORS, INDEX, readFacts, type StoreFacts, sealStore } from './seal.js';

export type BaseSource =
  | {
      readonly kind: 'repository';
      /** Local path (absolute), bundle, or https/ssh address: `task.repo.path` or `task.repo.url`. */
      readonly address: string;
      readonly commit: string;
    }
  | {
      readonly kind: 'archive';
      /** Of the bytes that `open` gives: the store's name, so an archive that is known is not read again. */
      readonly sha256: string;
      readonly open: () => AsyncIterable<Uint8Array>;
    }
  | {
      readonly kind: 'image';
      /** Of the image's own id and the folder in it: one digest, one set of files. */
      readonly digest: string;
      /** Its files as a tar. */
      readonly open: () => AsyncIterable<Uint8Array>;
    };

export interface AcquireOptions {
  /** Where stores are kept between runs. */
  readonly cacheDir: string;
  readonly git: Git;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
}

export interface BaseStore {
  /** Git directory, immutable. */
  readonly gitDir: string;
  /** Index of the base tree, to be copied. */
  readonly index: string;
  readonly facts: StoreFacts;
  /** Sorted ids of the base commit and its ancestors; null where the source had no whole history. */
  ancestors(): Promise<Ancestors>;
  /** All files of the base by path, sorted by path; listed once and shared by its groups. */
  files(): Promise<ReadonlyMap<string, TreeEntry>>;
}

const building = flights<void>();
/** Groups of one base share what is held of it. */
const opened = new Map<string, WeakRef<BaseStore>>();

/**
 * Finds the store of a base, or makes it. Faults: `input` for a commit, address or archive that cannot be used,
 * `environment` for a source that cannot be read or lacks the commit (`base_commit_missing`), `cancelled`.
 */
export async function acquireBase(source: BaseSource, options: AcquireOptions): Promise<BaseStore> {
  const { cacheDir, signal } = options;
  const road = await roadOf(source);
  const root = resolve(cacheDir, 'bases');
  const gitDir = join(root, road.name);
  const facts = await readFacts(gitDir);
  if (facts !== null) return openStore(options.git, gitDir, facts);
  await building(gitDir, (stop) => build(road, root, gitDir, { ...options, signal: stop }), signal);
  const made = await readFacts(gitDir);
  if (made === null) throw new Fault('environment', `the store ${gitDir} was removed while it was made`);
  return openStore(options.git, gitDir, made);
}

export interface LookOptions extends Pick<AcquireOptions, 'cacheDir' | 'git' | 'signal'> {
  /** Where a bundle is unpacked for the look. */
  readonly tempDir: string;
}

/**
 * Looks whether a repository of this machine has the commit; of any other source nothing is asked. No store is made.
 * @throws Fault as `acquireBase` would
 */
export async function lookForBase(source: BaseSource, options: LookOptions): Promise<void> {
  const { look, name } = await roadOf(source);
  if (look === undefined || (await readFacts(resolve(options.cacheDir, 'bases', name))) !== null) return;
  await using scratch = await ownedFolder(options.tempDir);
  await look({ ...options, gitDir: join(scratch.path, 'store'), scratch: scratch.path });
}

interface Road {
  /** Folder name of the store. */
  readonly name: string;
  readonly commit: string | null;
  /** Finds out, without any other machine, whether it can be filled. */
  look?(filling: Filling): Promise<unknown>;
  fill(filling: Filling): Promise<Ancestors>;
}

async function roadOf(source: BaseSource): Promise<Road> {
  if (source.kind === 'archive') {
    const { sha256, open } = source;
    const name = `archive-${sha256.slice(0, 32)}`;
    return { name, commit: null, fill: (filling) => fillFromArchive(filling, open(), sha256) };
  }
  if (source.kind === 'image') {
    const { digest, open } = source;
    return {
      name: `image-${digest.slice(0, 32)}`,
      commit: null,
      fill: (filling) => fillFromImage(filling, open()),
    };
  }
  const commit = checkCommit(source.commit);
  const address = checkRepoAddress(source.address);
  if (address.kind === 'remote') {
    // Without its secret, which may change from day to day.
    const name = nameOf(redactAddress(address.url), commit);
    return { name, commit, fill: (filling) => fillFromRemote(filling, address.url, commit) };
  }
  const path = await realpath(address.path).catch(() => address.path);
  return {
    name: nameOf(path, commit),
    commit,
    look: (filling) => findAtPath(filling, path, commit),
    fill: (filling) => fillFromPath(filling, path, commit),
  };
}

/** The address is part of the name: what one source lacks (its history) must not depend on who came first. */
const nameOf = (address: string, commit: string) =>
  `${commit.slice(0, 12)}-${createHash('sha256').update(`${address}\0${commit}`).digest('hex').slice(0, 32)}`;

function checkCommit(commit: string): string {
  const checked = CommitId.safeParse(commit);
  if (checked.success) return checked.data;
  const field = 'task.repo.base_commit';
  const text = `${field}: ${JSON.stringify(commit)} is not a full commit id; give its 40 or 64 lower-case hex digits`;
  throw new Fault('input', text, { field });
}

async function build(road: Road, root: string, gitDir: string, options: AcquireOptions): Promise<void> {
  await sweep(root);
  await using scratch = await ownedFolder(root);
  const made = join(scratch.path, 'store');
  const filling = { ...options, gitDir: made, scratch: scratch.path };
  await sealStore(filling, road.commit, await road.fill(filling));
  await putInPlace(made, gitDir, join(scratch.path, 'damaged'));
}

async function putInPlace(made: string, gitDir: string, aside: string): Promise<void> {
  if (await moved(made, gitDir)) return;
  // With its facts it was made by another process in the meantime; without them it is damaged.
  if ((await readFacts(gitDir)) !== null) return;
  await rename(gitDir, aside);
  await moved(made, gitDir);
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}

function openStore(git: Git, gitDir: string, facts: StoreFacts): BaseStore {
  const known = opened.get(gitDir)?.deref();
  if (known !== undefined) return known;
  let files: Promise<ReadonlyMap<string, TreeEntry>> | undefined;
  const store: BaseStore = {
    gitDir,
    index: join(gitDir, INDEX),
    facts,
    ancestors: async () =>
      facts.history ? (await readFile(join(gitDir, ANCESTORS), 'latin1')).trimEnd().split('\n') : null,
    files: () => {
      files ??= listEntries(git, gitDir, facts.tree).then(
        (entries) => new Map(entries.map((entry) => [entry.path, entry])),
      );
      // A failure is not kept: the next one who asks tries again.
      files.catch(() => {
        files = undefined;
      });
      return files;
    },
  };
  opened.set(gitDir, new WeakRef(store));
  return store;
}
