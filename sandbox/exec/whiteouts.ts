/** Which names of a base an overlay must hide, so that removed files and folders that end up empty are gone. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersAbove } from '../../src/paths.js';
import { checkPath, type TreeDelta } from './tree.js';

/** Outermost paths to hide; a path that a changed file replaces, or lies below one, hides itself. */
export async function whiteouts(base: string, { files, removed }: TreeDelta): Promise<string[]> {
  const changed = new Set(files.map(({ path }) => path));
  const kept = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  const hidden = new Set<string>();
  for (const path of removed) {
    checkPath(path);
    if (!changed.has(path) && !kept.has(path) && !foldersAbove(path).some((above) => changed.has(above))) {
      hidden.add(path);
    }
  }
  // Innermost folders first: one that only holds hidden names is hidden itself.
  const folders = [...new Set([...hidden].flatMap(foldersAbove))].sort((a, b) => b.length - a.length);
  for (const folder of folders) {
    if (kept.has(folder)) continue;
    const names = await readdir(join(base, folder));
    if (names.every((name) => hidden.has(`${folder}/${name}`))) hidden.add(folder);
  }
  return [...hidden].filter((path) => !foldersAbove(path).some((above) => hidden.has(above))).sort();
}
