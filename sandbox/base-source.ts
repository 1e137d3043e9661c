/** Decides where the base files of a group come from: a repository at its commit, or an archive of files. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { Fault } from '../src/fault.js';
import type { Task } from '../src/records/group.js';
import { exportImageTree } from './exec/image.js';
import type { BaseSource } from './git/store.js';
import type { LoadedGroup } from './load/group.js';
import { resolveRef } from './load/ref.js';

/**
 * A local repository path is relative to the folder of group.json.
 * @param dockerHost address of the engine that holds `task.image`
 * @throws Fault input where the archive cannot be read, Fault environment where an image cannot be had
 */
export async function baseSourceOf({ group, folder }: LoadedGroup, dockerHost?: string): Promise<BaseSource> {
  const { repo, tree, image } = group.task;
  if (repo?.url !== undefined) return { kind: 'repository', address: repo.url, commit: repo.base_commit };
  if (repo?.path !== undefined)
    return { kind: 'repository', address: resolve(folder, repo.path), commit: repo.base_commit };
  if (tree === undefined) return imageSource(image as TaskImage, dockerHost);
  const archive = await resolveRef(tree, folder, { field: 'task.tree' });
  return { kind: 'archive', sha256: await archive.sha256(), open: () => archive.stream() };
}

type TaskImage = NonNullable<Task['image']>;

/** Marks the fault of a named image that is not there: the ending `sandbox_unavailable`, not `repo_unavailable`. */
export const IMAGE_FIELD = 'task.image.ref';

/** The image's own id and the folder name the store: an image that is known is not read again. */
async function imageSource({ ref, workdir }: TaskImage, dockerHost: string | undefined): Promise<BaseSource> {
  const { Engine } = await import('./exec/engine.js');
  const engine = await Engine.connect(dockerHost);
  const image = await engine.image(ref);
  if (image === null) {
    const message = `image ${JSON.stringify(ref)} is not on the container engine at ${engine.host}: pull or build it there`;
    throw new Fault('environment', message, { field: IMAGE_FIELD });
  }
  const digest = createHash('sha256').update(`${image.id}\0${workdir}`).digest('hex');
  return { kind: 'image', digest, open: () => exportImageTree(engine, ref, workdir) };
}
