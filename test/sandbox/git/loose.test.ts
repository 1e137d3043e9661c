import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGitDir } from '../../../sandbox/git/bare.js';
import { looseReader } from '../../../sandbox/git/loose.js';
import type { ObjectReader } from '../../../sandbox/git/objects.js';
import { type Lab, openLab, sh } from './lab.js';

let lab: Lab;
let gitDir: string;
beforeAll(async () => {
  lab = await openLab();
  gitDir = join(lab.dir, 'loose.git');
  await createGitDir(gitDir, { format: 'sha1' });
});
afterAll(() => lab[Symbol.asyncDispose]());

const write = (bytes: Uint8Array): string =>
  sh(['git', `--git-dir=${gitDir}`, 'hash-object', '-w', '--stdin'], '/', Buffer.from(bytes))
    .toString()
    .trim();

const asked: string[] = [];
const others: ObjectReader = {
  size: async (oid) => asked.push(oid),
  read: async (oid) => Buffer.from(oid),
  close: async () => {
    asked.push('closed');
  },
};

test.each([
  ['nothing at all', Buffer.alloc(0)],
  ['a text', Buffer.from('x = 1\n')],
  ['what begins like a header', Buffer.from('blob 3\0abc')],
  ['megabytes that do not pack', randomBytes(3_000_000)],
  ['megabytes that pack to nothing', Buffer.alloc(20_000_000)],
])('%s is read back from its own file, and its size before', async (_, bytes) => {
  const reader = looseReader(gitDir, others);
  const oid = write(bytes);
  expect(await reader.size(oid)).toBe(bytes.length);
  expect(Buffer.from(await reader.read(oid)).equals(bytes)).toBe(true);
});

test('a small object is opened once for its size and its bytes, which are given away once', async () => {
  const reader = looseReader(gitDir, others);
  const oid = write(Buffer.from('y = 2\n'));
  expect(await reader.size(oid)).toBe(6);
  await rm(join(gitDir, 'objects', oid.slice(0, 2), oid.slice(2)));
  const texts = [await reader.read(oid), await reader.read(oid)].map((bytes) =>
    Buffer.from(bytes).toString(),
  );
  expect(texts).toEqual(['y = 2\n', oid]);
});

test('what lies elsewhere is asked of the others, who are closed with it', async () => {
  const reader = looseReader(gitDir, others);
  const oid = 'f'.repeat(40);
  expect([await reader.size(oid), Buffer.from(await reader.read(oid)).toString()]).toEqual([1, oid]);
  await reader.close();
  expect(asked).toEqual([oid, 'closed']);
});
