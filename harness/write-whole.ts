/** Writes a file whole or not at all: a temporary neighbour, flushed, then renamed over the target. */
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../sandbox/make-folder.js';
import { isRunning } from '../sandbox/owner.js';
import { writeRefusal } from './refusal.js';

/**
 * @param option names another place in the fault
 * @throws Fault environment that names the file when the disk refuses (full, read-only, no permission).
 */
export async function writeWhole(path: string, text: string, option?: string): Promise<void> {
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
    await sweepPartials(path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw writeRefusal(path, cause, option);
  }
}

/** A killed process leaves its temporary neighbour; the next writer of the same file takes it away. */
async function sweepPartials(path: string): Promise<void> {
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const pid = /^(\d+)\.partial$/.exec(name.slice(prefix.length))?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(dirname(path), name), { force: true });
  }
}
