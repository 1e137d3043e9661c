/** Writes a file whole or not at all: a temporary neighbour, flushed, then renamed over the target. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '../../src/fault.js';

/** @throws Fault environment that names the file when the disk refuses (full, read-only, no permission). */
export async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`;
  try {
    await mkdir(dirname(path), { recursive: true });
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
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('environment', `cannot be written: ${why}`, { file: path }, { cause });
  }
}
