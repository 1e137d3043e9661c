import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { objectPool } from '../../../sandbox/git/objects.js';
import { acquireBase } from '../../../sandbox/git/store.js';
import { openWorkspace } from '../../../sandbox/git/workspace.js';
import { fileLab } from './file-lab.js';
import { commitAll, sh, tip } from './lab.js';

const { lab, base } = await fileLab();
const commit = tip(base);
beforeEach(() => rm(lab.cacheDir, { recursive: true, force: true }));

const bases = () => join(lab.cacheDir, 'bases');
const stores = () => (existsSync(bases()) ? readdirSync(bases()) : []);
const treeOf = (repository: string) => sh(['git', 'rev-parse', 'HEAD^{tree}'], repository).toString().trim();

test.each([
  { title: 'a work tree', make: () => base },
  { title: 'its .git', make: () => join(base, '.git') },
  {
    title: 'a bare clone',
    make: (to: string) => void sh(['git', 'clone', '-q', '--bare', base, to], '/'),
  },
  {
    title: 'a linked work tree',
    make: (to: string) => void sh(['git', 'worktree', 'add', '-q', '--detach', to], base),
  },
  {
    title: 'a bundle',
    make: (to: string) => void sh(['git', 'bundle', 'create', '-q', to, 'main'], base),
  },
  {
    title: 'a clone that borrows its objects',
    make: (to: string) => void sh(['git', 'clone', '-q', '--shared', base, to], '/'),
  },
  { title: 'a link to a work tree', make: (to: string) => symlink(base, to) },
  {
    title: 'a path with a colon, a quote and a space',
    make: async (to: string) => {
      await cp(base, `${to}: "x" y`, { recursive: true });
      return `${to}: "x" y`;
    },
  },
])('$title serves as the base, with its history', async ({ title, make }) => {
  const to = join(lab.dir, title.replaceAll(/\W/g, '-'));
  const address = (await make(to)) ?? to;
  const store = await lab.acquire({ kind: 'repository', address, commit });
  expect(store.facts).toEqual({ version: 1, commit, tree: treeOf(base), history: true, lfs_pointers: [] });
  expect(await store.ancestors()).toEqual([commit]);
  expect((await store.files()).size).toBe(14);
});

test('a repository of SHA-256 objects serves as well', async () => {
  const dir = join(lab.dir, 'sha256');
  sh(['git', 'init', '-q', '--object-format=sha256', dir], lab.dir);
  await writeFile(join(dir, 'one.txt'), 'alpha\n');
  commitAll(dir);
  await using workspace = await lab.open(dir);
  const patch = Buffer.from('--- a/one.txt\n+++ b/one.txt\n@@ -1 +1 @@\n-alpha\n+beta\n');
  const { report, tree } = await workspace.buildCandidate(patch);
  expect(report.state).toBe('applied');
  expect(tree?.oid).toHaveLength(64);
  expect(Buffer.from((await tree?.read('one.txt')) ?? []).toString()).toBe('beta\n');
});

test.each([
  { title: 'nothing', make: async () => {}, code: 'input', says: /is no git repository or bundle/ },
  { title: 'an empty folder', make: (to: string) => mkdir(to), code: 'input', says: /is no git repository/ },
  {
    title: 'a text file',
    make: (to: string) => writeFile(to, 'hello'),
    code: 'input',
    says: /is no git repository/,
  },
  {
    title: 'a repository without the commit',
    make: (to: string) => void sh(['git', 'init', '-q', to], '/'),
    code: 'environment',
    says: /base_commit_missing: .* has no commit [0-9a-f]{40}/,
  },
  {
    title: 'a torn bundle',
    make: async (to: string) => {
      sh(['git', 'bundle', 'create', '-q', to, 'main'], base);
      await truncate(to, 400);
    },
    code: 'environment',
    says: /bundle .* cannot be read/,
  },
  {
    title: 'a repository that lost a file',
    make: async (to: string) => {
      await cp(base, to, { recursive: true });
      await rm(join(to, '.git/objects/36/e48e3d9d512e47b4a099a8b46080181e28989c'));
    },
    code: 'environment',
    says: /not all there/,
  },
  {
    title: 'a repository with a damaged file',
    make: async (to: string) => {
      await cp(base, to, { recursive: true });
      await cp(
        join(to, '.git/objects/24/eae5a4edd2faeb70389b46c863d7e0e5f4d64c'),
        join(to, '.git/objects/36/e48e3d9d512e47b4a099a8b46080181e28989c'),
        { force: true },
      );
    },
    code: 'environment',
    says: /not all there/,
  },
])('$title is a fault that says so, and leaves nothing behind', async ({ title, make, code, says }) => {
  const address = join(lab.dir, `no-${title.replaceAll(' ', '-')}`);
  await make(address);
  const acquired = lab.acquire({ kind: 'repository', address, commit });
  await expect(acquired).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
  expect(stores()).toEqual([]);
});

test('a tree or a blob is no base commit', async () => {
  const acquired = lab.acquire({ kind: 'repository', address: base, commit: treeOf(base) });
  await expect(acquired).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(/is a tree, not a commit/),
  });
});

test('groups of one base share one store, made once', async () => {
  const source = { kind: 'repository', address: base, commit } as const;
  const [one, other] = await Promise.all([lab.acquire(source), lab.acquire(source)]);
  expect(one).toBe(other);
  const before = (await readFile(join(one.gitDir, 'base.json'))).toString();
  expect(await lab.acquire({ ...source, address: `${base}/` })).toBe(one);
  expect((await readFile(join(one.gitDir, 'base.json'))).toString()).toBe(before);
  expect(stores()).toHaveLength(1);
});

test('a cache folder may be named from the working folder', async () => {
  const cacheDir = relative(process.cwd(), join(lab.dir, 'by-name'));
  const store = await acquireBase({ kind: 'repository', address: base, commit }, { git: lab.git, cacheDir });
  expect((await store.files()).size).toBe(14);
  await using objects = objectPool(lab.git);
  await using workspace = await openWorkspace(store, {
    git: lab.git,
    objects,
    tempDir: relative(process.cwd(), lab.tempDir),
  });
  expect((await workspace.base.read('src/calc.py'))?.length).toBe(196);
});

test('a store that lost its facts is made anew', async () => {
  const source = { kind: 'repository', address: base, commit } as const;
  const { gitDir } = await lab.acquire(source);
  await writeFile(join(gitDir, 'base.json'), '{"version":');
  await rm(join(gitDir, 'objects'), { recursive: true });
  const { facts } = await lab.acquire(source);
  expect(facts.tree).toBe(treeOf(base));
  expect((await lab.git.run(['cat-file', '-e', facts.tree], { gitDir })).exitCode).toBe(0);
  expect(stores()).toHaveLength(1);
});

test('who gives up in the middle leaves nothing, and the next one gets the base', async () => {
  const source = { kind: 'repository', address: base, commit } as const;
  const stop = new AbortController();
  const acquired = lab.acquire(source, stop.signal);
  await expect.poll(() => stores().length, { interval: 2, timeout: 10_000 }).toBe(1);
  stop.abort();
  await expect(acquired).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => stores(), { timeout: 10_000 }).toEqual([]);
  expect((await lab.acquire(source)).facts.tree).toBe(treeOf(base));
});

describe('other processes', () => {
  let big: string;
  beforeAll(async () => {
    big = join(lab.dir, 'big');
    sh(['git', 'init', '-q', big], lab.dir);
    for (let n = 0; n < 1500; n++) {
      const path = join(big, `part${n % 40}/file${n}.txt`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${n}\n`.repeat(200));
    }
    commitAll(big);
  });

  const begin = (): ChildProcess => {
    const script = join(dirname(fileURLToPath(import.meta.url)), 'acquire-child.ts');
    return spawn(process.execPath, ['--import', 'tsx', script, lab.cacheDir, big, tip(big)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  };

  test('two at once both get the store, and there is one of it', async () => {
    const said = await Promise.all(
      [begin(), begin()].map(async (child) => {
        const chunks: Buffer[] = [];
        child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
        const [code] = await once(child, 'close');
        return `${code} ${Buffer.concat(chunks)}`;
      }),
    );
    expect(said).toEqual([`0 ${treeOf(big)}\n`, `0 ${treeOf(big)}\n`]);
    expect(stores()).toHaveLength(1);
  });

  test.each([0, 40, 120, 250])(
    'kill -9 after %i ms of work leaves nothing that the next one trips over',
    async (ms) => {
      const child = begin();
      // From the start: a quick machine is done before it is killed.
      const closed = once(child, 'close');
      await expect.poll(() => stores().length, { interval: 1, timeout: 20_000 }).toBe(1);
      await sleep(ms);
      child.kill('SIGKILL');
      await closed;
      const { facts } = await lab.acquire({ kind: 'repository', address: big, commit: tip(big) });
      expect(facts.tree).toBe(treeOf(big));
      await lab.acquire({ kind: 'repository', address: base, commit });
      expect(stores().filter((name) => name.startsWith('.'))).toEqual([]);
    },
  );
});
