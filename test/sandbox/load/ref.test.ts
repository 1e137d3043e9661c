import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openFile } from '../../../sandbox/load/open.js';
import { resolveRef } from '../../../sandbox/load/ref.js';
import { rejection, type TempFolder, tempFolder } from './folder.js';

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const MEGABYTE = 1024 ** 2;

/** A group's folder with a secret beside it. */
function groupFolder(): TempFolder & { readonly group: string } {
  const folder = tempFolder();
  mkdirSync(folder.at('group/logs'), { recursive: true });
  folder.write('group/logs/a.txt', 'log of a\n');
  folder.write('secret.txt', 'secret');
  folder.write('group-evil/b.txt', 'secret');
  return { ...folder, group: folder.at('group') };
}

test.each([
  ['a file', 'logs/a.txt'],
  ['a file by a long way', './logs/./a.txt'],
  ['a name with blanks', 'my logs/a b.txt'],
  ['a name with dashes in front', '-rf/--help'],
  ['a name that only looks like a way up', '..a/...'],
])('reads %s', async (_, path) => {
  using folder = groupFolder();
  folder.write(`group/${path}`, 'log of a\n');
  const handle = await resolveRef({ path, sha256: sha256('log of a\n') }, folder.group);
  expect(Buffer.from(await handle.bytes()).toString()).toBe('log of a\n');
  expect(handle).toMatchObject({ compressed: false, size: 9 });
  expect(await handle.sha256()).toBe(sha256('log of a\n'));
});

test('an inline text is its UTF-8 bytes', async () => {
  const handle = await resolveRef('é\n', '/nowhere');
  expect(handle).toMatchObject({ path: null, compressed: false, size: 3 });
  expect(await handle.bytes()).toEqual(Buffer.from('é\n'));
  expect(await handle.sha256()).toBe(sha256('é\n'));
});

test('a .gz file is read and hashed as what it holds, in several members too', async () => {
  using folder = groupFolder();
  folder.write('group/a.txt.gz', Buffer.concat([gzipSync('log '), gzipSync('of a\n')]));
  const handle = await resolveRef({ path: 'a.txt.gz', sha256: sha256('log of a\n') }, folder.group);
  expect(handle).toMatchObject({ path: folder.at('group/a.txt.gz'), compressed: true, size: null });
  expect(Buffer.from(await handle.bytes()).toString()).toBe('log of a\n');
  const chunks: Uint8Array[] = [];
  for await (const chunk of handle.stream()) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('log of a\n');
});

test('a link may lead to another place inside the folder', async () => {
  using folder = groupFolder();
  symlinkSync('logs', folder.at('group/linked'));
  symlinkSync('linked/a.txt', folder.at('group/b.txt'));
  const handle = await resolveRef({ path: 'b.txt' }, folder.group);
  expect(handle.path).toBe(folder.at('group/logs/a.txt'));
});

test('the folder itself may be a link', async () => {
  using folder = groupFolder();
  symlinkSync('group', folder.at('latest'));
  expect((await resolveRef({ path: 'logs/a.txt' }, folder.at('latest'))).size).toBe(9);
});

const pipe = (path: string): unknown => execFileSync('mkfifo', [path]);

test.each<[string, string, RegExp, ((folder: TempFolder) => unknown)?]>([
  ['a missing file', 'logs/b.txt', /is missing/],
  ['a way through a file', 'logs/a.txt/b', /is missing/],
  ['an absolute path', '/etc/passwd', /is absolute/],
  ['a way up', '../secret.txt', /leads out/],
  ['a way up in the middle', 'logs/../../secret.txt', /leads out/],
  ['a way up and back', 'logs/../logs/a.txt', /leads out/],
  ['a way up with backslashes', 'logs\\..\\a.txt', /leads out/],
  ['a NUL character', 'logs/a.txt\0.png', /NUL/],
  ['a folder', 'logs', /is a folder/],
  ['the folder itself', '.', /is a folder/],
  ['a link out', 'out.txt', /leads out/, ({ at }) => symlinkSync('../secret.txt', at('group/out.txt'))],
  ['an absolute link', 'out.txt', /leads out/, ({ at }) => symlinkSync('/etc/hostname', at('group/out.txt'))],
  ['a link out in the middle', 'up/secret.txt', /leads out/, ({ at }) => symlinkSync('..', at('group/up'))],
  [
    'a link to a folder whose name begins alike',
    'e/b.txt',
    /leads out/,
    ({ at }) => symlinkSync('../group-evil', at('group/e')),
  ],
  ['a link in a circle', 'loop', /circle/, ({ at }) => symlinkSync('loop', at('group/loop'))],
  ['a link to nothing', 'gone', /is missing/, ({ at }) => symlinkSync('nothing', at('group/gone'))],
  ['a named pipe', 'pipe', /is a named pipe/, ({ at }) => pipe(at('group/pipe'))],
  [
    'a link to a named pipe',
    'link',
    /is a named pipe/,
    ({ at }) => [pipe(at('group/pipe')), symlinkSync('pipe', at('group/link'))],
  ],
  ['a link to a device', 'zero', /leads out/, ({ at }) => symlinkSync('/dev/zero', at('group/zero'))],
])('refuses %s, and names it', async (_, path, reason, prepare) => {
  using folder = groupFolder();
  prepare?.(folder);
  expect(await rejection(resolveRef({ path }, folder.group, { field: 'task.rubric' }))).toMatchObject({
    code: 'input',
    message: expect.stringMatching(reason),
    place: { file: path, field: 'task.rubric' },
  });
});

test('refuses a socket', async () => {
  using folder = groupFolder();
  const server = createServer();
  await new Promise<void>((done) => server.listen(folder.at('group/s'), done));
  try {
    expect(await rejection(resolveRef({ path: 's' }, folder.group))).toMatchObject({
      message: expect.stringMatching(/is a socket/),
    });
  } finally {
    server.close();
  }
});

test('refuses a device that the caller names', async () => {
  expect(await rejection(openFile('/dev/zero'))).toMatchObject({
    message: expect.stringMatching(/is a device/),
  });
});

test('a file that becomes a link or a pipe after it was found is refused when it is read', async () => {
  using folder = groupFolder();
  const handle = await resolveRef({ path: 'logs/a.txt' }, folder.group);
  renameSync(folder.at('group/logs'), folder.at('group/old'));
  symlinkSync('../group-evil', folder.at('group/logs'));
  folder.write('group-evil/a.txt', 'secret');
  expect(await rejection(handle.bytes())).toMatchObject({ message: expect.stringMatching(/leads out/) });
  const other = await resolveRef({ path: 'old/a.txt' }, folder.group);
  renameSync(folder.at('group/old/a.txt'), folder.at('group/old/b.txt'));
  pipe(folder.at('group/old/a.txt'));
  expect(await rejection(other.sha256())).toMatchObject({ message: expect.stringMatching(/named pipe/) });
});

test.each(['bytes', 'sha256', 'stream'] as const)('holds what %s reads to the stated sha256', async (way) => {
  using folder = groupFolder();
  const stated = sha256('another log');
  const handle = await resolveRef({ path: 'logs/a.txt', sha256: stated }, folder.group, {
    field: 'rollouts[0].test_log',
  });
  const read = async () => {
    if (way !== 'stream') return await handle[way]();
    for await (const _ of handle.stream());
  };
  expect(await rejection(read())).toMatchObject({
    message: `has sha256 ${sha256('log of a\n')}; the group states ${stated}`,
    place: { file: 'logs/a.txt', field: 'rollouts[0].test_log' },
  });
});

test.each([
  ['a bomb', gzipSync(Buffer.alloc(20 * MEGABYTE)), /more than 1 MiB/],
  [
    'a bomb of many members',
    Buffer.concat(Array(40).fill(gzipSync(Buffer.alloc(MEGABYTE / 2)))),
    /more than 1 MiB/,
  ],
  ['gzip data that is cut off', gzipSync('log of a\n'.repeat(1000)).subarray(0, 30), /cut off/],
  ['what is no gzip data', Buffer.from('log of a\n'), /not gzip data/],
  [
    'a damaged sum',
    Buffer.concat([gzipSync('log of a\n').subarray(0, -8), Buffer.alloc(8)]),
    /not gzip data, or damaged/,
  ],
])('refuses %s under a .gz name', async (_, content, reason) => {
  using folder = groupFolder();
  folder.write('group/a.gz', content);
  const handle = await resolveRef({ path: 'a.gz' }, folder.group, {
    heldBytes: MEGABYTE,
    streamed: MEGABYTE,
  });
  for (const read of [handle.bytes, handle.sha256])
    expect(await rejection(read())).toMatchObject({
      code: 'input',
      message: expect.stringMatching(reason),
      place: { file: 'a.gz' },
    });
});

test('a large file can be streamed where it may not be held', async () => {
  using folder = groupFolder();
  folder.write('group/large', Buffer.alloc(2 * MEGABYTE));
  const handle = await resolveRef({ path: 'large' }, folder.group, { heldBytes: MEGABYTE });
  expect(await handle.sha256()).toBe(sha256(Buffer.alloc(2 * MEGABYTE)));
  expect(await rejection(handle.bytes())).toMatchObject({
    message: expect.stringMatching(/more than 1 MiB/),
  });
  expect(await rejection(resolveRef({ path: 'large' }, folder.group, { streamed: MEGABYTE }))).toMatchObject({
    message: expect.stringMatching(/more than 1 MiB/),
  });
});

test('a reader that stops early leaves no open file', async () => {
  using folder = groupFolder();
  folder.write('group/large.gz', gzipSync(Buffer.alloc(8 * MEGABYTE)));
  const handle = await resolveRef({ path: 'large.gz' }, folder.group);
  const open = (): number =>
    execFileSync('ls', [`/proc/${process.pid}/fd`])
      .toString()
      .split('\n').length;
  const before = open();
  for (let round = 0; round < 20; round++) for await (const _ of handle.stream()) break;
  // The system closes behind the reader's back; on a busy machine a moment later.
  await expect.poll(open, { timeout: 20_000 }).toBeLessThan(before + 5);
});
