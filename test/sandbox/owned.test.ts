import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownedFolder, sweep } from '../../sandbox/owned.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gagar-owned-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The folder of this process, renamed as if another had made it. */
async function folderOf(change: (parts: string[]) => void): Promise<string> {
  const { path } = await ownedFolder(root);
  const parts = basename(path).split('-');
  change(parts);
  const renamed = join(root, parts.join('-'));
  await rename(path, renamed);
  await writeFile(join(renamed, 'file'), 'x');
  return renamed;
}

async function deadPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a folder goes with its scope, and with all that is in it', async () => {
  let path = '';
  {
    await using folder = await ownedFolder(root);
    path = folder.path;
    await mkdir(join(path, 'deep/er'), { recursive: true });
  }
  expect(existsSync(path)).toBe(false);
});

test('the folder of a dead process is swept, whatever the pid means now', async () => {
  const dead = await deadPid();
  await folderOf((parts) => (parts[2] = String(dead)));
  await folderOf((parts) => (parts[3] = '1'));
  await sweep(root);
  expect(readdirSync(root)).toEqual([]);
});

test.each([
  { title: 'of this process', change: () => {} },
  { title: 'of another machine, fresh', change: (parts: string[]) => (parts[1] = '00000000') },
])('a folder $title stays', async ({ change }) => {
  const path = await folderOf(change);
  await sweep(root);
  expect(existsSync(path)).toBe(true);
});

test('a folder of another machine goes after a day', async () => {
  const path = await folderOf((parts) => (parts[1] = '00000000'));
  const old = new Date(Date.now() - 25 * 3600 * 1000);
  await utimes(path, old, old);
  await sweep(root);
  expect(existsSync(path)).toBe(false);
});

test('what is no owned folder is never touched', async () => {
  for (const name of ['bases', '.own', '.own-x-1-1-a', 'own-00000000-1-1-a']) await mkdir(join(root, name));
  await sweep(root);
  await sweep(join(root, 'not-there'));
  expect(readdirSync(root)).toHaveLength(4);
});
