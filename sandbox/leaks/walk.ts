/** Walks a foreign file tree without following a link or opening a device, within a bound on its entries. */
import type { Dir, Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import type { Unread } from './unsearched.js';

export interface Entry {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

const MAX_ENTRIES = 4_000_000;
/** Kernel views where they are mounted: nothing that a policy could have been left lies there. */
const VIEWS = new Set(['proc', 'sys', 'dev']);

/** Files and folders below `root`, each folder before what it holds. @throws Fault input where the root is no folder */
export async function* walk(root: string, unread: Unread): AsyncGenerator<Entry, void> {
  let count = 0;
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const folder = await opendir(join(root, at)).catch((cause: NodeJS.ErrnoException) => {
      if (at !== '') return unread(at, cause);
      throw new Fault('input', `is no folder that can be read (${cause.code})`, { file: root });
    });
    if (folder === undefined) continue;
    for await (const entry of entriesOf(folder, (cause) => unread(at, cause))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      count += 1;
      if (count > MAX_ENTRIES)
        throw new Fault('input', `holds more than ${MAX_ENTRIES} files; name a smaller folder`, {
          file: root,
        });
      // Such bytes do not come through decoding: what would be opened is another place, or none.
      if (entry.name.includes('\ufffd')) unread(path, 'has a name that is not UTF-8');
      else if (entry.isDirectory()) {
        if (at === '' && VIEWS.has(entry.name) && (await isMounted(root, entry.name))) continue;
        yield { path, kind: 'folder' };
        waiting.push(path);
      } else if (entry.isFile()) yield { path, kind: 'file' };
    }
  }
}

/** A folder may end in an error after some of its entries. */
async function* entriesOf(folder: Dir, failed: (cause: unknown) => void): AsyncGenerator<Dirent> {
  try {
    yield* folder;
  } catch (cause) {
    failed(cause);
  }
}

const isMounted = async (root: string, name: string): Promise<boolean> =>
  (await stat(join(root, name))).dev !== (await stat(root)).dev;
