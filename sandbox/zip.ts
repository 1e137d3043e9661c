/** The members of a ZIP archive, read by its central directory; each is unpacked on its own, to a private file. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { Fault } from '../src/fault.js';
import { showBytes } from '../src/text/clip.js';
import { type ByteSource, fileBytes } from './bytes.js';
import { sliceBytes } from './slice.js';
import { privateFolder } from './temp.js';

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
const STORED = 0;
const DEFLATED = 8;
const NARROW = 0xffffffff;
const MAX_DIRECTORY = 64 * 1024 * 1024;
const MAX_MEMBER = 8 * 1024 * 1024 * 1024;

const broken = (source: ByteSource, what: string): Fault =>
  new Fault('input', `is no readable ZIP archive: ${what}`, { file: source.name });

/** @throws Fault input where the archive is cut or damaged */
export async function zipMembers(source: ByteSource): Promise<readonly ZipMember[]> {
  const { start, length } = await directoryOf(source);
  if (length > MAX_DIRECTORY) throw broken(source, `its directory has ${showBytes(length)}`);
  const bytes = await source.read(start, length);
  const members: ZipMember[] = [];
  for (let at = 0; at + 46 <= bytes.length && bytes.readUInt32LE(at) === ENTRY; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    );
    const nameEnd = at + 46 + (nameLength ?? 0);
    const extraEnd = nameEnd + (extraLength ?? 0);
    members.push(memberAt(bytes, at, nameEnd, extraEnd));
    at = extraEnd + (commentLength ?? 0);
  }
  return members;
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
  if (member.encrypted || (method !== STORED && method !== DEFLATED)) {
    const how = member.encrypted ? 'is encrypted' : `is packed by method ${method}`;
    throw new Fault('input', `${how}, which cannot be unpacked here; pack it with deflate`, { file: place });
  }
  if (size > MAX_MEMBER) throw new Fault('input', `has ${showBytes(size)}, too much`, { file: place });
  const head = await source.read(start, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL)
    throw broken(source, `${name} is not where it should be`);
  const data = start + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const raw = sliceBytes(source, data, packed, place);
  return method === STORED ? raw : await inflated(raw, member);
}

async function inflated(raw: ByteSource, { size, crc }: ZipMember): Promise<ByteSource> {
  const folder = await privateFolder();
  try {
    const path = join(folder.path, 'member');
    await using file = await open(path, 'wx', 0o600);
    let written = 0;
    let sum = 0;
    for await (const chunk of Readable.from(raw.chunks(), { objectMode: false }).pipe(createInflateRaw())) {
      written += (chunk as Buffer).length;
      if (written > size) break;
      sum = crc32(chunk as Buffer, sum);
      await file.write(chunk as Buffer);
    }
    if (written !== size || sum !== crc) {
      throw new Fault('input', 'is damaged: it does not unpack to what the archive says', { file: raw.name });
    }
    return {
      ...(await fileBytes(path, raw.name)),
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  } catch (cause) {
    await folder[Symbol.asyncDispose]();
    if (cause instanceof Fault) throw cause;
    throw new Fault('input', 'is damaged and cannot be unpacked', { file: raw.name }, { cause });
  }
}
