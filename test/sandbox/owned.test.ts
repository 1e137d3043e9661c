import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderOnDemand, ownedFolder, sweep } from '../../sandbox/owned.js';

const MODULE = JSON.stringify(new URL('../../sandbox/owned.ts', import.meta.url).href);

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

test('a folder in a place that is named from our own folder is told by its whole path, for programs that run elsewhere', async () => {
  await using folder = await ownedFolder(relative(process.cwd(), root));
  await using later = await folderOnDemand(relative(process.cwd(), root));
  expect([folder.path, later.path].every(isAbsolute)).toBe(true);
});

test('a folder on demand is made when its path is asked for, once, and goes with its scope', async () => {
  {
    await using folder = await folderOnDemand(root);
    expect(readdirSync(root)).toEqual([]);
    expect(folder.path).toBe(folder.path);
    expect(readdirSync(root)).toEqual([basename(folder.path)]);
  }
  expect(readdirSync(root)).toEqual([]);
});

test('the folder of a dead process is swept, whatever the pid means now', async () => {
  const dead = await deadPid();
  await folderOf((parts) => (parts[2] = String(dead)));
  await folderOf((parts) => (parts[3] = '1'));
  expect(await sweep(root)).toBe(2);
  expect(readdirSync(root)).toEqual([]);
});

test.each([
  { title: 'of this process', change: () => {} },
  { title: 'of another machine, fresh', change: (parts: string[]) => (parts[1] = '0123456789ab') },
])('a folder $title stays', async ({ change }) => {
  const path = await folderOf(change);
  await sweep(root);
  expect(existsSync(path)).toBe(true);
});

test('a folder of another machine goes after a day', async () => {
  const path = await folderOf((parts) => (parts[1] = '0123456789ab'));
  const old = new Date(Date.now() - 25 * 3600 * 1000);
  await utimes(path, old, old);
  await sweep(root);
  expect(existsSync(path)).toBe(false);
});

test('what is no owned folder is never touched', async () => {
  for (const name of ['bases', '.own', '.own-x-1-1-abcdef', 'own-0123456789ab-1-1-abcdef'])
    await mkdir(join(root, name));
  await sweep(root);
  await sweep(join(root, 'not-there'));
  expect(readdirSync(root)).toHaveLength(4);
});

test('the first folder that a process makes in a place sweeps it', async () => {
  const { path } = await ownedFolder(root);
  const left = path.replace(/-\d+-\w{6}$/, '-1-abcdef');
  await rename(path, left);
  execFileSync(process.execPath, [
    '--import',
    'tsx',
    '-e',
    `import(${MODULE}).then((m) => m.ownedFolder(${JSON.stringify(root)}))`,
  ]);
  expect(existsSync(left)).toBe(false);
});

test('what is mounted in a dead folder is taken away before the folder is, and keeps its files', async () => {
  const kept = await mkdtemp(join(tmpdir(), 'kept-'));
  await writeFile(join(kept, 'file'), 'x');
  const folder = await folderOf((parts) => (parts[3] = '1'));
  await mkdir(join(folder, 'a b'));
  execFileSync('mount', ['--bind', kept, join(folder, 'a b')]);
  expect(await sweep(root)).toBe(1);
  expect(readdirSync(root)).toEqual([]);
  expect(readdirSync(kept)).toEqual(['file']);
  await rm(kept, { recursive: true });
});

test.each([
  { title: 'another user', make: async (path: string) => mkdir(path).then(() => chown(path, 65534, 65534)) },
  { title: 'a link', make: (path: string) => symlink(tmpdir(), path) },
])('what looks like a dead folder and is of $title stays', async ({ make }) => {
  const { path } = await ownedFolder(root);
  await rm(path, { recursive: true });
  await make(path.replace(/-\d+-\w{6}$/, '-1-abcdef'));
  expect(await sweep(root)).toBe(0);
  expect(readdirSync(root)).toHaveLength(1);
});

test('a place that takes no folder is told by its name', async () => {
  await expect(ownedFolder('/proc/nothing')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/nothing' });
});

test('a folder that could not be prepared is not left', async () => {
  const prepare = async (path: string): Promise<void> => {
    await writeFile(join(path, 'half'), 'x');
    throw new Error('the disk is full');
  };
  await expect(ownedFolder(root, prepare)).rejects.toThrow('the disk is full');
  expect(readdirSync(root)).toEqual([]);
});
