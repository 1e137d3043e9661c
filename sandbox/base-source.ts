/** Decides where the base files of a group come from: a repository at its commit, or an archive of files. */
import { resolve } from 'node:path';
import type { BaseSource } from './git/store.js';
import type { LoadedGroup } from './load/group.js';
import { resolveRef } from './load/ref.js';

/**
 * A local repository path is relative to the folder of group.json. null where only a container image holds the base.
 * @throws Fault input where the archive cannot be read
 */
export async function baseSourceOf({ group, folder }: LoadedGroup): Promise<BaseSource | null> {
  const { repo, tree } = group.task;
  if (repo?.url !== undefined) return { kind: 'repository', address: repo.url, commit: repo.base_commit };
  if (repo?.path !== undefined)
    return { kind: 'repository', address: resolve(folder, repo.path), commit: repo.base_commit };
  if (tree === undefined) return null;
  const archive = await resolveRef(tree, folder, { field: 'task.tree' });
  return { kind: 'archive', sha256: await archive.sha256(), open: () => archive.stream() };
}
