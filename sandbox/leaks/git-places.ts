/** Looks into a foreign git directory by its files alone: which ids its refs, logs and heads name, and where objects lie. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface NamedId {
  /** Relative to the git directory. */
  readonly file: string;
  /** Name of the ref, where the file holds one. */
  readonly ref: string | null;
  readonly id: string;
  readonly log: boolean;
}

const ID = /\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b/g;

/** Files below a folder. What cannot be read here, the walk through the whole root has named. */
async function namesIn(folder: string, at = ''): Promise<string[]> {
  const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
  const names = entries.map(async (entry) => {
    const path = join(at, entry.name);
    if (entry.isDirectory()) return namesIn(folder, path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(names)).flat();
}

const textOf = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');

/** Every id that a ref, a packed ref, a head of some kind or a reflog names. */
export async function namedIds(gitDir: string): Promise<NamedId[]> {
  const found: NamedId[] = [];
  const add = (file: string, ref: string | null, text: string, log: boolean): void => {
    for (const [id] of text.matchAll(ID)) if (!/^0+$/.test(id)) found.push({ file, ref, id, log });
  };
  for (const name of await namesIn(join(gitDir, 'refs')))
    add(`refs/${name}`, `refs/${name}`, await textOf(join(gitDir, 'refs', name)), false);
  for (const line of (await textOf(join(gitDir, 'packed-refs'))).split('\n')) {
    const [id, ref] = line.split(' ');
    if (ref !== undefined && /^[0-9a-f]{40,64}$/.test(id ?? '')) add('packed-refs', ref, id ?? '', false);
  }
  for (const name of await namesIn(join(gitDir, 'logs')))
    add(`logs/${name}`, null, await textOf(join(gitDir, 'logs', name)), true);
  for (const name of await readdir(gitDir).catch(() => []))
    if (/^[A-Z_]*HEAD$|^shallow$/.test(name)) add(name, null, await textOf(join(gitDir, name)), false);
  for (const name of await namesIn(join(gitDir, 'worktrees')))
    if (/\/(?:HEAD|ORIG_HEAD)$/.test(name))
      add(`worktrees/${name}`, null, await textOf(join(gitDir, 'worktrees', name)), false);
  return found;
}

/** Pack indexes, relative to the object folder. */
export const packIndexes = (objects: string): Promise<string[]> =>
  readdir(join(objects, 'pack')).then(
    (names) => names.filter((name) => name.endsWith('.idx')).map((name) => `pack/${name}`),
    () => [],
  );

/** Where a loose object lies, relative to the object folder. */
export const loosePath = (id: string): string => `${id.slice(0, 2)}/${id.slice(2)}`;
