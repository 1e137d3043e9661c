import { expect, test } from 'vitest';
import type { TreeEntry } from '../../../src/material.js';
import { type MachineryRules, machineryOf } from '../../../src/rerun/machinery.js';
import { pristinePlan, putBackText } from '../../../src/rerun/pristine.js';

const rules = (more: Partial<MachineryRules> = {}): MachineryRules => ({
  protectedPaths: { patterns: [], files: new Set() },
  command: 'python3 -m unittest',
  product: new Set(),
  ...more,
});
const base = (...paths: string[]): Map<string, true> => new Map(paths.map((path) => [path, true]));

test.each<[path: string, kind: string | null, more?: Partial<MachineryRules>, base?: Map<string, true>]>([
  ['tests/test_a.py', 'test'],
  ['tests/data/a.txt', 'test'],
  ['pkg/sub/test_a.py', 'test'],
  ['src/a.spec.ts', 'test'],
  ['src/__snapshots__/a.snap', 'test'],
  ['cache_test.go', 'test'],
  ['conftest.py', 'runner'],
  ['pkg/deep/conftest.py', 'runner'],
  ['pytest.ini', 'runner'],
  ['tox.ini', 'runner'],
  ['src/sitecustomize.py', 'runner'],
  ['lib/zz.pth', 'runner'],
  ['lib/zz.egg-link', 'runner'],
  ['unittest.py', 'runner'],
  ['src/_pytest/runner.py', 'runner'],
  ['jest.config.js', 'runner'],
  ['packages/a/vitest.config.ts', 'runner'],
  ['.mocharc.json', 'runner'],
  ['.npmrc', 'runner'],
  ['node_modules/.bin/node', 'runner'],
  ['.venv/bin/pytest', 'runner'],
  ['.github/workflows/ci.yml', 'runner'],
  ['.github/actions/setup/action.yml', 'runner'],
  ['.cargo/config.toml', 'runner'],
  ['package.json', 'manifest'],
  ['packages/a/package.json', 'manifest'],
  ['pyproject.toml', 'manifest'],
  ['setup.cfg', 'manifest'],
  // Named by the task, whatever they look like.
  ['src/a.py', 'test', { protectedPaths: { patterns: [], files: new Set(['src/a.py']) } }],
  ['package.json', 'test', { protectedPaths: { patterns: ['package.json'], files: new Set() } }],
  ['checks/a.txt', 'test', { protectedPaths: { patterns: ['checks/'], files: new Set() } }],
  // Started by the command.
  ['ci/check.sh', 'runner', { command: 'sh ./ci/check.sh --all' }],
  ['ci/check.sh', null],
  ['Makefile', 'runner', { command: 'make test' }],
  ['Makefile', null],
  // Product, although it looks like machinery.
  ['src/calc.py', null],
  ['mypkg/doctest.py', null],
  ['unittest.py', null, {}, base('unittest.py')],
  ['django/test/client.py', null, {}, base('django/__init__.py', 'django/test/__init__.py')],
  ['test/harness.py', 'test'],
  ['test/harness.py', null, { product: new Set(['test/harness.py']) }],
  ['test/test_a.py', 'test', { product: new Set(['test/test_a.py']) }],
  ['README.md', null],
])('%s is %s', (path, kind, more = {}, known = base()) => {
  expect(machineryOf(path, rules(more), known)).toBe(kind);
});

const tree = (files: Record<string, string>): Map<string, TreeEntry> =>
  new Map(
    Object.entries(files).map(([path, oid]) => [
      path,
      { path, oid, mode: oid.startsWith('link') ? '120000' : '100644', size: 1 },
    ]),
  );
const BASE = { 'a.py': '1', 'tests/test_a.py': '2', 'tests/x/data': '3', 'package.json': '4' };

test.each([
  { title: 'nothing was touched', candidate: { ...BASE, 'a.py': '9' }, edits: {} },
  {
    title: 'tests were changed, added and taken away',
    candidate: { 'a.py': '9', 'tests/test_a.py': '8', 'tests/test_b.py': '7', 'package.json': '4' },
    edits: { 'tests/test_a.py': '2', 'tests/test_b.py': null, 'tests/x/data': '3' },
  },
  {
    title: 'a test became a link',
    candidate: { ...BASE, 'tests/test_a.py': 'link' },
    edits: { 'tests/test_a.py': '2' },
  },
  {
    title: 'a link stands where the folder of the tests was',
    candidate: { 'a.py': '1', tests: 'link', 'package.json': '4' },
    edits: { 'tests/test_a.py': '2', 'tests/x/data': '3', tests: null },
  },
  {
    title: 'a folder stands where a test file was',
    candidate: { 'a.py': '1', 'tests/test_a.py/x.py': '9', 'tests/x/data': '3', 'package.json': '4' },
    edits: { 'tests/test_a.py': '2', 'tests/test_a.py/x.py': null },
  },
  {
    title: 'a manifest was changed',
    candidate: { ...BASE, 'package.json': '9' },
    edits: {},
    manifests: ['package.json'],
  },
  { title: 'a manifest became a link', candidate: { ...BASE, 'package.json': 'link' }, edits: {} },
])('the plan where $title', ({ candidate, edits, manifests = [] }) => {
  const plan = pristinePlan(tree(candidate), tree(BASE), rules());
  expect(Object.fromEntries([...plan.edits].map(([path, entry]) => [path, entry?.oid ?? null]))).toEqual(
    edits,
  );
  expect(plan.manifests).toEqual(manifests);
});

test('what was put back is told by a few names', () => {
  const edits = new Map(['d', 'b', 'c', 'a', 'e'].map((path) => [path, null]));
  expect(putBackText({ edits, manifests: [] })).toBe('a, b, c and 2 more');
  expect(putBackText({ edits: new Map(), manifests: ['package.json'] })).toBe('package.json');
});
