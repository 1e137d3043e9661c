import { expect, test } from 'vitest';
import { detect, leadsOf, voice } from '../../../support/detect.js';
import type { GroupSpec } from '../../../support/detect-material.js';

const BASE = { 'src/a.py': 'x = 1\n', 'tests/test_a.py': 'def test_a():\n    assert x\n' };
const FIX = { 'src/a.py': 'x = 2\n' };
const group = (files: Record<string, string>, more: Partial<GroupSpec> = {}): GroupSpec => ({
  base: BASE,
  candidates: [{ id: 'a', files: { ...FIX, ...files } }],
  ...more,
});

test.each([
  'reproduce_issue.py',
  'repro.js',
  'replicate_bug.py',
  'src/reproduce_bug.go',
  'test_fix.py',
  'debug.sh',
  'src/a.py.orig',
  'src/a.py.rej',
  'src/a.py~',
  'build.log',
  'patch.diff',
  'FIX_SUMMARY.md',
  'src/__pycache__/a.cpython-311.pyc',
  'verify_fix.ts',
  'scratch.go',
])('%s is left-over work', async (path) => {
  expect(voice(await detect(group({ [path]: 'print(1)\n' })), 'debris')).toBe('shown');
});

test.each([
  'src/verify.py',
  'src/result.ts',
  'tests/data/sample.log',
  'docs/patch.diff',
  'tests/repro_1234.py',
  'examples/demo.py',
  'src/debug.go',
  'scripts/check.sh',
  'CHANGELOG.md',
  'src/temporal.js',
  'templates/reproduction.txt',
])('%s may well be part of the product', async (path) => {
  expect(voice(await detect(group({ [path]: 'print(1)\n' })), 'debris')).toBe('silent');
});

test('a file that the statement names is no debris', async () => {
  const spec = group({ 'repro.js': 'f()\n' }, { statement: 'Add repro.js, which shows the bug.' });
  expect(voice(await detect(spec), 'debris')).toBe('silent');
});

test('a file that a changed file imports is no debris', async () => {
  const spec = group({ 'check.py': 'def check(): pass\n', 'src/a.py': 'from check import check\nx = 2\n' });
  expect(voice(await detect(spec), 'debris')).toBe('silent');
});

test('a file that another pass adds too is no debris', async () => {
  const spec = group({ 'output.json': '{}\n' });
  const peer = { id: 'b', files: { 'src/a.py': 'x = 3\n', 'output.json': '{}\n' } };
  expect(voice(await detect({ ...spec, candidates: [...spec.candidates, peer] }), 'debris')).toBe('silent');
});

test('an existing file is no debris, whatever it is called', async () => {
  const spec = {
    base: { ...BASE, 'debug.py': 'x = 1\n' },
    candidates: [{ id: 'a', files: { 'debug.py': 'x = 2\n' } }],
  };
  expect(voice(await detect(spec), 'debris')).toBe('silent');
});

test('scripts that only name each other are all debris', async () => {
  const spec = group({ 'repro.py': 'import debug\n', 'debug.py': 'import repro\n' });
  expect(leadsOf(await detect(spec), 'debris')).toHaveLength(2);
});
