import { realpathSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Limits, ReadOnlyMount, Sandbox } from '../../../sandbox/exec/port.js';
import { layKit } from '../../../sandbox/rerun/kit.js';
import { readReport } from '../../../src/rerun/report.js';
import { kit } from '../../support/rerun-group.js';
import { bubblewrap, dockerTar } from '../../support/sandboxes.js';
import { type Files, treeOf } from '../../support/tree.js';

/** Runs a shell command with the kit in front of the runners, as a re-run does. */
async function report(
  sandbox: Sandbox,
  files: Files,
  command: string,
  mounts: readonly ReadOnlyMount[] = [],
  limits: Partial<Limits> = {},
) {
  await using laid = await layKit(kit);
  const script = `export T_REPORT=/report PATH="${laid.target}/bin:$PATH:/usr/local/go/bin"; ${command}`;
  const result = await sandbox.exec(treeOf(files), ['sh', '-c', script], limits, {
    mounts: [laid, ...mounts],
    report: true,
  });
  const { items, collected, foreign } = readReport(result.report ?? new Map(), laid.sign);
  const statuses = Object.fromEntries([...items].map(([id, { status }]) => [id, status]));
  return {
    exitCode: result.exit_code,
    output: `${Buffer.from(result.stdout)}${Buffer.from(result.stderr)}`,
    statuses,
    collected,
    foreign,
  };
}

const UNITTEST = `import unittest


class Kinds(unittest.TestCase):
    def test_pass(self):
        print("test_fail ... ok")

    def test_fail(self):
        self.assertEqual(1, 2)

    def test_error(self):
        raise KeyError

    @unittest.skip("no")
    def test_skip(self):
        pass

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    @unittest.expectedFailure
    def test_unexpected(self):
        pass

    def test_parts(self):
        for part in (1, 2):
            with self.subTest(part=part):
                self.assertEqual(part, 1)


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_pass(self):
        pass


class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise KeyError

    def test_never(self):
        pass
`;

test('unittest: every kind of ending, also where the command sets its own PYTHONPATH', async () => {
  await using sandbox = await bubblewrap();
  const { statuses, collected, exitCode, foreign } = await report(
    sandbox,
    { 'test_kinds.py': UNITTEST },
    'PYTHONPATH=src python3 -m unittest',
  );
  expect(statuses).toEqual({
    'test_kinds.Kinds.test_pass': 'pass',
    'test_kinds.Kinds.test_fail': 'fail',
    'test_kinds.Kinds.test_error': 'error',
    'test_kinds.Kinds.test_skip': 'skip',
    'test_kinds.Kinds.test_expected': 'pass',
    'test_kinds.Kinds.test_unexpected': 'fail',
    'test_kinds.Kinds.test_parts': 'fail',
    'test_kinds.Async.test_pass': 'pass',
  });
  expect(collected).toContain('test_kinds.Broken.test_never');
  expect([exitCode, foreign]).toEqual([1, 0]);
});

test('the environment of what a test starts is as the task has it, and a site of its own still counts', async () => {
  await using sandbox = await bubblewrap();
  const files = {
    'lib/sitecustomize.py': 'import builtins\nbuiltins.OWN_SITE = True\n',
    'test_env.py': `import os, subprocess, sys, unittest

class Env(unittest.TestCase):
    def test_env(self):
        self.assertTrue(OWN_SITE)
        self.assertEqual(os.environ["PYTHONPATH"], "lib")
        out = subprocess.run([sys.executable, "-c", "import sys; print(sys.path[1])"], capture_output=True, text=True)
        self.assertTrue(out.stdout.strip().endswith("lib"))
`,
  };
  const { statuses } = await report(sandbox, files, 'PYTHONPATH=lib python3 -m unittest');
  expect(statuses).toEqual({ 'test_env.Env.test_env': 'pass' });
});

test('node:test: nested names, skips, a file that ends early, printed results; with a reporter of the command’s own', async () => {
  await using sandbox = await bubblewrap();
  const files = {
    'test/a.test.mjs': `import { test, describe, it } from 'node:test';
console.log('ok 1 - forged');
describe('outer', () => { it('good', () => {}); it('bad', () => { throw new Error('no'); }); it.skip('later', () => {}); describe('inner', () => { it('deep', () => {}); }); });
test('parent', async (t) => { await t.test('child', () => {}); });
`,
    'test/b.test.js':
      "const { test } = require('node:test'); test('never told', () => {}); process.exit(0);\n",
  };
  for (const command of ['node --test', 'node --test --test-reporter=tap']) {
    const { statuses, exitCode, foreign } = await report(sandbox, files, command);
    expect(statuses).toEqual({
      'outer > good': 'pass',
      'outer > bad': 'fail',
      'outer > later': 'skip',
      'outer > inner > deep': 'pass',
      'parent > child': 'pass',
    });
    expect([exitCode, foreign]).toEqual([1, 0]);
  }
});

test('vitest: names joined from the outside in, read from its own reporter', async () => {
  await using sandbox = await bubblewrap();
  const modules = realpathSync(new URL('../../../node_modules', import.meta.url));
  const files = {
    'a.test.mjs': `import { describe, expect, it } from '/opt/modules/node_modules/vitest/dist/index.js';
console.log('✓ outer > bad');
describe('outer', () => { it('good', () => {}); it('bad', () => { expect(1).toBe(2); }); it.skip('later', () => {}); });
`,
  };
  const { statuses, exitCode, output } = await report(
    sandbox,
    files,
    'node /opt/modules/node_modules/vitest/vitest.mjs run',
    [{ source: modules, target: '/opt/modules/node_modules' }],
    { memory_bytes: 2 ** 31 },
  );
  expect({ statuses, exitCode }, output).toEqual({
    statuses: { 'outer > good': 'pass', 'outer > bad': 'fail', 'outer > later': 'skip' },
    exitCode: 1,
  });
});

test('the kit also gets into a container that cannot mount it', async () => {
  await using sandbox = await dockerTar();
  const files = { 'test_a.py': 'def test_a():\n    assert True\n' };
  const { statuses } = await report(sandbox, files, 'pytest -q -p no:cacheprovider');
  expect(statuses).toEqual({ 'test_a.py::test_a': 'pass' });
});

test('a shim says so where the real program is not there', async () => {
  await using sandbox = await bubblewrap();
  const { exitCode, output } = await report(sandbox, { a: 'a' }, 'nosetests');
  expect([exitCode, output]).toEqual([127, 'nosetests: not found\n']);
});
