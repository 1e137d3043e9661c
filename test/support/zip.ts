/** Writes small ZIP archives for tests, byte by byte, so that they can also be wrong. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  readonly name: string;
  readonly content: string;
  readonly method?: number;
  readonly flags?: number;
  /** The packed content, where this cannot make it. */
  readonly data?: Buffer;
  /** What the directory says instead of the truth. */
  readonly size?: number;
  readonly crc?: number;
  /** Sizes and place in 64-bit fields. */
  readonly wide?: boolean;
}

const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

const NARROW = 0xffffffff;

/** @param wideEnd writes the end of the directory in its 64-bit form too */
export function zipOf(members: readonly Packed[], wideEnd = false): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, content, method = 8, flags = 0, wide = false, ...said } of members) {
    const raw = Buffer.from(content);
    const data = said.data ?? (method === 8 ? deflateRawSync(raw) : raw);
    const { size = raw.length, crc = crc32(raw) } = said;
    const file = Buffer.from(name);
    const shared = [u16(flags), u16(method), u16(0), u16(0), u32(crc)];
    const local = [
      u32(0x04034b50),
      u16(20),
      ...shared,
      u32(data.length),
      u32(size),
      u16(file.length),
      u16(0),
      file,
    ];
    const extra = wide
      ? Buffer.concat([u16(9), u16(2), u16(0), u16(1), u16(24), u64(size), u64(data.length), u64(at)])
      : Buffer.alloc(0);
    const [narrowSize, narrowPacked, narrowAt] = wide ? [NARROW, NARROW, NARROW] : [size, data.length, at];
    entries.push(
      Buffer.concat([
        ...[u32(0x02014b50), u16(20), u16(20), ...shared, u32(narrowPacked), u32(narrowSize)],
        ...[u16(file.length), u16(extra.length), u16(3), u16(0), u16(0), u32(0), u32(narrowAt), file, extra],
        Buffer.from('abc'),
      ]),
    );
    const written = Buffer.concat([...local, data]);
    parts.push(written);
    at += written.length;
  }
  const directory = Buffer.concat(entries);
  const count = u16(members.length);
  const end64 = Buffer.concat([
    u32(0x06064b50),
    u64(44),
    u16(45),
    u16(45),
    u32(0),
    u32(0),
    u64(1),
    u64(1),
    u64(directory.length),
    u64(at),
  ]);
  const locator = Buffer.concat([u32(0x07064b50), u32(0), u64(at + directory.length), u32(1)]);
  const end = [u32(0x06054b50), u16(0), u16(0), count, count];
  const places = wideEnd ? [u32(NARROW), u32(NARROW)] : [u32(directory.length), u32(at)];
  return Buffer.concat([
    ...parts,
    directory,
    ...(wideEnd ? [end64, locator] : []),
    ...end,
    ...places,
    u16(0),
  ]);
}
