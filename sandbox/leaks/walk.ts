/** Walks a foreign file tree without following a link or opening a device, within a bound on its entries. */
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';

export interface Entry {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

const MAX_ENTRIES = 4_000_000;
/** Kernel views: nothing that a policy could have been left lies there. */
const SKIPPED = new Set(['proc', 'sys', 'dev']);

/** Files and folders below `root`, each folder before what it holds. @throws Fault input where the root is no folder */
export async function* walk(root: string): AsyncGenerator<Entry, void> {
  let count = 0;
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const folder = await opendir(join(root, at)).catch((cause: NodeJS.ErrnoException) => {
      if (at !== '') return null;
      throw new Fault('input', `is no folder that can be read (${cause.code})`, { file: root });
    });
    if (folder === null) continue;
    for await (const entry of folder) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      count += 1;
      if (count > MAX_ENTRIES)
        throw new Fault('input', `holds more than ${MAX_ENTRIES} files; name a smaller folder`, {
          file: root,
        });
      if (entry.isDirectory()) {
        if (at === '' && SKIPPED.has(entry.name)) continue;
        yield { path, kind: 'folder' };
        waiting.push(path);
      } else if (entry.isFile()) yield { path, kind: 'file' };
    }
  }
}
