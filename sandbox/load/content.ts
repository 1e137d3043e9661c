/** The bytes of an opened file as a bounded stream, decompressed where its name ends in .gz. */
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Fault } from '../../src/fault.js';
import type { OpenedFile } from './open.js';

/** What one file may come to, decompressed: a bomb of a few kilobytes can ask for a terabyte. */
export const MAX_FILE_BYTES = 1024 ** 3;

export const isCompressed = (path: string): boolean => path.endsWith('.gz');

/**
 * Streams a file and closes it, however the reader stops.
 * @param name as the record or the caller wrote it: it decides on .gz, and stands in messages
 * @throws Fault input where it is too large, cut off, or not gzip
 */
export async function* contentOf(
  { handle }: OpenedFile,
  name: string,
  limit = MAX_FILE_BYTES,
): AsyncGenerator<Buffer, void> {
  await using _ = handle;
  const raw = handle.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 });
  const source = isCompressed(name) ? pipeline(raw, createGunzip(), () => {}) : raw;
  let bytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(name, limit);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault('input', gzipReason(cause), { file: name }, { cause });
  }
}

/** Reads a stream into memory; its own limit holds. */
export async function readAll(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

export const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

const TOO_LARGE = Symbol('too large');

export const tooLarge = (name: string, limit: number): Fault =>
  new Fault('input', `has more than ${megabytes(limit)} of content`, { file: name }, { cause: TOO_LARGE });

/** How much there is in a patch, a log or a trajectory is a candidate's doing, so it must not cost its peers the group. */
export const isTooLarge = (error: unknown): error is Fault =>
  error instanceof Fault && error.cause === TOO_LARGE;

function gzipReason(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'Z_BUF_ERROR') return 'is cut off: its gzip data ends too early';
  if (code === 'Z_DATA_ERROR') return 'is not gzip data, or damaged; its name ends in .gz';
  return `cannot be read (${code ?? String(cause)})`;
}
