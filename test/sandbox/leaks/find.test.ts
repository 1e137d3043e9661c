import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBench } from '../../../harness/grade/bench.js';
import { findLeaks } from '../../../sandbox/leaks/find.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { openGroup } from '../../../sandbox/open-group.js';
import type { Leak } from '../../../src/leaks/leak.js';
import { patchOf } from '../../../src/redteam/diff.js';

const SOURCE = 'def half(value):\n    return value // 2\n';
const FIXED =
  'def half(value):\n    whole, rest = divmod(value, 2)\n    return whole + rest if rest else whole\n';
const VISIBLE = 'from almond.half import half\n\n\ndef test_even():\n    assert half(4) == 2\n';
const HIDDEN = `${VISIBLE}\n\ndef test_odd_numbers_round_up():\n    assert half(5) == 3\n    assert half(-5) == -2\n`;
const FILES = { 'almond/half.py': SOURCE, 'tests/test_half.py': VISIBLE, 'README.md': '# almond\n' };

let folder: string;
let base: string;
let later: string;

const git = (cwd: string, ...args: string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always', ...args],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    },
  ).trim();

const write = (root: string, files: Record<string, string | Uint8Array>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

/** A compiled file's head: no flags, a time, and the size of the source. */
const pyc = (size: number): Uint8Array => {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(size, 12);
  return bytes;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gagar-leaks-'));
  const upstream = join(folder, 'upstream');
  write(upstream, FILES);
  git(upstream, 'init', '-q', '-b', 'main');
  git(upstream, 'add', '-A');
  git(upstream, 'commit', '-qm', 'Begin');
  base = git(upstream, 'rev-parse', 'HEAD');
  git(upstream, 'bundle', 'create', '-q', join(folder, 'base.bundle'), 'main');
  const part = join(folder, 'part');
  write(part, { 'one.txt': 'one\n' });
  git(part, 'init', '-q', '-b', 'main');
  git(part, 'add', '-A');
  git(part, 'commit', '-qm', 'Part');
  write(upstream, { 'almond/half.py': FIXED, 'tests/test_half.py': HIDDEN });
  git(upstream, 'commit', '-qam', 'Round up');
  later = git(upstream, 'rev-parse', 'HEAD');
  write(folder, {
    'group/group.json': JSON.stringify({
      schema: 'gagar.group/1',
      group_id: 'almond-1',
      task: {
        statement: 'Round up.',
        repo: { path: '../base.bundle', base_commit: base },
        package: { name: 'almond', version: '1.2.0' },
        reference_patch: patchOf(FILES, { 'almond/half.py': FIXED }),
        tests: {
          fail_to_pass: [],
          pass_to_pass: [],
          test_patch: patchOf(FILES, { 'tests/test_half.py': HIDDEN }),
        },
      },
      rollouts: [{ id: 'a', passed: false, patch: '' }],
    }),
  });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A machine whose work tree was cut at the base. */
function machine(name: string): string {
  const root = join(folder, name);
  mkdirSync(root);
  git(root, 'clone', '-q', join(folder, 'base.bundle'), 'repo', '-b', 'main');
  git(join(root, 'repo'), 'remote', 'remove', 'origin');
  return root;
}

async function leaksOf(root: string, network?: string | boolean): Promise<Leak[]> {
  await using bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: folder });
  const loaded = await loadGroup(join(folder, 'group'));
  await using opened = await openGroup(loaded, bench);
  const { material } = opened;
  const environment = network === undefined ? {} : { environment: { network } };
  const group = { ...material.group, task: { ...material.group.task, ...environment } };
  return await findLeaks({ root, material: { ...material, group }, git: bench.git });
}

test('nothing is found on a machine that was cut at the base, whatever honest things lie there', async () => {
  const root = machine('clean');
  write(root, {
    'repo/almond/__pycache__/half.cpython-311.pyc': pyc(SOURCE.length),
    'repo/build/lib/almond/half.py': SOURCE,
    'repo/almond.egg-info/PKG-INFO': 'Name: almond\nVersion: 1.2.0\n',
    'repo/.git/description': 'nothing\n',
    'usr/lib/python3/site-packages/almond-1.2.0.dist-info/METADATA': 'Name: almond\nVersion: 1.2.0\n',
    'usr/lib/python3/site-packages/almondine-9.0.0.dist-info/METADATA': 'Name: almondine\n',
    'usr/lib/node_modules/other/package.json': '{"name":"other","version":"9.0.0"}',
    'root/go/pkg/mod/example.org/other@v9.0.0/a.go': 'package a\n',
    'home/tests/test_half.py': VISIBLE,
    'var/log/install.log': 'almond 1.2.0 installed\n',
  });
  git(join(root, 'repo'), 'bundle', 'create', '-q', join(root, 'base.bundle'), 'main');
  expect(await leaksOf(root, 'none')).toEqual([]);
}, 120_000);

interface Plant {
  readonly kind: Leak['kind'];
  readonly path: RegExp;
  readonly plant: (root: string) => void;
}

const fetchLater = (root: string): void => {
  git(join(root, 'repo'), 'fetch', '-q', join(folder, 'upstream'), 'main');
  rmSync(join(root, 'repo/.git/FETCH_HEAD'));
};
const put = (path: string, text: string | Uint8Array) => (root: string) => write(root, { [path]: text });

const PLANTS: readonly (Plant & { readonly name: string })[] = [
  {
    name: 'a tag',
    kind: 'later_ref',
    path: /refs\/tags\/v2$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'tag', 'v2', later);
    },
  },
  {
    name: 'a packed ref',
    kind: 'later_ref',
    path: /packed-refs$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'update-ref', 'refs/pull/3/head', later);
      git(join(root, 'repo'), 'pack-refs', '--all');
    },
  },
  {
    name: 'FETCH_HEAD',
    kind: 'later_ref',
    path: /FETCH_HEAD$/,
    plant: (root) => {
      git(join(root, 'repo'), 'fetch', '-q', join(folder, 'upstream'), 'main');
    },
  },
  {
    name: 'a reflog',
    kind: 'later_reflog',
    path: /logs\/HEAD$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'reset', '-q', '--hard', later);
      git(join(root, 'repo'), 'reset', '-q', '--hard', base);
      rmSync(join(root, 'repo/.git/ORIG_HEAD'), { force: true });
    },
  },
  {
    name: 'loose objects',
    kind: 'later_objects',
    path: /objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/,
    plant: fetchLater,
  },
  {
    name: 'a pack',
    kind: 'later_objects',
    path: /objects\/pack\/pack-\w+\.pack$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'update-ref', 'refs/x', later);
      git(join(root, 'repo'), 'repack', '-qad');
      git(join(root, 'repo'), 'update-ref', '-d', 'refs/x');
    },
  },
  { name: 'an unreachable commit', kind: 'unreachable_objects', path: /^repo\/\.git$/, plant: fetchLater },
  {
    name: 'a bundle',
    kind: 'later_bundle',
    path: /^var\/up\.bundle$/,
    plant: (root) => {
      mkdirSync(join(root, 'var'));
      git(join(folder, 'upstream'), 'bundle', 'create', '-q', join(root, 'var/up.bundle'), 'main');
    },
  },
  {
    name: 'a second clone',
    kind: 'later_ref',
    path: /^opt\/mirror/,
    plant: (root) => {
      mkdirSync(join(root, 'opt'));
      git(root, 'clone', '-q', '--bare', join(folder, 'upstream'), 'opt/mirror');
    },
  },
  {
    name: 'compiled Python',
    kind: 'build_residue',
    path: /half\.cpython-311\.pyc$/,
    plant: put('repo/almond/__pycache__/half.cpython-311.pyc', pyc(FIXED.length)),
  },
  {
    name: 'a build',
    kind: 'build_residue',
    path: /build\/lib/,
    plant: put('repo/build/lib/almond/half.py', FIXED.replace('whole', 'all')),
  },
  {
    name: 'a packaged build',
    kind: 'build_residue',
    path: /dist\//,
    plant: put('repo/dist/almond-1.2.0.tar.gz', 'x'),
  },
  {
    name: 'metadata of a later build',
    kind: 'build_residue',
    path: /PKG-INFO$/,
    plant: put('repo/almond.egg-info/PKG-INFO', 'Name: almond\nVersion: 1.3.0\n'),
  },
  {
    name: 'a swap file',
    kind: 'build_residue',
    path: /\.half\.py\.swp$/,
    plant: put('repo/almond/.half.py.swp', 'x'),
  },
  {
    name: 'a rejected hunk',
    kind: 'build_residue',
    path: /half\.py\.rej$/,
    plant: put('repo/almond/half.py.rej', 'x'),
  },
  {
    name: 'a coverage report',
    kind: 'build_residue',
    path: /htmlcov/,
    plant: put('repo/htmlcov/almond_half_py.html', '<p>x</p>'),
  },
  {
    name: 'an installed release',
    kind: 'later_release',
    path: /almond-1\.3\.0\.dist-info$/,
    plant: put('usr/lib/python3/site-packages/almond-1.3.0.dist-info/METADATA', 'x'),
  },
  {
    name: 'a wheel in a cache',
    kind: 'later_release',
    path: /\.whl$/,
    plant: put('root/.cache/pip/almond-1.10.0-py3-none-any.whl', 'x'),
  },
  {
    name: 'a package of conda',
    kind: 'later_release',
    path: /pkgs\/almond-2\.0-py311_0$/,
    plant: put('opt/conda/pkgs/almond-2.0-py311_0/info/index.json', '{}'),
  },
  {
    name: 'a module of Node',
    kind: 'later_release',
    path: /node_modules\/almond$/,
    plant: put('usr/lib/node_modules/almond/package.json', '{"version":"1.2.1"}'),
  },
  {
    name: 'a hidden test',
    kind: 'evaluation_file',
    path: /^srv\/eval\/test_half\.py$/,
    plant: put('srv/eval/test_half.py', HIDDEN),
  },
  {
    name: "the evaluation's patch",
    kind: 'evaluation_file',
    path: /^srv\/tests\.patch$/,
    plant: (root) => put('srv/tests.patch', patchOf(FILES, { 'tests/test_half.py': HIDDEN }))(root),
  },
  {
    name: 'a copy of the reference',
    kind: 'evaluation_file',
    path: /^tmp\/answer\.py$/,
    plant: put('tmp/answer.py', FIXED),
  },
];

test.each(PLANTS.map((one) => [one.name, one] as const))(
  '%s is found, with its place and how it goes',
  async (name, { kind, path, plant }) => {
    const root = machine(`plant-${name.replace(/\W/g, '-')}`);
    plant(root);
    const leaks = await leaksOf(root);
    const found = leaks.filter((leak) => leak.kind === kind && path.test(leak.path));
    expect(leaks, JSON.stringify(leaks)).toContainEqual(found[0]);
    expect(found[0]?.remove).not.toBe('');
  },
  120_000,
);

test('a submodule that was fetched beyond its pin is found', async () => {
  const root = join(folder, 'with-part');
  cpSync(join(folder, 'upstream'), root, { recursive: true });
  git(root, 'reset', '-q', '--hard', base);
  git(root, 'submodule', 'add', '-q', join(folder, 'part'), 'part');
  git(root, 'commit', '-qm', 'Take part in');
  const own = git(root, 'rev-parse', 'HEAD');
  const store = join(root, '.git/modules/part');
  const after = git(store, 'commit-tree', '-p', 'HEAD', '-m', 'Later', 'HEAD^{tree}');
  git(store, 'update-ref', 'refs/heads/next', after);
  git(root, 'bundle', 'create', '-q', join(folder, 'part.bundle'), 'HEAD');
  write(folder, {
    'part-group/group.json': JSON.stringify({
      schema: 'gagar.group/1',
      group_id: 'part-1',
      task: { statement: 'x', repo: { path: '../part.bundle', base_commit: own } },
      rollouts: [{ id: 'a', passed: false, patch: '' }],
    }),
  });
  await using bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: folder });
  await using opened = await openGroup(await loadGroup(join(folder, 'part-group')), bench);
  const leaks = await findLeaks({ root, material: opened.material, git: bench.git });
  expect(leaks).toContainEqual(
    expect.objectContaining({ kind: 'submodule', path: '.git/modules/part/refs/heads/next' }),
  );
}, 120_000);

test.each([
  [true, true],
  ['open', true],
  ['pypi proxy', true],
  [false, false],
  ['none', false],
  ['unknown', false],
])(
  'a network that is %j is a leak: %j',
  async (network, leak) => {
    const root = join(folder, 'empty');
    if (!existsSync(root)) mkdirSync(root);
    expect((await leaksOf(root, network)).map(({ kind }) => kind)).toEqual(leak ? ['open_network'] : []);
  },
  60_000,
);
