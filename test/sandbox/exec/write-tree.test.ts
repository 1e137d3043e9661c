import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TreeFile } from '../../../sandbox/exec/tree.js';
import { whiteouts } from '../../../sandbox/exec/whiteouts.js';
import { writeTree } from '../../../sandbox/exec/write-tree.js';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-'));
  root = join(folder, 'root');
  mkdirSync(root);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const file = (path: string, text = path, mode: TreeFile['mode'] = '100644'): TreeFile => ({
  path,
  mode,
  bytes: Buffer.from(text),
});

test('files, modes and links come out as they are, whatever the umask', async () => {
  const before = process.umask(0o077);
  try {
    await writeTree(root, [
      file('a/b/c.txt', 'c'),
      file('run', 'r', '100755'),
      file('l', '../../etc/passwd', '120000'),
    ]);
  } finally {
    process.umask(before);
  }
  expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('c');
  expect(statSync(join(root, 'a/b/c.txt')).mode & 0o777).toBe(0o644);
  expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o755);
  expect(statSync(join(root, 'run')).mode & 0o777).toBe(0o755);
  expect(readlinkSync(join(root, 'l'))).toBe('../../etc/passwd');
});

test('a link may be of bytes that are no text', async () => {
  await writeTree(root, [{ path: 'l', mode: '120000', bytes: Buffer.from([0x61, 0xff]) }]);
  expect([...readlinkSync(join(root, 'l'), { encoding: 'buffer' })]).toEqual([0x61, 0xff]);
});

test.each([
  { title: 'climbs out', files: [file('../planted')] },
  { title: 'climbs out in the middle', files: [file('a/../../planted')] },
  { title: 'is absolute', files: [file('/planted')] },
  { title: 'is empty', files: [file('')] },
  { title: 'holds a NUL byte', files: [file('a\0b')] },
  { title: 'goes through a link', files: [file('to', '..', '120000'), file('to/planted')] },
  { title: 'goes through a link that comes later', files: [file('to/planted'), file('to', '..', '120000')] },
  { title: 'goes through a file', files: [file('to', 'x'), file('to/planted')] },
  {
    title: 'goes through a link to a folder of the tree',
    files: [file('d/x'), file('to', 'd', '120000'), file('to/planted')],
  },
  { title: 'stands twice', files: [file('a'), file('a')] },
  { title: 'overwrites a link', files: [file('a', '../planted', '120000'), file('a', 'x')] },
  { title: 'is a link to nothing', files: [file('a', '', '120000')] },
])('a path that $title is refused, and nothing lands outside', async ({ files }) => {
  await expect(writeTree(root, files)).rejects.toMatchObject({ name: 'Fault', code: 'input' });
  expect(existsSync(join(folder, 'planted'))).toBe(false);
});

test.each([0, 1, 15, 16, 17, 40])('a bad path is noticed as file number %i of many', async (position) => {
  const files = Array.from({ length: 41 }, (_, n) => file(n === position ? '../planted' : `f${n}`));
  await expect(writeTree(root, files)).rejects.toMatchObject({ code: 'input' });
});

test('a source that breaks off is passed on after what runs has ended', async () => {
  async function* broken() {
    yield file('a');
    throw new Error('store is gone');
  }
  await expect(writeTree(root, broken())).rejects.toThrow('store is gone');
  expect(lstatSync(join(root, 'a')).isFile()).toBe(true);
});

test.each([
  { title: 'a removed file', removed: ['a/x'], hidden: ['a/x'] },
  { title: 'a folder of which all is removed', removed: ['a/x', 'a/y'], hidden: ['a'] },
  { title: 'nested folders of which all is removed', removed: ['b/c/d/x', 'b/c/y'], hidden: ['b'] },
  { title: 'only the inner folder where something stays', removed: ['b/c/d/x'], hidden: ['b/c/d'] },
  {
    title: 'no folder in which a new file stands',
    removed: ['a/x', 'a/y'],
    changed: ['a/new'],
    hidden: ['a/x', 'a/y'],
  },
  {
    title: 'nothing that a changed file replaces',
    removed: ['a/x', 'a/y', 'top'],
    changed: ['a', 'top/inner'],
    hidden: [],
  },
])('hidden is $title', async ({ removed, changed = [], hidden }) => {
  await writeTree(
    root,
    ['a/x', 'a/y', 'b/c/d/x', 'b/c/y', 'top'].map((path) => file(path)),
  );
  expect(await whiteouts(root, { files: changed.map((path) => file(path)), removed })).toEqual(hidden);
});

test('a removed path that leaves the tree is refused', async () => {
  await expect(whiteouts(root, { files: [], removed: ['../../etc/passwd'] })).rejects.toMatchObject({
    code: 'input',
  });
});
