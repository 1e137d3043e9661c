/** The members of a ZIP archive, read by its central directory; each is unpacked on its own, a large one to a private file. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { Fault } from '../src/fault.js';
import { showBytes } from '../src/text/clip.js';
import { type ByteSource, fileBytes, memoryBytes } from './bytes.js';
import { ownedFolder } from './owned.js';
import { sliceBytes } from './slice.js';
import { unzstd } from './zstd.js';

export interface ZipMember {
  readonly name: string;
  readonly size: number;
  readonly packed: number;
  readonly method: number;
  readonly crc: number;
  /** Offset of its local header. */
  readonly start: number;
  readonly encrypted: boolean;
}

const END = 0x06054b50;
const END_64_LOCATOR = 0x07064b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** May stand behind the last entry. */
const SIGNATURE = 0x05054b50;
const STORED = 0;
const DEFLATED = 8;
const ZSTANDARD = 93;
const NARROW = 0xffffffff;
const MAX_DIRECTORY = 64 * 1024 * 1024;
const MAX_MEMBER = 8 * 1024 * 1024 * 1024;
/** Both packed and unpacked: archives have a hundred thousand of these, and a private file takes many times as long. */
const MAX_HELD = 512 * 1024;
/** What a local header has behind its 30 bytes: as a rule the name, and a few fields beside it. */
const LOCAL_EXTRA = 512;

const broken = (source: ByteSource, what: string): Fault =>
  new Fault('input', `is no readable ZIP archive: ${what}`, { file: source.name });

/** One of each name. @throws Fault input where the archive is cut or damaged */
export async function zipMembers(source: ByteSource): Promise<readonly ZipMember[]> {
  const { start, length } = await directoryOf(source);
  if (length > MAX_DIRECTORY) throw broken(source, `its directory has ${showBytes(length)}`);
  const bytes = await source.read(start, length);
  // A name that was written again stands for what was written last, as everywhere.
  const members = new Map<string, ZipMember>();
  let at = 0;
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === ENTRY) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    );
    const nameEnd = at + 46 + (nameLength ?? 0);
    const extraEnd = nameEnd + (extraLength ?? 0);
    const member = memberAt(bytes, at, nameEnd, extraEnd);
    members.delete(member.name);
    members.set(member.name, member);
    at = extraEnd + (commentLength ?? 0);
  }
  const isWhole = at === length || (at + 4 <= bytes.length && bytes.readUInt32LE(at) === SIGNATURE);
  if (!isWhole) throw broken(source, 'its directory is damaged, so members would be missed');
  return [...members.values()];
}

async function directoryOf(source: ByteSource): Promise<{ start: number; length: number }> {
  const from = Math.max(0, source.size - 65_557);
  const tail = await source.read(from, source.size - from);
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) throw broken(source, 'its end is missing');
  const found = { start: tail.readUInt32LE(at + 16), length: tail.readUInt32LE(at + 12) };
  const locator = at - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== END_64_LOCATOR) return found;
  const end = await source.read(Number(tail.readBigUInt64LE(locator + 8)), 56);
  if (end.length < 56 || end.readUInt32LE(0) !== END_64) throw broken(source, 'its end is damaged');
  return { start: Number(end.readBigUInt64LE(48)), length: Number(end.readBigUInt64LE(40)) };
}

function memberAt(bytes: Buffer, at: number, nameEnd: number, extraEnd: number): ZipMember {
  const wide = wideFields(bytes.subarray(nameEnd, extraEnd));
  // A field that is too small for its value holds ones, and the value stands in the extra field, in this order.
  const field = (offset: number): number => {
    const value = bytes.readUInt32LE(at + offset);
    return value === NARROW ? (wide.shift() ?? value) : value;
  };
  const size = field(24);
  const packed = field(20);
  const start = field(42);
  return {
    name: bytes.toString('utf8', at + 46, nameEnd),
    size,
    packed,
    start,
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
  };
}

function wideFields(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      const body = extra.subarray(at + 4, at + 4 + length);
      const count = Math.floor(body.length / 8);
      return Array.from({ length: count }, (_, i) => Number(body.readBigUInt64LE(i * 8)));
    }
    at += 4 + length;
  }
  return [];
}

/**
 * One member as a text of its own; the archive must outlive it.
 * @throws Fault input where it cannot be unpacked, or is not what the directory says
 */
export async function unzip(source: ByteSource, member: ZipMember): Promise<ByteSource> {
  const { name, method, size, packed, start } = member;
  const place = `${source.name}:${name}`;
  if (member.encrypted || ![STORED, DEFLATED, ZSTANDARD].includes(method)) {
    const how = member.encrypted ? 'is encrypted' : `is packed by method ${method}`;
    throw new Fault('input', `${how}, which cannot be unpacked here; pack it with deflate`, { file: place });
  }
  if (size > MAX_MEMBER) throw new Fault('input', `has ${showBytes(size)}, too much`, { file: place });
  const isSmall = Math.max(size, packed) <= MAX_HELD;
  const head = await source.read(start, isSmall ? 30 + LOCAL_EXTRA + packed : 30);
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL)
    throw broken(source, `${name} is not where it should be`);
  const skipped = 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const raw = sliceBytes(source, start + skipped, packed, place);
  if (method === STORED) return raw;
  if (!isSmall || method !== DEFLATED) return await unpacked(raw, member);
  const there = head.subarray(skipped, skipped + packed);
  return held(there.length === packed ? there : await raw.read(0, packed), raw, member);
}

/** As of a stream, what follows the end of the packed data is passed over. */
function held(bytes: Buffer, raw: ByteSource, { size, crc }: ZipMember): ByteSource {
  try {
    const sum = new Sum(size);
    const text = inflateRawSync(bytes, { maxOutputLength: MAX_HELD });
    sum.add(text);
    sum.check(crc);
    return memoryBytes(text, raw.name);
  } catch (cause) {
    const isMore = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw damaged(raw, isMore ? MORE : (cause as Error));
  }
}

async function unpacked(raw: ByteSource, { method, size, crc }: ZipMember): Promise<ByteSource> {
  const folder = await ownedFolder();
  try {
    const path = join(folder.path, 'member');
    await using file = await open(path, 'wx', 0o600);
    const sum = new Sum(size);
    const write = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of chunks) {
        sum.add(chunk);
        // Writes on where a disk that is nearly full takes a part.
        await file.appendFile(chunk);
      }
    };
    if (method === ZSTANDARD) await write(unzstd(raw.chunks(), size));
    else await pipeline(copies(raw.chunks()), createInflateRaw(), write);
    sum.check(crc);
    return {
      ...(await fileBytes(path, raw.name)),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  } catch (cause) {
    await folder[Symbol.asyncDispose]();
    throw isDamage(cause) ? damaged(raw, cause) : cause;
  }
}

/** Neither the system's word, such as a full disk, nor a refusal of the archive as a file: those are of another place. */
const isDamage = (cause: unknown): cause is Error =>
  cause instanceof Error &&
  !('syscall' in cause) &&
  !(cause instanceof Fault && cause.place.file !== undefined);

const damaged = ({ name }: ByteSource, cause: Error): Fault =>
  new Fault('input', `is damaged: ${cause.message}`, { file: name }, { cause });

/** Chunks are overwritten when the next one is read, and a stream reads ahead. */
async function* copies(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

const MORE = new Fault('input', 'it unpacks to more than it says');

/** Size and checksum of what was unpacked. */
class Sum {
  private written = 0;
  private crc = 0;

  constructor(private readonly size: number) {}

  add(chunk: Buffer): void {
    this.written += chunk.length;
    if (this.written > this.size) throw MORE;
    this.crc = crc32(chunk, this.crc);
  }

  check(crc: number): void {
    if (this.written !== this.size || this.crc !== crc)
      throw new Fault('input', 'does not unpack to what the archive says');
  }
}
