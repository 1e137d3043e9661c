/** Writes a group folder whole or not at all: beside its place first, then renamed into it. */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { Text } from '../../src/import/claim.js';
import type { Assembled } from '../../src/import/group.js';
import { foldersAbove } from '../../src/paths.js';
import { isObject, type JsonObject, parseJson } from '../../src/text/json.js';
import { makeFolder } from '../make-folder.js';
import { ownedFolder, sweep } from '../owned.js';

/** What lies at the place of a group: nothing, a group that was imported from these inputs, from others, or something else. */
export type Standing =
  | { readonly kind: 'none' | 'same' | 'foreign' }
  | { readonly kind: 'other'; readonly earlier: JsonObject };

export async function standingOf(folder: string, inputs: string): Promise<Standing> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw foreignFault(folder);
  });
  if (names.length === 0) return { kind: 'none' };
  const text = await readFile(join(folder, 'group.json'), 'utf8').catch(() => '');
  const parsed = parseJson(text);
  const earlier = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const extra = earlier['extra'];
  const own = isObject(extra) ? extra['import'] : null;
  if (!isObject(own) || typeof own['inputs'] !== 'string') return { kind: 'foreign' };
  return own['inputs'] === inputs ? { kind: 'same' } : { kind: 'other', earlier };
}

/** @throws Fault input where a file changes under the copy, and the system's error where the disk refuses */
export async function writeGroup(folder: string, { group, files }: Assembled): Promise<void> {
  const parent = dirname(folder);
  await makeFolder(parent);
  await using home = await ownedFolder(parent);
  const fresh = join(home.path, basename(folder) || 'group');
  // Folders before what lies in them.
  const within = new Set(['', ...[...files.keys()].flatMap(foldersAbove)]);
  for (const one of [...within].sort()) await mkdir(join(fresh, one));
  for (const [path, text] of files) await writeText(join(fresh, path), text);
  await writeText(join(fresh, 'group.json'), `${JSON.stringify(group, null, 2)}\n`);
  await replace(fresh, folder, home.path);
}

async function writeText(path: string, text: Text): Promise<void> {
  await using file = await open(path, 'wx');
  if (typeof text === 'string') return await file.writeFile(text, 'utf8');
  for await (const chunk of text.chunks()) await file.writeFile(chunk);
}

/** An older import of the same name leaves when the new one stands. */
async function replace(fresh: string, folder: string, home: string): Promise<void> {
  const old = join(home, '.old');
  const isThere = await rename(folder, old).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );
  await rename(fresh, folder);
  if (isThere) await rm(old, { recursive: true, force: true });
}

/** Takes away what a killed import left beside its groups. */
export const sweepPartials = (parent: string): Promise<number> => sweep(parent);

export const foreignFault = (folder: string): Fault =>
  new Fault('usage', 'holds something that gagar import did not write; name another place with -o', {
    file: folder,
  });
