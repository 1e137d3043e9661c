/** What all groups of one process share: git, the live object readers, the code parser, and where files are kept. */
import { availableParallelism } from 'node:os';
import { openCodeParser } from '../../sandbox/code/parser.js';
import { type Git, openGit } from '../../sandbox/git/git.js';
import { type ObjectPool, objectPool } from '../../sandbox/git/objects.js';
import { lifetimes } from '../../sandbox/lifetimes.js';
import { type Limit, limit } from '../../sandbox/limit.js';
import { openStarter } from '../../sandbox/starter.js';
import type { CodeParser } from '../../src/code/syntax.js';
import { environment } from '../environment.js';
import { cacheDir, tempRoot } from '../places.js';

export interface Bench extends AsyncDisposable {
  readonly git: Git;
  readonly objects: ObjectPool;
  readonly parser: CodeParser;
  readonly cacheDir: string;
  readonly tempDir: string;
  /**
   * Groups whose base is there are prepared a few at a time: all at once they would all be ready late, and their judges
   * would start, and end, together. A group keeps its turn until its judge can be asked.
   */
  readonly turn: Limit;
}

/** Preparing is work of this process and of gits beside it. */
const TURNS = 2 * availableParallelism();

export interface BenchOptions {
  readonly cacheDir?: string | undefined;
  readonly tempDir?: string | undefined;
  /** Groups in flight: each of them gets a reader of objects that stays alive. */
  readonly groups?: number | undefined;
}

/** A reader is a process of a few megabytes; more groups than this share them. */
const MAX_READERS = 64;

/** @throws Fault environment where git is missing: nothing can be graded without it */
export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  await using stack = lifetimes();
  const starter = (options.groups ?? 1) > 1 ? stack.use(openStarter()) : null;
  const git = openGit(environment.forGit(), starter?.run);
  await git.check();
  const objects = stack.use(objectPool(git, Math.min(Math.max(options.groups ?? 1, 8), MAX_READERS)));
  const parser = stack.use(await openCodeParser());
  const owned = stack.move();
  return {
    git,
    objects,
    parser,
    cacheDir: options.cacheDir ?? cacheDir(),
    tempDir: options.tempDir ?? tempRoot(),
    turn: limit(TURNS),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
