import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGitDir } from '../../../sandbox/git/bare.js';
import { objectPool } from '../../../sandbox/git/objects.js';
import { type Lab, openLab, sh } from './lab.js';

let lab: Lab;
let count = 0;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab[Symbol.asyncDispose]());

async function gitDirWith(...blobs: string[]): Promise<{ gitDir: string; oids: string[] }> {
  const gitDir = join(lab.dir, `git-${++count}`);
  await createGitDir(gitDir, { format: 'sha1' });
  const oids = blobs.map((blob) =>
    sh(['git', `--git-dir=${gitDir}`, 'hash-object', '-w', '--stdin'], '/', Buffer.from(blob))
      .toString()
      .trim(),
  );
  return { gitDir, oids };
}

/** The live readers of the lab, by what the system says of its processes. */
function livePids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return line.includes(lab.dir) && line.includes('cat-file');
      } catch {
        return false;
      }
    })
    .map(Number);
}

test('many questions at once get their own answers, also of megabytes', async () => {
  const blobs = ['', 'a\n', 'b', `${'long '.repeat(500_000)}end`, '\n\n', 'x'.repeat(65_536)];
  const { gitDir, oids } = await gitDirWith(...blobs);
  await using pool = objectPool(lab.git);
  const reader = pool.reader(gitDir);
  const order = Array.from({ length: 120 }, (_, n) => (n * 7) % blobs.length);
  const read = await Promise.all(
    order.map(async (n) => [
      await reader.size(oids[n] ?? ''),
      Buffer.from(await reader.read(oids[n] ?? '')).toString(),
    ]),
  );
  expect(read).toEqual(order.map((n) => [blobs[n]?.length, blobs[n]]));
});

test('an object that is not there is a fault, and the next question is answered', async () => {
  const { gitDir, oids } = await gitDirWith('here');
  await using pool = objectPool(lab.git);
  const reader = pool.reader(gitDir);
  const missing = reader.read('f'.repeat(40));
  const there = reader.read(oids[0] ?? '');
  await expect(missing).rejects.toMatchObject({ code: 'environment' });
  expect(Buffer.from(await there).toString()).toBe('here');
});

test('what dies is started anew, and what it took along is asked again', async () => {
  const { gitDir, oids } = await gitDirWith('x'.repeat(8_000_000), 'small');
  await using pool = objectPool(lab.git);
  const reader = pool.reader(gitDir);
  await reader.size(oids[0] ?? '');
  const [pid = 0] = livePids();
  const pending = Promise.all([reader.read(oids[0] ?? ''), reader.read(oids[1] ?? '')]);
  process.kill(pid, 'SIGKILL');
  expect((await pending).map((bytes) => bytes.length)).toEqual([8_000_000, 5]);
  expect(livePids()).not.toContain(pid);
});

test('a git directory that cannot be read ends in a fault, not in a loop', async () => {
  await using pool = objectPool(lab.git);
  const asked = pool.reader(join(lab.dir, 'not-there')).read('f'.repeat(40));
  await expect(asked).rejects.toMatchObject({ code: 'environment' });
});

test('only the last used stay alive, and a retired one comes back when it is asked', async () => {
  await using pool = objectPool(lab.git, 2);
  const all = await Promise.all([1, 2, 3, 4].map((n) => gitDirWith(`blob ${n}`)));
  const readAll = () =>
    Promise.all(
      all.map(async ({ gitDir, oids }) =>
        Buffer.from(await pool.reader(gitDir).read(oids[0] ?? '')).toString(),
      ),
    );
  expect(await readAll()).toEqual(['blob 1', 'blob 2', 'blob 3', 'blob 4']);
  for (const { gitDir, oids } of all) await pool.reader(gitDir).size(oids[0] ?? '');
  await expect.poll(() => livePids().length, { timeout: 10_000 }).toBe(2);
  expect(await readAll()).toEqual(['blob 1', 'blob 2', 'blob 3', 'blob 4']);
});

test('the process behind a git directory ends with the last of its readers', async () => {
  const { gitDir, oids } = await gitDirWith('x');
  await using pool = objectPool(lab.git);
  const [first, second] = [pool.reader(gitDir), pool.reader(gitDir)];
  await Promise.all([first.size(oids[0] ?? ''), second.size(oids[0] ?? '')]);
  const alive = livePids();
  expect(alive).toHaveLength(1);
  await first.close();
  expect(livePids()).toEqual(alive);
  await second.close();
  expect(livePids()).toEqual([]);
});

test('closing the pool ends every process and refuses more', async () => {
  const { gitDir, oids } = await gitDirWith('x');
  const pool = objectPool(lab.git);
  const reader = pool.reader(gitDir);
  await reader.read(oids[0] ?? '');
  await pool[Symbol.asyncDispose]();
  expect(livePids()).toEqual([]);
  await expect(reader.read(oids[0] ?? '')).rejects.toMatchObject({ code: 'internal' });
});
