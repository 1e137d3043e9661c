/** Resolves a Ref to a lazy handle: the bytes are read when somebody asks, and large files are never held. */
import { createHash } from 'node:crypto';
import { Fault } from '../../src/fault.js';
import type { FileRef, Ref } from '../../src/records/ref.js';
import { contentOf, isCompressed, MAX_FILE_BYTES, readAll, tooLarge } from './content.js';
import { openInside } from './open.js';

/** What may be held in memory at once. */
const MAX_HELD_BYTES = 256 * 1024 ** 2;

export interface RefHandle {
  /** Absolute path of the file, links resolved; null for an inline text. */
  readonly path: string | null;
  /** True where `path` holds gzip data; everything below is decompressed. */
  readonly compressed: boolean;
  /** Bytes of content; null where only decompressing would tell. */
  readonly size: number | null;
  /** The whole content. @throws Fault input above 256 MiB, or where its sha256 is not the stated one */
  bytes(): Promise<Uint8Array>;
  /** The content in chunks, from the start; a wrong sha256 is thrown behind the last one. */
  stream(): AsyncIterable<Uint8Array>;
  /** Hex sha256 of the content, computed once. @throws Fault input where the group states another */
  sha256(): Promise<string>;
}

export interface RefOptions {
  /** Where the Ref stands in the group, for messages. */
  readonly field?: string;
  /** Bytes that may be held at once, and that a stream may come to. */
  readonly heldBytes?: number;
  readonly streamed?: number;
}

/**
 * Finds what a Ref names, without reading it.
 * @param folder the folder of the group; a path may not leave it
 * @throws Fault input where there is no such regular file inside the folder
 */
export async function resolveRef(ref: Ref, folder: string, options: RefOptions = {}): Promise<RefHandle> {
  if (typeof ref === 'string') return inline(ref);
  try {
    return await inFile(ref, folder, options);
  } catch (error) {
    throw atField(error, options.field);
  }
}

function inline(text: string): RefHandle {
  const bytes = Buffer.from(text, 'utf8');
  return {
    path: null,
    compressed: false,
    size: bytes.length,
    bytes: async () => bytes,
    async *stream() {
      yield bytes;
    },
    sha256: async () => createHash('sha256').update(bytes).digest('hex'),
  };
}

async function inFile(
  ref: FileRef,
  folder: string,
  { field, heldBytes = MAX_HELD_BYTES, streamed = MAX_FILE_BYTES }: RefOptions,
): Promise<RefHandle> {
  const { path, size, handle } = await openInside(folder, ref.path);
  await handle.close();
  const compressed = isCompressed(ref.path);
  if (!compressed && size > streamed) throw tooLarge(ref.path, streamed);
  const read = (limit: number) => verified(ref, folder, limit, field);
  let digest: Promise<string> | undefined;
  return {
    path,
    compressed,
    size: compressed ? null : size,
    bytes: async () => {
      if (size > heldBytes && !compressed) throw atField(tooLarge(ref.path, heldBytes), field);
      return readAll(read(heldBytes));
    },
    stream: () => read(streamed),
    sha256: () => {
      digest ??= sha256Of(read(streamed));
      return digest;
    },
  };
}

/** Streams a file and, at its end, holds it to the sha256 that the group states. */
async function* verified(
  ref: FileRef,
  folder: string,
  limit: number,
  field: string | undefined,
): AsyncGenerator<Buffer, void> {
  const sum = ref.sha256 === undefined ? null : createHash('sha256');
  try {
    for await (const chunk of contentOf(await openInside(folder, ref.path), ref.path, limit)) {
      sum?.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw atField(error, field);
  }
  const actual = sum?.digest('hex');
  if (actual === undefined || actual === ref.sha256) return;
  const message = `has sha256 ${actual}; the group states ${ref.sha256}`;
  throw atField(new Fault('input', message, { file: ref.path }), field);
}

/** The same refusal, with the field that named the file. */
function atField(error: unknown, field: string | undefined): unknown {
  if (!(error instanceof Fault) || field === undefined) return error;
  return new Fault(error.code, error.message, { ...error.place, field }, { cause: error.cause });
}

async function sha256Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of chunks) sum.update(chunk);
  return sum.digest('hex');
}
