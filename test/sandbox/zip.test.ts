import { expect, test } from 'vitest';
import { type ByteSource, memoryBytes } from '../../sandbox/bytes.js';
import { unzip, type ZipMember, zipMembers } from '../../sandbox/zip.js';
import { Fault } from '../../src/fault.js';
import { Chance } from '../support/chance.js';
import { type Packed, zipOf } from '../support/zip.js';

const archive = (members: readonly Packed[], wideEnd = false): ByteSource =>
  memoryBytes(zipOf(members, wideEnd), 'log.eval');

async function textOf(source: ByteSource, member: ZipMember): Promise<string> {
  await using content = await unzip(source, member);
  return (await content.read(0, content.size)).toString();
}

const long = 'all work and no play\n'.repeat(50_000);
const longer = 'all work and no play\n'.repeat(5000);
/** `longer` in two frames of Zstandard. */
const zstd = Buffer.from(
  'KLUv/WRQwu0AAKhhbGwgd29yayBhbmQgbm8gcGxheQoBAHGGqE8mzvzZ5Ci1L/1k2NXtAACoCmFsbCB3b3JrIGFuZCBubyBwbGF5AQCBrahPJoNVqRQ=',
  'base64',
);

/** A frame that asks for a window of 2 GB. */
const huge = Buffer.from('28b52ffd00a80100', 'hex');

test.each([
  ['a deflated member', { name: 'a', content: 'hello' }, false],
  ['a stored member', { name: 'a', content: 'hello', method: 0 }, false],
  ['a member of several chunks', { name: 'a', content: long }, false],
  ['an empty member', { name: 'a', content: '' }, false],
  ['a member with 64-bit fields', { name: 'a', content: 'hello', wide: true }, false],
  ['a member in Zstandard, of two frames', { name: 'a', content: longer, method: 93, data: zstd }, false],
  ['an archive with a 64-bit end', { name: 'a', content: 'hello' }, true],
] as const)('%s is read whole', async (_, member, wideEnd) => {
  const source = archive([{ name: 'before', content: 'x' }, member], wideEnd);
  const members = await zipMembers(source);
  expect(members.map(({ name }) => name)).toEqual(['before', 'a']);
  expect(await textOf(source, members[1] as ZipMember)).toBe(member.content);
});

test.each([
  ['is encrypted', { name: 'a', content: 'x', flags: 1 }, /is encrypted, which cannot be unpacked here/],
  [
    'is packed in another way',
    { name: 'a', content: 'x', method: 12 },
    /packed by method 12.*pack it with deflate/,
  ],
  ['is no Zstandard', { name: 'a', content: 'hello, world', method: 93 }, /is damaged/],
  ['is cut', { name: 'a', content: longer, method: 93, data: zstd.subarray(0, -9) }, /is damaged/],
  [
    'holds more than it says',
    { name: 'a', content: longer, method: 93, data: zstd, size: 99 },
    /more than it says/,
  ],
  ['needs a huge window', { name: 'a', content: longer, method: 93, data: huge }, /too large a window/],
  ['is longer than it says', { name: 'a', content: 'hello', size: 2 }, /is damaged/],
  ['is shorter than it says', { name: 'a', content: 'hello', size: 9 }, /is damaged/],
  ['is far longer than it says', { name: 'a', content: long, size: 2 }, /more than it says/],
  ['has another sum', { name: 'a', content: 'hello', crc: 7 }, /is damaged/],
  ['says that it is huge', { name: 'a', content: 'x', size: 2 ** 40, wide: true }, /too much/],
] as const)('a member that %s is refused and named', async (_, member, message) => {
  const source = archive([member]);
  const [found] = await zipMembers(source);
  await expect(unzip(source, found as ZipMember)).rejects.toThrow(message);
});

test.each([
  ['the system', Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })],
  ['the archive', new Fault('input', 'changed while it was read', { file: 'log.eval' })],
])('what %s says while a member is unpacked comes through as it is, not as damage', async (_, error) => {
  const whole = archive([{ name: 'a', content: long }]);
  const source: ByteSource = {
    ...whole,
    async *chunks(from, size) {
      yield* [await whole.read(from ?? 0, size ?? 1000)];
      throw error;
    },
  };
  const [member] = await zipMembers(source);
  await expect(unzip(source, member as ZipMember)).rejects.toBe(error);
});

test('a member is read whole where its pieces are overwritten by the next ones', async () => {
  const chance = new Chance(1);
  const content = Array.from({ length: 200_000 }, () => chance.below(10)).join('');
  const whole = archive([{ name: 'a', content }]);
  const buffer = Buffer.alloc(1000);
  const source: ByteSource = {
    ...whole,
    async *chunks(from = 0) {
      for (let at = from; at < whole.size; at += 1000) {
        const piece = await whole.read(at, 1000);
        yield buffer.subarray(0, piece.copy(buffer));
      }
    },
  };
  const [member] = await zipMembers(source);
  expect(await textOf(source, member as ZipMember)).toBe(content);
});

test('a small member is read in one go, as archives have many of them', async () => {
  const whole = archive([
    { name: 'a', content: longer },
    { name: 'b', content: 'x' },
  ]);
  const [member] = await zipMembers(whole);
  const reads: number[] = [];
  const source: ByteSource = {
    ...whole,
    read: (from, length) => {
      reads.push(from);
      return whole.read(from, length);
    },
    chunks: () => {
      throw new Error('read in pieces');
    },
  };
  expect(await textOf(source, member as ZipMember)).toBe(longer);
  expect(reads).toEqual([0]);
});

test.each([
  ['no archive', Buffer.from('{"samples": []}')],
  ['an empty file', Buffer.alloc(0)],
  ['an archive without its end', zipOf([{ name: 'a', content: long }]).subarray(0, -30)],
])('%s is refused', async (_, bytes) => {
  await expect(zipMembers(memoryBytes(bytes, 'log.eval'))).rejects.toThrow(/is no readable ZIP archive/);
});

test.each([
  ['has room for more than it had', 30, 0xff],
  ['has a name that is longer than it was', 28, 0xff],
  ['is no entry', 0, 0],
])('no member is missed where the entry before it %s', async (_, field, value) => {
  const bytes = zipOf(['a', 'b', 'c'].map((name) => ({ name, content: name })));
  const first = bytes.indexOf('PK\x01\x02', 0, 'latin1');
  const entry = bytes.indexOf('PK\x01\x02', first + 4, 'latin1');
  bytes[entry + field] = value;
  await expect(zipMembers(memoryBytes(bytes, 'log.eval'))).rejects.toThrow(/directory is damaged/);
});

test('a member that was written again is one member, which holds what was written last', async () => {
  const source = archive([
    { name: 'a', content: 'once' },
    { name: 'b', content: 'x' },
    { name: 'a', content: 'again' },
  ]);
  const members = await zipMembers(source);
  expect(members.map(({ name }) => name)).toEqual(['b', 'a']);
  expect(await textOf(source, members[1] as ZipMember)).toBe('again');
});

test('an archive that was damaged anywhere is read or refused, never a crash', async () => {
  const whole = zipOf([
    { name: 'a', content: 'hello', wide: true },
    { name: 'b', content: long },
  ]);
  for (let at = 0; at < whole.length; at += 7) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    const source = memoryBytes(bytes, 'log.eval');
    try {
      for (const member of await zipMembers(source)) await textOf(source, member);
    } catch (fault) {
      expect(fault).toBeInstanceOf(Fault);
    }
  }
});
