/** Collects the files a program left in the report folder; the folder is as hostile as the program. */
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORT_BYTES } from './port.js';
import { untar } from './untar.js';

export type Report = ReadonlyMap<string, Uint8Array>;
const MAX_FILES = 1000;

/** From a tar stream packed inside the box; null where it is no whole archive. */
export async function reportOfTar(stream: AsyncIterable<Uint8Array>): Promise<Report | null> {
  const files = new Map<string, Uint8Array>();
  let room = REPORT_BYTES;
  try {
    for await (const { path, type, size, bytes } of untar(limited(stream))) {
      const name = path.replace(/^\.\//, '');
      if (type !== 'file' || name.includes('/') || size > room || files.size === MAX_FILES) continue;
      room -= size;
      files.set(name, await bytes());
    }
    return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return null;
  }
}

/** Twice the room covers headers and padding; a stream that goes on is cut, and then it is no whole archive. */
async function* limited(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of stream) {
    total += chunk.length;
    if (total > 2 * REPORT_BYTES) return;
    yield chunk;
  }
}

/** From a folder on the host, after the box is gone: plain files only, links and devices never opened. */
export async function reportOfFolder(folder: string): Promise<Report> {
  const files = new Map<string, Uint8Array>();
  let room = REPORT_BYTES;
  for (const name of (await readdir(folder)).sort().slice(0, MAX_FILES)) {
    const bytes = await readPlain(join(folder, name), room);
    if (bytes === null) continue;
    room -= bytes.length;
    files.set(name, bytes);
  }
  return files;
}

async function readPlain(path: string, room: number): Promise<Uint8Array | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    // O_NONBLOCK: opening a FIFO must not wait for a writer.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.size <= room ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
