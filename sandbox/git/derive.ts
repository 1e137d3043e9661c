/** Makes a tree out of another one of the same workspace: entries put in, replaced or taken away, nothing checked out. */
import { fromBinary, unrenderPath } from '../../src/diff/binary.js';
import type { TreeEntry, TreeMode } from '../../src/material.js';
import { type Bench, writeTree } from './apply.js';

/** An entry that is there already, new contents, or null to take the path away. Paths are rendered. */
export type TreeEdit =
  | Pick<TreeEntry, 'mode' | 'oid'>
  | { readonly mode: TreeMode; readonly bytes: Uint8Array };
export type TreeEdits = ReadonlyMap<string, TreeEdit | null>;

/** Writes the tree `from` with its edits and gives the new id; `bench.index` is left for the caller to drop. */
export async function deriveTree(bench: Bench, from: string, edits: TreeEdits): Promise<string> {
  const { git, gitDir, index, signal } = bench;
  const call = { gitDir, signal, env: { GIT_INDEX_FILE: index } };
  await git.read(['read-tree', from], call);
  const gone = '0'.repeat(from.length);
  const removed: string[] = [];
  const put: string[] = [];
  for (const [path, edit] of edits) {
    const name = unrenderPath(path);
    if (edit === null) removed.push(`0 ${gone}\t${name}\0`);
    else put.push(`${edit.mode} ${'oid' in edit ? edit.oid : await writeBlob(bench, edit.bytes)}\t${name}\0`);
  }
  // Removals first: a file may take the place of a folder, or the other way round.
  const stdin = fromBinary([...removed, ...put].join(''));
  await git.read(['update-index', '-z', '--index-info'], { ...call, stdin });
  return writeTree(bench);
}

async function writeBlob({ git, gitDir, signal }: Bench, bytes: Uint8Array): Promise<string> {
  const oid = await git.read(['hash-object', '-w', '--stdin'], { gitDir, signal, stdin: bytes });
  return new TextDecoder().decode(oid).trim();
}
