/** Large texts as bytes that are read by range: from a file, from memory, or unpacked once to a private file. No handle stays open. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../src/fault.js';
import { whyNot } from './load/open.js';
import { ownedFolder } from './owned.js';

export interface ByteSource extends AsyncDisposable {
  /** What the text is called in messages. */
  readonly name: string;
  readonly size: number;
  /** Bytes from an offset on; fewer than asked for at the end only. */
  read(from: number, length: number): Promise<Buffer>;
  /** The text from an offset on, in pieces; a piece is valid until the next one is asked for. */
  chunks(from?: number, pieceBytes?: number): AsyncIterable<Buffer>;
}

/** A text as the loader of groups hands it over. */
export interface Content {
  /** Path of its file, or null for an inline text. */
  readonly path: string | null;
  /** True where the file holds gzip data; `stream` unpacks it. */
  readonly compressed: boolean;
  bytes(): Promise<Uint8Array>;
  stream(): AsyncIterable<Uint8Array>;
}

const CHUNK = 512 * 1024;
const NONE = { [Symbol.asyncDispose]: async (): Promise<void> => {} };

/** Makes a text readable by range. gzip data is unpacked to a temporary file that lives as long as the source. */
export async function bytesOf(content: Content, name: string): Promise<ByteSource> {
  if (content.path === null) return memoryBytes(await content.bytes(), name);
  if (!content.compressed) return fileBytes(content.path, name);
  const folder = await ownedFolder();
  try {
    const path = join(folder.path, 'content');
    await writeFile(path, content.stream(), { flag: 'wx' });
    return { ...(await fileBytes(path, name)), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

export function memoryBytes(bytes: Uint8Array, name: string): ByteSource {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    ...NONE,
    name,
    size: all.length,
    read: async (from, length) => all.subarray(from, from + length),
    async *chunks(from = 0, pieceBytes = CHUNK) {
      for (let at = from; at < all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes);
    },
  };
}

/**
 * A regular file.
 * @param held one of at most so many bytes is read now, and opened no more
 * @throws Fault input where it is none, or where it changes after this call
 */
export async function fileBytes(path: string, name: string, held = 0): Promise<ByteSource> {
  const { handle: first, stats } = await openRegular(path, name);
  const { size, mtimeMs, ino } = stats;
  try {
    if (size <= held) return memoryBytes(await readRange(first, Buffer.allocUnsafe(size), 0), name);
  } finally {
    await first.close();
  }
  const again = async (): Promise<FileHandle> => {
    const { handle, stats: now } = await openRegular(path, name);
    if (now.size === size && now.mtimeMs === mtimeMs && now.ino === ino) return handle;
    await handle.close();
    throw new Fault('input', 'changed while it was read; grade a copy that nobody writes to', { file: name });
  };
  return {
    ...NONE,
    name,
    size,
    async read(from, length) {
      await using handle = await again();
      return await readRange(handle, Buffer.allocUnsafe(Math.max(0, Math.min(length, size - from))), from);
    },
    async *chunks(from = 0, pieceBytes = CHUNK) {
      await using handle = await again();
      const length = Math.min(pieceBytes, size);
      const buffers = [Buffer.allocUnsafe(length), Buffer.allocUnsafe(length)] as const;
      let next = readRange(handle, buffers[0], from);
      for (let at = from, turn = 1; at < size; at += length, turn += 1) {
        const piece = await next;
        // The next piece is read while this one is looked at; a reader that stops early leaves it unread.
        next = readRange(handle, buffers[turn % 2 === 0 ? 0 : 1], at + length);
        next.catch(() => {});
        yield piece;
      }
    },
  };
}

/** Fills the buffer from an offset on; what the file no longer has is left off. */
async function readRange(handle: FileHandle, buffer: Buffer, from: number): Promise<Buffer> {
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

/** O_NONBLOCK: opening a pipe would wait for a writer for ever. */
async function openRegular(path: string, name: string): Promise<{ handle: FileHandle; stats: Stats }> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause) => {
    throw new Fault('input', whyNot(cause), { file: name }, { cause });
  });
  const stats = await handle.stat();
  if (stats.isFile()) return { handle, stats };
  await handle.close();
  throw new Fault('input', 'is not a regular file', { file: name });
}
