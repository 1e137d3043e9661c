/** Leaks that are planted on a machine, one by one. */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Leak } from '../../../src/leaks/leak.js';
import { patchOf } from '../../../src/redteam/diff.js';
import { FILES, FIXED, git, HIDDEN, type LeakLab, openLab, pyc, SOURCE, VISIBLE, write } from './lab.js';

let lab: LeakLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab[Symbol.asyncDispose]());

test('nothing is found on a machine that was cut at the base, whatever honest things lie there', async () => {
  const root = lab.machine('clean');
  write(root, {
    'repo/almond/__pycache__/half.cpython-311.pyc': pyc(SOURCE.length),
    'repo/build/lib/almond/half.py': SOURCE,
    'repo/almond.egg-info/PKG-INFO': 'Name: almond\nVersion: 1.2.0\n',
    'repo/.git/description': 'nothing\n',
    'usr/lib/python3/site-packages/almond-1.2.0.dist-info/METADATA': 'Name: almond\nVersion: 1.2.0\n',
    'root/.cache/pip/almond-1.2.0rc1-py3-none-any.whl': 'x',
    'usr/lib/python3/site-packages/almondine-9.0.0.dist-info/METADATA': 'Name: almondine\n',
    'usr/lib/node_modules/other/package.json': '{"name":"other","version":"9.0.0"}',
    'root/go/pkg/mod/example.org/other@v9.0.0/a.go': 'package a\n',
    'home/tests/test_half.py': VISIBLE,
    'opt/app/objects/pack/box.txt': 'no git at all\n',
    'var/log/install.log': 'almond 1.2.0 installed\n',
  });
  git(join(root, 'repo'), 'bundle', 'create', '-q', join(root, 'base.bundle'), 'main');
  expect(await lab.reportOn(root, 'none')).toEqual({ leaks: [], unsearched: { count: 0, first: [] } });
}, 120_000);

interface Plant {
  readonly kind: Leak['kind'];
  readonly path: RegExp;
  readonly plant: (root: string) => void;
}

const fetchLater = (root: string): void => {
  git(join(root, 'repo'), 'fetch', '-q', join(lab.folder, 'upstream'), 'main');
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
      git(join(root, 'repo'), 'tag', 'v2', lab.later);
    },
  },
  {
    name: 'a packed ref',
    kind: 'later_ref',
    path: /packed-refs$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'update-ref', 'refs/pull/3/head', lab.later);
      git(join(root, 'repo'), 'pack-refs', '--all');
    },
  },
  {
    name: 'FETCH_HEAD',
    kind: 'later_ref',
    path: /FETCH_HEAD$/,
    plant: (root) => {
      git(join(root, 'repo'), 'fetch', '-q', join(lab.folder, 'upstream'), 'main');
    },
  },
  {
    name: 'a reflog',
    kind: 'later_reflog',
    path: /logs\/HEAD$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'reset', '-q', '--hard', lab.later);
      git(join(root, 'repo'), 'reset', '-q', '--hard', lab.base);
      rmSync(join(root, 'repo/.git/ORIG_HEAD'), { force: true });
    },
  },
  {
    name: 'loose objects',
    kind: 'later_objects',
    path: /^repo\/\.git\/objects$/,
    plant: fetchLater,
  },
  {
    name: 'a pack',
    kind: 'later_objects',
    path: /objects\/pack\/pack-\w+\.pack$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'update-ref', 'refs/x', lab.later);
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
      git(join(lab.folder, 'upstream'), 'bundle', 'create', '-q', join(root, 'var/up.bundle'), 'main');
    },
  },
  {
    name: 'a second clone',
    kind: 'later_ref',
    path: /^opt\/mirror/,
    plant: (root) => {
      mkdirSync(join(root, 'opt'));
      git(root, 'clone', '-q', '--bare', join(lab.folder, 'upstream'), 'opt/mirror');
    },
  },
  {
    name: 'a stash',
    kind: 'later_ref',
    path: /refs\/stash$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'stash', 'store', '-m', 'later', lab.later);
    },
  },
  {
    name: 'a linked work tree',
    kind: 'later_ref',
    path: /worktrees\/next\/HEAD$/,
    plant: (root) => {
      fetchLater(root);
      git(join(root, 'repo'), 'worktree', 'add', '-q', '--detach', join(root, 'next'), lab.later);
    },
  },
  {
    name: 'objects that a clone borrows',
    kind: 'later_objects',
    path: /^opt\/store\/objects\/pack\/pack-\w+\.pack$/,
    plant: (root) => {
      mkdirSync(join(root, 'opt'));
      git(root, 'clone', '-q', '--bare', join(lab.folder, 'upstream'), 'opt/whole');
      git(join(root, 'opt/whole'), 'repack', '-qad');
      cpSync(join(root, 'opt/whole/objects'), join(root, 'opt/store/objects'), { recursive: true });
      rmSync(join(root, 'opt/whole'), { recursive: true });
    },
  },
  {
    name: 'a module in the cache of Go',
    kind: 'later_release',
    path: /pkg\/mod\/almond@v1\.3\.0$/,
    plant: put('root/go/pkg/mod/almond@v1.3.0/half.go', 'package almond\n'),
  },
  {
    name: 'a crate',
    kind: 'later_release',
    path: /almond-1\.3\.0$/,
    plant: put('root/.cargo/registry/src/index.example.org-1/almond-1.3.0/src/lib.rs', 'x'),
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
  {
    name: 'a copy in a folder that is only called like a view of the kernel',
    kind: 'evaluation_file',
    path: /^dev\/answer\.py$/,
    plant: put('dev/answer.py', FIXED),
  },
];

test.each(PLANTS.map((one) => [one.name, one] as const))(
  '%s is found, with its place and how it goes',
  async (name, { kind, path, plant }) => {
    const root = lab.machine(`plant-${name.replace(/\W/g, '-')}`);
    plant(root);
    const { leaks } = await lab.reportOn(root);
    const found = leaks.filter((leak) => leak.kind === kind && path.test(leak.path));
    expect(leaks, JSON.stringify(leaks)).toContainEqual(found[0]);
    expect(found[0]?.remove).not.toBe('');
  },
  120_000,
);

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
    const root = join(lab.folder, 'empty');
    if (!existsSync(root)) mkdirSync(root);
    const { leaks } = await lab.reportOn(root, network);
    expect(leaks.map(({ kind }) => kind)).toEqual(leak ? ['open_network'] : []);
  },
  60_000,
);
