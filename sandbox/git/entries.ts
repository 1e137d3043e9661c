/** Lists a tree: every file with its mode, id and size, under the rendering of its path. */
import { renderPath, toBinary } from '../../src/diff/binary.js';
import type { TreeEntry, TreeMode } from '../../src/material.js';
import type { Git } from './git.js';

/** Enough for a million files. */
const MAX_LISTING = 256 << 20;

const LINE = /^(\d{6}) \w+ ([0-9a-f]+) +(-|\d+)\t(.*)$/s;

/** Sorted by path. */
export async function listEntries(git: Git, gitDir: string, tree: string): Promise<TreeEntry[]> {
  const listing = await git.read(['ls-tree', '-r', '-z', '-l', '--full-tree', tree], {
    gitDir,
    maxBytes: MAX_LISTING,
  });
  return toBinary(listing)
    .split('\0')
    .filter((line) => line !== '')
    .map(toEntry)
    .sort(byPath);
}

/** One order for the lists of every tree, whatever the locale. */
export const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  one.path < other.path ? -1 : one.path > other.path ? 1 : 0;

function toEntry(line: string): TreeEntry {
  const [, mode = '', oid = '', size = '', path = ''] = LINE.exec(line) ?? [];
  return {
    mode: mode as TreeMode,
    oid: flat(oid),
    size: size === '-' ? null : Number(size),
    path: flat(renderPath(path)),
  };
}

/** A copy of its own: a slice would keep the whole listing alive. */
const flat = (text: string): string => Buffer.from(text).toString();
