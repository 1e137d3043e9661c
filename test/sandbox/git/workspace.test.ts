import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { TreeEdit } from '../../../sandbox/git/derive.js';
import { listEntries } from '../../../sandbox/git/entries.js';
import { objectPool } from '../../../sandbox/git/objects.js';
import { MAX_READ_BYTES } from '../../../sandbox/git/tree.js';
import { openWorkspace } from '../../../sandbox/git/workspace.js';
import type { TreeEntry } from '../../../src/material.js';
import { fileLab } from './file-lab.js';
import { cases, tip } from './lab.js';

const { lab, base } = await fileLab();

const patch = (name: string) => readFile(join(cases, `${name}.patch`));
const sourceOf = () => ({ kind: 'repository', address: base, commit: tip(base) }) as const;

test.each([
  'P00-good',
  'P05-binary-full',
  'P06-mode-only',
  'P07-rename',
  'P08c-symlink-only',
  'P13-space-and-quoted',
  'P16-empty-file',
])('%s: the entries of the candidate are those of its tree', async (name) => {
  await using workspace = await lab.open(base);
  const { tree } = await workspace.buildCandidate(await patch(name));
  const listed = await listEntries(lab.git, workspace.gitDir, tree?.oid ?? '');
  expect(await tree?.entries()).toEqual(listed);
  expect(await tree?.id('no/such/file')).toBe(null);
  const before = (await workspace.base.entries()).map(({ path }) => path);
  for (const path of before.filter((one) => listed.every((entry) => entry.path !== one)))
    expect(await tree?.id(path)).toBe(null);
  for (const { path, size, mode, oid } of listed) {
    expect(await tree?.id(path)).toBe(oid);
    const bytes = await tree?.read(path);
    expect(bytes?.length ?? null).toBe(mode === '160000' ? null : size);
  }
});

test.each([
  { path: 'src/calc.py', there: true },
  { path: 'src/users.sql', there: false },
  { path: 'src/people.sql', there: true },
  { path: 'src', there: false },
  { path: '', there: false },
  { path: './src/calc.py', there: false },
  { path: '../base/src/calc.py', there: false },
  { path: '/etc/hostname', there: false },
  { path: 'docs/latest/calc.py', there: false },
  { path: 'vendor/lib', there: false },
  { path: 'src/calc.py\nHEAD', there: false },
])('after a rename $path can be read: $there', async ({ path, there }) => {
  await using workspace = await lab.open(base);
  const { tree } = await workspace.buildCandidate(await patch('P07-rename'));
  expect((await tree?.read(path)) !== null).toBe(there);
});

test('a diff between two candidates shows what sets them apart', async () => {
  await using workspace = await lab.open(base);
  const [one, other] = await Promise.all([
    workspace.buildCandidate(await patch('P00-good')),
    workspace.buildCandidate(await patch('P06-mode-only')),
  ]);
  if (one.tree === null || other.tree === null) throw new Error('both apply');
  const diff = await workspace.diff(one.tree, other.tree);
  expect(diff.map(({ path, kind }) => `${path} ${kind}`)).toEqual(['bin/run.sh mode', 'src/calc.py text']);
});

test('a file that is too large is not read, and the fault names it', async () => {
  await using workspace = await lab.open(base);
  const big = Buffer.concat([
    Buffer.from('--- /dev/null\n+++ b/big.txt\n@@ -0,0 +1 @@\n+'),
    Buffer.alloc(MAX_READ_BYTES, 'x'),
    Buffer.from('\n'),
  ]);
  const { report, tree } = await workspace.buildCandidate(big);
  expect(report).toMatchObject({ state: 'applied', files: [{ path: 'big.txt', kind: 'binary' }] });
  await expect(tree?.read('big.txt')).rejects.toMatchObject({
    code: 'input',
    place: { file: 'big.txt' },
    message: `the file holds ${MAX_READ_BYTES + 1} bytes; at most ${MAX_READ_BYTES} are read at once, search it instead`,
  });
});

test('sixteen candidates at once get the trees that they get one by one', async () => {
  await using workspace = await lab.open(base);
  const names = [
    'P00-good',
    'P06-mode-only',
    'P07-rename',
    'P16-empty-file',
    'P24-half',
    'P27-conftest-only',
    'P28-test-rewrite',
    'P12-latin1',
  ];
  const patches = await Promise.all([...names, ...names].map(patch));
  const together = await Promise.all(patches.map((bytes) => workspace.buildCandidate(bytes)));
  const alone = [];
  for (const bytes of patches) alone.push(await workspace.buildCandidate(bytes));
  const facts = (built: typeof together) =>
    built.map(({ report, diff, tree }) => ({ report, diff, oid: tree?.oid }));
  expect(facts(together)).toEqual(facts(alone));
});

test('a workspace keeps no index, writes nothing into the store, and goes with its scope', async () => {
  const store = await lab.acquire(sourceOf());
  const before = readdirSync(store.gitDir, { recursive: true }).length;
  {
    await using workspace = await lab.open(base);
    await workspace.buildCandidate(await patch('P00-good'));
    await workspace.buildCandidate(await patch('P24-half'));
    expect(readdirSync(dirname(workspace.gitDir))).toEqual(['objects.git']);
  }
  expect(readdirSync(lab.tempDir)).toEqual([]);
  expect(readdirSync(store.gitDir, { recursive: true })).toHaveLength(before);
});

test('an abort ends the work with a cancelled fault', async () => {
  const store = await lab.acquire(sourceOf());
  const stop = new AbortController();
  await using objects = objectPool(lab.git);
  await using workspace = await openWorkspace(store, {
    git: lab.git,
    objects,
    tempDir: lab.tempDir,
    signal: stop.signal,
  });
  const building = Promise.all(
    [1, 2, 3, 4, 5, 6].map(async () => workspace.buildCandidate(await patch('P00-good'))),
  );
  setTimeout(() => stop.abort(), 5);
  await expect(building).rejects.toMatchObject({ code: 'cancelled' });
});

test('kill -9 leaves a folder that the next workspace sweeps, and no process', async () => {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'workspace-child.ts');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, lab.cacheDir, lab.tempDir, base, tip(base)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = await once(child.stdout, 'data');
  const gitDir = String(line).trim();
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(existsSync(gitDir)).toBe(true);
  await expect.poll(() => processesOf(gitDir), { timeout: 10_000 }).toEqual([]);
  await using workspace = await lab.open(base);
  expect(existsSync(gitDir)).toBe(false);
  expect((await workspace.buildCandidate(await patch('P00-good'))).report.state).toBe('applied');
});

function processesOf(gitDir: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(gitDir);
      } catch {
        return false;
      }
    });
}

test('a tree can be derived: entries put in, replaced and taken away, under names of any bytes', async () => {
  await using workspace = await lab.open(base);
  const before = await workspace.base.entries();
  const [first, second] = before as [TreeEntry, TreeEntry];
  const odd = 'odd/⟦xFF⟧⟦U+000A⟧name';
  const derived = await workspace.derive(
    workspace.base,
    new Map<string, TreeEdit | null>([
      [first.path, null],
      [`${first.path}/now/a/folder`, { mode: '100644', oid: second.oid }],
      [odd, { mode: '100755', bytes: Buffer.from('new') }],
      ['not/there', null],
    ]),
  );
  const paths = (await derived.entries()).map(({ path }) => path);
  const kept = before.map(({ path }) => path).filter((path) => path !== first.path);
  expect(new Set(paths)).toEqual(new Set([...kept, `${first.path}/now/a/folder`, odd]));
  expect(Buffer.from((await derived.read(odd)) ?? []).toString()).toBe('new');
  expect(await derived.entries()).toEqual(await listEntries(lab.git, workspace.gitDir, derived.oid));
});
