/** Writes a file whole or not at all: a temporary neighbour, flushed, then renamed over the target. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../sandbox/make-folder.js';
import { writeRefusal } from './refusal.js';

/** @throws Fault environment that names the file when the disk refuses (full, read-only, no permission). */
export async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`;
  try {
    await makeFolder(dirname(path));
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw writeRefusal(path, cause);
  }
}
