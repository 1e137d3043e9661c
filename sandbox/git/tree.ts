/** A tree as the judge reads it: by path, from the object store, no link followed and nothing checked out. */
import { Fault } from '../../src/fault.js';
import type { TreeEntry, TreeReader } from '../../src/material.js';
import type { TreeChange } from './changes.js';
import { byPath } from './entries.js';
import type { ObjectReader } from './objects.js';

/** More than anyone reads in one piece; what is larger can be searched. */
export const MAX_READ_BYTES = 32 << 20;

/** `list` gives the files by path, sorted by path; it may share one map between callers. */
export function treeReader(
  oid: string,
  objects: ObjectReader,
  list: () => Promise<ReadonlyMap<string, TreeEntry>>,
): TreeReader {
  return {
    oid,
    entries: async () => [...(await list()).values()],
    id: async (path) => (await list()).get(path)?.oid ?? null,
    read: async (path) => {
      const entry = (await list()).get(path);
      return entry === undefined || entry.mode === '160000' ? null : readEntry(entry, objects);
    },
  };
}

/** A candidate's tree: the base's own reader, and the few entries that the candidate changed laid over it. */
export function changedTree(
  oid: string,
  base: TreeReader,
  changes: readonly TreeChange[],
  objects: ObjectReader,
): TreeReader {
  const changed = new Map(changes.map(({ path, entry }) => [path, entry]));
  const sized = async (entry: TreeEntry): Promise<TreeEntry> =>
    entry.mode === '160000' ? entry : { ...entry, size: await objects.size(entry.oid) };
  return {
    oid,
    entries: async () => {
      const kept = (await base.entries()).filter(({ path }) => !changed.has(path));
      const fresh = [...changed.values()].filter((entry) => entry !== null);
      return [...kept, ...(await Promise.all(fresh.map(sized)))].sort(byPath);
    },
    id: async (path) => {
      const entry = changed.get(path);
      return entry === undefined ? base.id(path) : (entry?.oid ?? null);
    },
    read: async (path) => {
      const entry = changed.get(path);
      if (entry === undefined) return base.read(path);
      return entry === null || entry.mode === '160000' ? null : readEntry(await sized(entry), objects);
    },
  };
}

function readEntry({ path, oid, size }: TreeEntry, objects: ObjectReader): Promise<Uint8Array> {
  if ((size ?? 0) <= MAX_READ_BYTES) return objects.read(oid);
  throw new Fault(
    'input',
    `the file holds ${size} bytes; at most ${MAX_READ_BYTES} are read at once, search it instead`,
    { file: path },
  );
}
