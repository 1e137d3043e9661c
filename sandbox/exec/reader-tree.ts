/** A group's trees as a box wants them: read through the ports of src/material, laid over their common base. */
import { Fault } from '../../src/fault.js';
import type { TreeEntry, TreeReader } from '../../src/material.js';
import type { TreeFile, TreeSource } from './tree.js';

/** Reads in flight while a base is laid out. */
const AHEAD = 32;

/** @param tree the base itself or a candidate's tree; submodules are left out, since their files lie elsewhere */
export function readerTree(base: TreeReader, tree: TreeReader): TreeSource {
  return {
    baseId: base.oid,
    async *base() {
      const entries = (await base.entries()).filter(isFile);
      for (let at = 0; at < entries.length; at += AHEAD) {
        yield* await Promise.all(entries.slice(at, at + AHEAD).map((entry) => fileOf(base, entry)));
      }
    },
    delta: async () => {
      const old = new Map((await base.entries()).filter(isFile).map((entry) => [entry.path, entry]));
      const now = (await tree.entries()).filter(isFile);
      const changed = now.filter(({ path, oid, mode }) => {
        const before = old.get(path);
        return before?.oid !== oid || before.mode !== mode;
      });
      const kept = new Set(now.map(({ path }) => path));
      return {
        files: await Promise.all(changed.map((entry) => fileOf(tree, entry))),
        removed: [...old.keys()].filter((path) => !kept.has(path)),
      };
    },
  };
}

type FileEntry = TreeEntry & { readonly mode: TreeFile['mode'] };
const isFile = (entry: TreeEntry): entry is FileEntry => entry.mode !== '160000';

async function fileOf(tree: TreeReader, { path, mode }: FileEntry): Promise<TreeFile> {
  const bytes = await tree.read(path);
  if (bytes === null) throw new Fault('internal', `the tree ${tree.oid} lists ${path} and does not have it`);
  return { path, mode, bytes };
}
