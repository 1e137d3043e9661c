/** Reads a tar stream member by member; every name and size in it may come from hostile hands. */
import { Fault } from '../../src/fault.js';
import { padding } from './tar.js';

const BLOCK = 512;
/** A pax or long-name record larger than this is not one. */
const META_BYTES = 2 ** 20;

export interface TarMember {
  readonly path: string;
  readonly type: 'file' | 'symlink' | 'folder' | 'hardlink' | 'other';
  readonly mode: number;
  readonly size: number;
  readonly link: string;
  /** The header blocks as they came, name records included. */
  readonly header: Buffer;
  /** Contents of a file; must be called before the next member is asked for, or they are skipped. */
  bytes(): Promise<Buffer>;
}

const TYPES: Record<string, TarMember['type']> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'folder',
};

/** Hands out exact numbers of bytes of a chunked stream. */
class Reader {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private rest: Uint8Array = new Uint8Array();

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  async *take(count: number): AsyncGenerator<Uint8Array> {
    let left = count;
    while (left > 0) {
      if (this.rest.length === 0) {
        const next = await this.chunks.next();
        if (next.done) throw new Fault('input', 'the tar stream ends in the middle of a member');
        this.rest = next.value;
        continue;
      }
      const part = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.take(count)) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  }

  async skip(count: number): Promise<void> {
    for await (const _ of this.take(count));
  }

  /** Reads what is left, so that the sender is not left hanging. */
  async drain(): Promise<void> {
    while (!(await this.chunks.next()).done);
  }
}

const text = (block: Buffer, at: number, length: number): string => {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString();
};

function number(block: Buffer, at: number, length: number): number {
  // GNU writes large numbers in base 256 with the top bit set.
  const value =
    (block[at]! & 0x80) !== 0
      ? Number(block.readBigUInt64BE(at + length - 8))
      : Number.parseInt(text(block, at, length).trim() || '0', 8);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Fault('input', 'a tar header holds no valid number');
  return value;
}

/** `<length> <key>=<value>\n`, repeated; the length counts bytes. */
function paxValues(bytes: Buffer): Map<string, string> {
  const values = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.subarray(at, blank).toString());
    if (blank < 0 || !Number.isSafeInteger(length) || length < 5) break;
    const [key = '', ...value] = bytes
      .subarray(blank + 1, at + length - 1)
      .toString()
      .split('=');
    values.set(key, value.join('='));
    at += length;
  }
  return values;
}

/** Members in order. @throws Fault input where the stream is no tar archive or is cut off */
export async function* untar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember> {
  const reader = new Reader(stream);
  let long = new Map<string, string>();
  let raw: Buffer[] = [];
  for (;;) {
    const block = await reader.exactly(BLOCK);
    raw.push(block);
    if (block.every((byte) => byte === 0)) break;
    if (text(block, 257, 5) !== 'ustar') throw new Fault('input', 'the stream is no tar archive');
    const type = String.fromCharCode(block[156]!);
    const size = number(block, 124, 12);
    if (type === 'x' || type === 'L' || type === 'K' || type === 'g') {
      if (size > META_BYTES) throw new Fault('input', `a tar name record has ${size} bytes`);
      const padded = await reader.exactly(size + padding(size));
      const meta = padded.subarray(0, size);
      raw.push(padded);
      if (type === 'x') for (const [key, value] of paxValues(meta)) long.set(key, value);
      if (type === 'L') long.set('path', text(meta, 0, size));
      if (type === 'K') long.set('linkpath', text(meta, 0, size));
      continue;
    }
    const prefix = text(block, 345, 155);
    const short = text(block, 0, 100);
    const bytes = long.has('size') ? Number(long.get('size')) : size;
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Fault('input', 'a tar size record is no number');
    let read = false;
    const contents = async (): Promise<Buffer> => {
      read = true;
      return reader.exactly(bytes);
    };
    yield {
      path: long.get('path') ?? (prefix ? `${prefix}/${short}` : short),
      type: TYPES[type] ?? 'other',
      mode: number(block, 100, 8),
      size: bytes,
      link: long.get('linkpath') ?? text(block, 157, 100),
      header: Buffer.concat(raw),
      bytes: contents,
    };
    if (!read) await reader.skip(bytes);
    await reader.skip(padding(bytes));
    long = new Map();
    raw = [];
  }
  await reader.drain();
}
