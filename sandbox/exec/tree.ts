/** What a driver needs of a tree: base files that many checks share, and what one candidate changed. */
import { Fault } from '../../src/fault.js';
import { foldersAbove } from '../../src/paths.js';

export interface TreeFile {
  /** Relative to the root, `/` between parts. */
  readonly path: string;
  readonly mode: '100644' | '100755' | '120000';
  /** Contents, or a symlink's target. */
  readonly bytes: Uint8Array;
}

export interface TreeDelta {
  /** Files that are new or differ from the base. */
  readonly files: readonly TreeFile[];
  /** Base files that the candidate has not. */
  readonly removed: readonly string[];
}

export interface TreeSource {
  /** Names the base files: one id, one content (a tree or commit id). The base is laid out once per id and shared. */
  readonly baseId: string;
  base(): AsyncIterable<TreeFile>;
  delta(): Promise<TreeDelta>;
}

/** A tree without files, for trying whether anything can run at all. */
export const EMPTY_TREE: TreeSource = {
  baseId: '',
  async *base() {},
  delta: async () => ({ files: [], removed: [] }),
};

/** Refuses a path that a tree cannot hold. @throws Fault input */
export function checkPath(path: string): void {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..') || path.includes('\0')) {
    throw new Fault('input', `path ${JSON.stringify(path)} leaves the tree or is malformed`);
  }
}

/** Refuses changes that no tree can hold: a path that stands twice, or lies below a file or link of the same changes. @throws Fault input */
export function checkDelta({ files, removed }: TreeDelta): void {
  const paths = new Set(files.map(({ path }) => path));
  for (const path of [...paths, ...removed]) checkPath(path);
  const below = [...paths].find((path) => foldersAbove(path).some((above) => paths.has(above)));
  if (below !== undefined) {
    throw new Fault('input', `path ${JSON.stringify(below)} lies beyond a symbolic link or a file`);
  }
  if (paths.size < files.length) throw new Fault('input', 'a path stands twice in the changes');
}
