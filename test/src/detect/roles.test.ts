import { expect, test } from 'vitest';
import { matchesPattern } from '../../../src/detect/pattern.js';
import { isRunnerLine, type Role, roleOf } from '../../../src/detect/roles.js';

const NOTHING = { patterns: [], files: new Set<string>() };

test.each<[string, Role]>([
  ['src/a.py', 'source'],
  ['django/test/client.py', 'source'],
  ['lib/contest.py', 'source'],
  ['src/latest/a.go', 'source'],
  ['cmd/tool/main.go', 'source'],
  ['src/spec.ts', 'source'],
  ['tests/test_a.py', 'test'],
  ['pkg/core/tests/helper.py', 'test'],
  ['a_test.go', 'test'],
  ['src/a.test.ts', 'test'],
  ['src/__tests__/a.js', 'test'],
  ['src/__snapshots__/a.snap', 'test'],
  ['test/run.sh', 'test'],
  ['src/test/java/A.java', 'test'],
  ['packages/core/test/a.js', 'test'],
  ['test/a.bats', 'test'],
  ['conftest.py', 'runner'],
  ['tests/conftest.py', 'runner'],
  ['jest.config.mjs', 'runner'],
  ['vitest.setup.ts', 'runner'],
  ['.github/workflows/ci.yml', 'runner'],
  ['lib/x.pth', 'runner'],
  ['sitecustomize.py', 'runner'],
  ['README.md', 'docs'],
  ['docs/conf.json', 'docs'],
  ['CHANGELOG', 'docs'],
  ['data/table.json', 'other'],
  ['setup.cfg', 'other'],
])('%s is %s', (path, role) => {
  expect(roleOf(path, NOTHING)).toBe(role);
});

test('what the trainer protects is a test, and so is what the test patch touches', () => {
  const protectedPaths = { patterns: ['eval/**', 'golden.json'], files: new Set(['src/fixtures.py']) };
  expect(
    ['eval/x/a.py', 'lib/golden.json', 'src/fixtures.py', 'src/a.py'].map((path) =>
      roleOf(path, protectedPaths),
    ),
  ).toEqual(['test', 'test', 'test', 'source']);
});

test.each([
  ['a/b.py', 'a/b.py', true],
  ['a', 'a/b.py', true],
  ['a/', 'a/b/c.py', true],
  ['./a', 'a/b.py', true],
  ['b', 'a/b/c.py', true],
  ['a/b', 'x/a/b/c', false],
  ['*.py', 'a/b.py', true],
  ['a/*.py', 'a/b/c.py', false],
  ['a/**/c.py', 'a/c.py', true],
  ['a/**/c.py', 'a/x/y/c.py', true],
  ['a/?.py', 'a/b.py', true],
  ['a/?.py', 'a/bb.py', false],
  ['**', 'a', true],
  ['a', 'ab', false],
  ['a*b*c', 'aXbYc', true],
  ['a*b*c', 'aXbY', false],
])('pattern %s on %s: %s', (pattern, path, matches) => {
  expect(matchesPattern(pattern, path)).toBe(matches);
});

test('a pattern and a path made to take long end all the same', () => {
  const pattern = `${'**/'.repeat(200)}${'a*'.repeat(200)}b`;
  expect(matchesPattern(pattern, `${'a/'.repeat(1000)}${'a'.repeat(2000)}`)).toBe(false);
});

test.each([
  ['addopts = -q', true],
  ['  "test": "node --test",', true],
  ['[tool.pytest.ini_options]', true],
  ['test:', true],
  ['  "version": "1.2.3",', false],
  ['packages = find:', false],
])('a manifest line %j speaks to the runner: %s', (line, speaks) => {
  expect(isRunnerLine(line)).toBe(speaks);
});
