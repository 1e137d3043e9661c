import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ByteSource, bytesOf, type Content, fileBytes, memoryBytes } from '../../sandbox/bytes.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, i) => `${i};`).join(''));

/** What a loader of groups would hand over. */
const file = (path: string, compressed: boolean): Content => ({
  path,
  compressed,
  bytes: async () => Buffer.alloc(0),
  stream: () => createReadStream(path).pipe(createGunzip()),
});
const inline = (bytes: Buffer): Content => ({
  path: null,
  compressed: false,
  bytes: async () => bytes,
  stream: async function* () {},
});

async function joined(source: ByteSource, from?: number, piece?: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of source.chunks(from, piece)) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

test.each(['file', 'gzip', 'inline'] as const)(
  'a text from %s reads the same by range and in pieces',
  async (kind) => {
    const path = join(folder, `content-${kind}`);
    await writeFile(path, kind === 'gzip' ? gzipSync(CONTENT) : CONTENT);
    await using source = await bytesOf(
      kind === 'inline' ? inline(CONTENT) : file(path, kind === 'gzip'),
      'content',
    );
    expect(source.size).toBe(CONTENT.length);
    expect((await source.read(1000, 20)).equals(CONTENT.subarray(1000, 1020))).toBe(true);
    expect((await source.read(CONTENT.length - 5, 20)).length).toBe(5);
    expect((await source.read(CONTENT.length + 5, 20)).length).toBe(0);
    expect((await joined(source)).equals(CONTENT)).toBe(true);
    expect((await joined(source, 12_345, 777)).equals(CONTENT.subarray(12_345))).toBe(true);
  },
);

test('unpacked data goes away with its source, and with a failure', async () => {
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  vi.stubEnv('TMPDIR', temporary);
  const path = join(folder, 'packed.gz');
  await writeFile(path, gzipSync(CONTENT));
  const source = await bytesOf(file(path, true), 'packed.gz');
  expect(await readdir(temporary)).toHaveLength(1);
  await source[Symbol.asyncDispose]();
  await writeFile(path, gzipSync(CONTENT).subarray(0, 1000));
  await expect(bytesOf(file(path, true), 'packed.gz')).rejects.toThrow();
  expect(await readdir(temporary)).toEqual([]);
  vi.unstubAllEnvs();
});

test('a reader that stops early leaves no open file', async () => {
  const path = join(folder, 'early');
  await writeFile(path, CONTENT);
  const source = await fileBytes(path, 'early');
  const open = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
  const before = await open();
  for (let i = 0; i < 20; i++) for await (const _ of source.chunks(0, 1000)) break;
  expect(await open()).toBeLessThanOrEqual(before + 1);
});

test('what is no regular file, or is gone, or changed, is refused by name', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(fileBytes(pipe, 'the pipe')).rejects.toMatchObject({
    code: 'input',
    place: { file: 'the pipe' },
    message: 'is not a regular file',
  });
  await expect(fileBytes(folder, 'the folder')).rejects.toMatchObject({ message: 'is not a regular file' });
  await expect(fileBytes(join(folder, 'nothing'), 'nothing')).rejects.toMatchObject({
    code: 'input',
    message: 'is missing',
  });
  const path = join(folder, 'changing');
  await writeFile(path, 'before');
  const source = await fileBytes(path, 'changing');
  await writeFile(path, 'after, and longer');
  await expect(source.read(0, 5)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringContaining('changed'),
  });
  await expect(joined(source)).rejects.toMatchObject({ code: 'input' });
});

test('a file that is small enough to be held is read when it is opened, and never again', async () => {
  const path = join(folder, 'held');
  await writeFile(path, 'before');
  const [held, ranged] = [await fileBytes(path, 'held', 6), await fileBytes(path, 'held', 5)];
  await rm(path);
  expect((await joined(held)).toString()).toBe('before');
  await expect(joined(ranged)).rejects.toMatchObject({ message: 'is missing' });
});

test('an empty text has no pieces', async () => {
  expect((await joined(memoryBytes(Buffer.alloc(0), 'x'))).length).toBe(0);
  const path = join(folder, 'empty');
  await writeFile(path, '');
  expect((await joined(await fileBytes(path, 'empty'))).length).toBe(0);
});
