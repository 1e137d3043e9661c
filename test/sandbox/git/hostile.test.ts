/** Repositories that would run code, lie about their owner or lack what they promise. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileLab } from './file-lab.js';
import { cases, commitAll, sh, tip } from './lab.js';

const { lab, base } = await fileLab();

const HOSTILE = ['G01', 'G02a', 'G02b', 'G02c', 'G03a', 'G03b', 'G03c', 'G04a', 'G04b', 'G04c', 'G05', 'G14'];

/** A repository of a case that would make `mark` if git ran anything of it. */
function makeHostile(id: string, name = id): { repository: string; mark: string } {
  const [repository, mark] = [join(lab.dir, name), join(lab.dir, `${name}.mark`)];
  sh(['sh', join(cases, 'G-hostile-repos.sh'), id, repository, mark], lab.dir);
  return { repository, mark };
}

/** What a careless tool does in a repository. */
function useCarelessly(repository: string): void {
  const env = { PATH: '/usr/bin:/bin', HOME: lab.dir, GIT_CONFIG_GLOBAL: '/dev/null' };
  for (const args of ['status', 'diff', 'checkout -f .', 'checkout -f -b other', 'stash']) {
    for (const cwd of [repository, join(repository, 'data/cache')]) {
      if (existsSync(cwd)) spawnSync('git', args.split(' '), { cwd, env });
    }
  }
}

const APP =
  'diff --git a/app.py b/app.py\n--- a/app.py\n+++ b/app.py\n@@ -1 +1 @@\n-print("v1")\n+print("v3")\n';

describe.each(HOSTILE)('%s', (id) => {
  test('is a live payload: careless use of it runs code', () => {
    const { repository, mark } = makeHostile(id, `${id}-control`);
    useCarelessly(repository);
    expect(existsSync(mark)).toBe(true);
  });

  test.each([
    { title: 'work tree', inner: '' },
    { title: 'git directory', inner: '.git' },
  ])('runs nothing when its $title is the base, and reads as what was committed', async ({ inner }) => {
    const { repository, mark } = makeHostile(id, `${id}-${inner}`);
    await using workspace = await lab.open(join(repository, inner));
    const { tree, diff } = await workspace.buildCandidate(Buffer.from(APP));
    const found = await workspace.search(workspace.base, { pattern: 'print' });
    expect(found.matches.map(({ text }) => text)).toContain('print("v1")');
    expect(diff.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines.map(({ text }) => text)))).toEqual([
      'print("v1")',
      'print("v3")',
    ]);
    expect(Buffer.from((await tree?.read('app.py')) ?? []).toString()).toBe('print("v3")\n');
    expect(await workspace.base.entries()).not.toHaveLength(0);
    expect(existsSync(mark)).toBe(false);
  });
});

test.each([
  {
    title: 'a hook for whoever packs it',
    arm: (dir: string, payload: string) => sh(['git', 'config', 'uploadpack.packObjectsHook', payload], dir),
  },
  {
    title: 'a remote that promises objects through a program',
    arm: (dir: string, payload: string) => {
      sh(['git', 'config', 'extensions.partialClone', 'origin'], dir);
      sh(['git', 'config', 'remote.origin.promisor', 'true'], dir);
      sh(['git', 'config', 'remote.origin.url', `ext::${payload}`], dir);
      sh(['git', 'config', 'protocol.ext.allow', 'always'], dir);
      const blob = sh(['git', 'rev-parse', 'HEAD:app.py'], dir).toString().trim();
      return rm(join(dir, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    },
    error: /files of commit .* are not all there/,
  },
  {
    title: 'a ref that replaces the base',
    arm: (dir: string) => {
      const old = tip(dir);
      sh(['git', 'commit', '-q', '-a', '-m', 'evil'], dir);
      sh(['git', 'replace', old, 'HEAD'], dir);
      sh(['git', 'update-ref', 'refs/heads/main', old], dir);
    },
  },
])('$title does nothing', async ({ title, arm, error }) => {
  const name = title.replaceAll(' ', '-');
  const [repository, mark] = [join(lab.dir, name), join(lab.dir, `${name}.mark`)];
  sh(['git', 'init', '-q', '-b', 'main', repository], lab.dir);
  await writeFile(join(repository, 'app.py'), 'print("v1")\n');
  commitAll(repository);
  await writeFile(join(repository, 'app.py'), 'print("v2")\n');
  const commit = tip(repository);
  await arm(repository, `sh -c ': > ${mark}'`);
  const acquired = lab.acquire({ kind: 'repository', address: repository, commit });
  if (error === undefined) {
    const { gitDir } = await acquired;
    const file = await lab.git.read(['cat-file', 'blob', 'refs/heads/base:app.py'], { gitDir });
    expect(Buffer.from(file).toString()).toBe('print("v1")\n');
  } else await expect(acquired).rejects.toThrow(error);
  expect(existsSync(mark)).toBe(false);
});

test('G07: a repository of another owner is read like any other', async () => {
  const foreign = join(lab.dir, 'foreign');
  sh(['cp', '-a', base, foreign], lab.dir);
  if (process.getuid?.() === 0) {
    for (const entry of readdirSync(foreign, { recursive: true, encoding: 'utf8' })) {
      await chown(join(foreign, entry), 12345, 12345).catch(() => {});
    }
    await chown(foreign, 12345, 12345);
    const plain = spawnSync('git', ['-C', foreign, 'status'], {
      env: { PATH: '/usr/bin:/bin', HOME: lab.dir },
    });
    expect(plain.stderr.toString()).toContain('dubious ownership');
  }
  await using workspace = await lab.open(foreign);
  expect(await workspace.base.entries()).toHaveLength(14);
});

describe('G08: a shallow clone', () => {
  const clone = () => {
    const [long, shallow] = [join(lab.dir, 'long'), join(lab.dir, 'shallow')];
    if (existsSync(shallow))
      return { long, shallow, oldest: sh(['git', 'rev-parse', 'HEAD~2'], long).toString().trim() };
    sh(['git', 'clone', '-q', base, long], lab.dir);
    for (const n of ['1', '2']) sh(['git', 'commit', '-q', '--allow-empty', '-m', n], long);
    sh(['git', 'clone', '-q', '--depth=1', `file://${long}`, shallow], lab.dir);
    return { long, shallow, oldest: tip(base) };
  };

  test('without the base commit is a named error, and its HEAD is never taken instead', async () => {
    const { shallow, oldest } = clone();
    const missing = lab.acquire({ kind: 'repository', address: shallow, commit: oldest });
    await expect(missing).rejects.toMatchObject({
      code: 'environment',
      place: { field: 'task.repo.base_commit' },
    });
    await expect(missing).rejects.toThrow(/base_commit_missing: .*shallow/);
  });

  test('with the base commit serves, and says that it has no history', async () => {
    const { long, shallow } = clone();
    const source = { kind: 'repository', commit: tip(long) } as const;
    const cut = await lab.acquire({ ...source, address: shallow });
    expect(cut.facts.history).toBe(false);
    expect(await cut.ancestors()).toBeNull();
    const whole = await lab.acquire({ ...source, address: long });
    expect(await whole.ancestors()).toHaveLength(3);
    expect(cut.facts.tree).toBe(whole.facts.tree);
  });
});

test('G09: a left-over index.lock of the repository is nobody’s business', async () => {
  const locked = join(lab.dir, 'locked');
  sh(['cp', '-a', base, locked], lab.dir);
  await writeFile(join(locked, '.git/index.lock'), '');
  await using workspace = await lab.open(locked);
  const good = await readFile(join(cases, 'P00-good.patch'));
  expect((await workspace.buildCandidate(good)).report.state).toBe('applied');
  expect(existsSync(join(locked, '.git/index.lock'))).toBe(true);
});

test('G12: nothing that is newer than the base enters the store, nor anything else of the repository', async () => {
  const busy = join(lab.dir, 'busy');
  sh(['git', 'clone', '-q', base, busy], lab.dir);
  const commit = tip(busy);
  await writeFile(join(busy, 'answer.py'), 'ANSWER = 42\n');
  const later = commitAll(busy);
  sh(['git', 'tag', '-a', '-m', 'fixed', 'v2'], busy);
  sh(['git', 'checkout', '-q', '-b', 'fix'], busy);
  await writeFile(join(busy, 'answer.py'), 'ANSWER = 43\n');
  const lost = commitAll(busy);
  sh(['git', 'reset', '-q', '--hard', commit], busy);
  const loose = sh(['git', 'hash-object', '-w', '--stdin'], busy, Buffer.from('SECRET')).toString().trim();
  const store = await lab.acquire({ kind: 'repository', address: busy, commit });
  await using workspace = await lab.open(busy);
  for (const oid of [later, lost, loose, `${later}^{tree}`]) {
    expect((await lab.git.run(['cat-file', '-e', oid], { gitDir: workspace.gitDir })).exitCode).not.toBe(0);
  }
  const fsck = await lab.git.run(['fsck', '--unreachable', '--no-reflogs', '--full'], {
    gitDir: store.gitDir,
  });
  expect(fsck).toMatchObject({ exitCode: 0, stdout: { length: 0 } });
  const refs = await lab.git.read(['for-each-ref'], { gitDir: store.gitDir });
  expect(Buffer.from(refs).toString()).toBe(`${commit} commit\trefs/heads/base\n`);
  expect(await store.ancestors()).toEqual([commit]);
});

test.each([{ required: 'false' }, { required: 'true' }])(
  'G13: Git LFS pointers are named, whether the filter is required ($required) or not',
  async ({ required }) => {
    const dir = join(lab.dir, `lfs-${required}`);
    sh(['git', 'init', '-q', dir], lab.dir);
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n';
    await writeFile(join(dir, 'data.dat'), pointer);
    await writeFile(join(dir, 'about.md'), `A pointer starts with:\n\n    ${pointer}${'x'.repeat(2000)}\n`);
    commitAll(dir);
    await writeFile(join(dir, '.gitattributes'), '*.dat filter=lfs diff=lfs merge=lfs -text\n');
    sh(['git', 'config', 'filter.lfs.required', required], dir);
    sh(['git', 'config', 'filter.lfs.smudge', 'git-lfs-is-not-here'], dir);
    await using workspace = await lab.open(dir);
    const store = await lab.acquire({ kind: 'repository', address: dir, commit: tip(dir) });
    expect(store.facts.lfs_pointers).toEqual(['data.dat']);
    expect(Buffer.from((await workspace.base.read('data.dat')) ?? []).toString()).toBe(pointer);
  },
);

test.each([
  '--output=/tmp/x',
  '-h',
  'HEAD;id',
  'refs/heads/main',
  'd0203f4',
  '',
  'G'.repeat(40),
  ` ${'a'.repeat(40)}`,
])('G17: %j is no commit; nothing is started or written for it', async (commit) => {
  const cacheDir = join(lab.dir, 'unused');
  const { acquireBase } = await import('../../../sandbox/git/store.js');
  const acquired = acquireBase({ kind: 'repository', address: base, commit }, { git: lab.git, cacheDir });
  await expect(acquired).rejects.toMatchObject({ code: 'input', place: { field: 'task.repo.base_commit' } });
  expect(existsSync(cacheDir)).toBe(false);
});

test('G05: a base that brings a bare repository along keeps it as plain files', async () => {
  const { repository, mark } = makeHostile('G05', 'bare-inside');
  await using workspace = await lab.open(repository);
  const config = Buffer.from((await workspace.base.read('data/cache/config')) ?? []).toString();
  expect(config).toContain('fsmonitor');
  expect(existsSync(mark)).toBe(false);
});
