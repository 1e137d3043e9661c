/** Reads what was just written into a private git directory from its own files there; a process costs more than a group's few reads. */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';
import type { ObjectReader } from './objects.js';

const inflated = promisify(inflate);

/** Packed bytes that surely hold a whole header, and of most files everything. */
const HEAD_BYTES = 8192;

/** Objects of `gitDir` itself; what lies elsewhere is asked of `others`, which is closed with it. */
export function looseReader(gitDir: string, others: ObjectReader): ObjectReader {
  /** Whoever asks for a size mostly reads the object next: a small one is then at hand, and opened once. */
  let small: { readonly oid: string; readonly object: Buffer } | null = null;
  const fileOf = (oid: string) => join(gitDir, 'objects', oid.slice(0, 2), oid.slice(2));
  return {
    size: async (oid) => {
      const packed = await unlessAbsent(headOf(fileOf(oid)));
      if (packed === null) return others.size(oid);
      const object = await inflated(packed, { finishFlush: constants.Z_SYNC_FLUSH });
      const { length, size } = parseHeader(object);
      if (object.length === length + size) small = { oid, object };
      return size;
    },
    read: async (oid) => {
      if (small?.oid === oid) {
        const { object } = small;
        small = null;
        return object.subarray(parseHeader(object).length);
      }
      const packed = await unlessAbsent(readFile(fileOf(oid)));
      if (packed === null) return others.read(oid);
      const object = await inflated(packed);
      return object.subarray(parseHeader(object).length);
    },
    close: others.close,
  };
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/** `blob 12` and a NUL. */
function parseHeader(object: Buffer): { readonly length: number; readonly size: number } {
  const end = object.indexOf(0);
  return { length: end + 1, size: Number(object.toString('latin1', object.indexOf(32) + 1, end)) };
}

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
