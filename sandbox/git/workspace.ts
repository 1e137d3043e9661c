/** One group's private workspace: a throw-away git directory over the base store, where candidates become trees and are read. */
import { join } from 'node:path';
import type { FileDiff } from '../../src/diff/model.js';
import { Fault } from '../../src/fault.js';
import type { TreeReader } from '../../src/material.js';
import type { PatchReport } from '../../src/records/rollout-result.js';
import { ownedFolder, sweep } from '../owned.js';
import { dropIndex } from './apply.js';
import { createGitDir, formatOf } from './bare.js';
import { buildTree } from './candidate.js';
import { compareTrees } from './changes.js';
import { comparer } from './comparer.js';
import { deriveTree, type TreeEdits } from './derive.js';
import type { Git } from './git.js';
import { looseReader } from './loose.js';
import type { ObjectPool } from './objects.js';
import { type SearchQuery, type SearchResult, type SearchTree, searchAll, searchTree } from './search.js';
import type { BaseStore } from './store.js';
import { changedTree, treeReader } from './tree.js';

export interface WorkspaceOptions {
  readonly git: Git;
  /** Shared by all groups of a process. */
  readonly objects: ObjectPool;
  /** Where private folders are made; what dead processes left there is swept. */
  readonly tempDir: string;
  /** `task.repo.workdir`: patches that do not fit at the top are tried below it. */
  readonly workdir?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Candidate {
  readonly report: PatchReport;
  /** base..candidate; empty where nothing was applied. */
  readonly diff: readonly FileDiff[];
  /** null unless the patch is applied; equal `oid` means equal trees. */
  readonly tree: TreeReader | null;
}

export interface Workspace extends AsyncDisposable {
  /** Private git directory; its objects and those of the base are all there is in it. */
  readonly gitDir: string;
  readonly base: TreeReader;
  /** `patch` as bytes, null where the record has none. Never rejects for what a patch holds. */
  buildCandidate(patch: Uint8Array | null): Promise<Candidate>;
  /** A tree of this workspace with edits, e.g. a candidate's with the base's tests. */
  derive(tree: TreeReader, edits: TreeEdits): Promise<TreeReader>;
  /** What one tree of this workspace changes of another. */
  diff(from: TreeReader, to: TreeReader): Promise<readonly FileDiff[]>;
  search(tree: TreeReader, query: SearchQuery): Promise<SearchResult>;
  /** Results by tree id, for the base and candidates of this workspace: each as `search` gives it, in two searches. */
  searchAll(trees: readonly TreeReader[], query: SearchQuery): Promise<Map<string, SearchResult>>;
}

export async function openWorkspace(store: BaseStore, options: WorkspaceOptions): Promise<Workspace> {
  const { git, objects, tempDir, signal } = options;
  await sweep(tempDir);
  const gitDirIn = (path: string): string => join(path, 'objects.git');
  const folder = await ownedFolder(tempDir, (path) =>
    createGitDir(gitDirIn(path), {
      format: formatOf(store.facts.tree),
      alternate: join(store.gitDir, 'objects'),
    }),
  );
  const gitDir = gitDirIn(folder.path);
  const stored = objects.reader(store.gitDir);
  const base = treeReader(store.facts.tree, stored, store.files);
  const reader = looseReader(gitDir, stored);
  const call = { git, gitDir, signal };
  const comparisons = comparer(call, base.oid);
  const workdir = insideFolder(options.workdir);
  const searchable = async ({ oid }: TreeReader): Promise<SearchTree> => {
    const changes = oid === base.oid ? [] : (await comparisons.known(oid))?.changes;
    if (changes === undefined) throw new Fault('internal', `tree ${oid} is none of this workspace`);
    return { oid, changed: new Set(changes.map(({ path }) => path)) };
  };
  let count = 0;
  const nextBench = () => {
    count += 1;
    return { ...call, baseIndex: store.index, index: join(folder.path, `${count}.index`) };
  };

  return {
    gitDir,
    base,
    buildCandidate: async (patch) => {
      const bench = nextBench();
      try {
        const { report, diff, tree } = await comparisons.making((compare) =>
          buildTree({ bench, base, workdir, compare }, patch),
        );
        if (tree === null) return { report, diff, tree };
        return { report, diff, tree: changedTree(tree.oid, base, tree.changes, reader) };
      } finally {
        await dropIndex(bench);
      }
    },
    derive: async (tree, edits) => {
      const bench = nextBench();
      try {
        const { oid, comparison } = await comparisons.making(async (compare) => {
          const made = await deriveTree(bench, tree.oid, edits);
          return { oid: made, comparison: await compare(made) };
        });
        if (comparison === null)
          throw new Fault('input', 'the derived tree differs from the base in too much');
        return changedTree(oid, base, comparison.changes, reader);
      } finally {
        await dropIndex(bench);
      }
    },
    diff: async (from, to) => {
      const comparison = await compareTrees(call, from.oid, to.oid);
      if (comparison === null) throw new Fault('input', 'the two trees differ in more than can be shown');
      return comparison.diff;
    },
    search: (tree, query) => searchTree(call, tree.oid, query),
    searchAll: async (trees, query) =>
      searchAll(call, base.oid, await Promise.all(trees.map(searchable)), query),
    [Symbol.asyncDispose]: async () => {
      await reader.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A folder of the repository; null for the top, and for paths of another machine such as `/testbed`. */
function insideFolder(workdir: string | undefined): string | null {
  const parts = (workdir ?? '').split('/').filter((part) => part !== '' && part !== '.');
  const isOutside = workdir?.startsWith('/') === true || parts.includes('..');
  return isOutside || parts.length === 0 ? null : parts.join('/');
}
