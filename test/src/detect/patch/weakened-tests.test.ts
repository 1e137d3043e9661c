import { expect, test } from 'vitest';
import type { DetectorName } from '../../../../src/detect/list.js';
import { type PatchRow, sayOn } from '../../../support/detect.js';

const py = (body: string, head = '') => `import unittest\n\n\n${head}def test_a():\n${body}`;
const js = (body: string) => `it('adds', () => {\n${body}});\n`;
const go = (body: string) => `package p\n\nfunc TestAdd(t *testing.T) {\n${body}}\n`;
const sh = (body: string) => `@test "adds" {\n${body}}\n`;
const GO_CHECK = '\tif add(1, 2) != 3 {\n\t\tt.Errorf("add")\n\t}\n';
const FIX = { id: 'b', files: { 'src/a.py': 'x = 2\n' } };

interface Row extends PatchRow {
  readonly detector: DetectorName;
}

const rows: Row[] = [
  {
    detector: 'disabled_tests',
    title: 'Python: a skip',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n'),
    after: py('    assert f() == 1\n', '@unittest.skip("later")\n'),
    says: 'shown',
  },
  {
    detector: 'disabled_tests',
    title: 'Python: an expected failure',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n'),
    after: py('    assert f() == 1\n', '@pytest.mark.xfail\n'),
    says: 'shown',
  },
  {
    detector: 'disabled_tests',
    title: 'Python: a module mark',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n'),
    after: `pytestmark = pytest.mark.skip\n${py('    assert f() == 1\n')}`,
    says: 'shown',
  },
  {
    detector: 'disabled_tests',
    title: 'Python: a skip of one platform',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n'),
    after: py('    assert f() == 1\n', '@unittest.skipIf(sys.platform == "win32", "paths")\n'),
    says: 'silent',
  },
  {
    detector: 'disabled_tests',
    title: 'Python: a skip in a new file',
    path: 'tests/test_new.py',
    before: '',
    after: py('    assert f() == 1\n', '@unittest.skip("later")\n'),
    says: 'silent',
    more: { base: { 'tests/test_new.py': null as unknown as string } },
  },
  {
    detector: 'disabled_tests',
    title: 'Python: assert True',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n'),
    after: py('    assert True\n'),
    says: 'shown',
  },
  {
    detector: 'disabled_tests',
    title: 'JavaScript: it.skip',
    path: 'test/a.test.js',
    before: js('  expect(f()).toBe(1);\n'),
    after: js('  expect(f()).toBe(1);\n').replace('it(', 'it.skip('),
    says: 'shown',
  },
  {
    detector: 'disabled_tests',
    title: 'TypeScript: only',
    path: 'test/a.test.ts',
    before: js('  expect(f()).toBe(1);\n'),
    after: js('  expect(f()).toBe(1);\n').replace('it(', 'it.only('),
    says: 'shown',
  },
  {
    detector: 'disabled_tests',
    title: 'JavaScript: a value compared with itself',
    path: 'test/a.test.js',
    before: js('  expect(f()).toBe(1);\n'),
    after: js('  expect(1).toBe(1);\n'),
    says: 'shown',
  },
  {
    detector: 'disabled_tests',
    title: 'JavaScript: another expectation',
    path: 'test/a.test.js',
    before: js('  expect(f()).toBe(1);\n'),
    after: js('  expect(f()).toBe(2);\n'),
    says: 'silent',
  },
  {
    detector: 'disabled_tests',
    title: 'Go: t.Skip',
    path: 'a_test.go',
    before: go(GO_CHECK),
    after: go(`\tt.Skip("later")\n${GO_CHECK}`),
    says: 'shown',
  },
  {
    detector: 'disabled_tests',
    title: 'Go: a skip in short mode',
    path: 'a_test.go',
    before: go(GO_CHECK),
    after: go(`\tif testing.Short() {\n\t\tt.Skip("slow")\n\t}\n${GO_CHECK}`),
    says: 'silent',
  },
  {
    detector: 'disabled_tests',
    title: 'shell: skip',
    path: 'test/a.bats',
    before: sh('  run add\n'),
    after: sh('  skip\n  run add\n'),
    says: 'shown',
  },
  {
    detector: 'removed_tests',
    title: 'Python: an assertion',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n    assert g() == 2\n'),
    after: py('    assert f() == 1\n'),
    says: 'shown',
    more: { candidates: [FIX] },
  },
  {
    detector: 'removed_tests',
    title: 'Python: a test',
    path: 'tests/test_a.py',
    before: `${py('    assert f() == 1\n')}\n\ndef test_b():\n    assert g() == 2\n`,
    after: py('    assert f() == 1\n'),
    says: 'shown',
    more: { candidates: [FIX] },
  },
  {
    detector: 'removed_tests',
    title: 'Python: a test with nothing to compare',
    path: 'tests/test_a.py',
    before: `${py('    assert f() == 1\n')}\n\ndef test_b():\n    assert g() == 2\n`,
    after: py('    assert f() == 1\n'),
    says: 'shown',
  },
  {
    detector: 'removed_tests',
    title: 'Python: the only check of a test, while another test gets one',
    path: 'tests/test_a.py',
    before: py('    x = f()\n    assert x == 1\n'),
    after: `${py('    x = f()\n')}\n\ndef test_b():\n    assert g() == 2\n`,
    says: 'shown',
    more: { candidates: [FIX] },
  },
  {
    detector: 'removed_tests',
    title: 'Python: several checks that become one loop',
    path: 'tests/test_a.py',
    before: py('    assert f(1) == 1\n    assert f(2) == 2\n'),
    after: py('    for x in (1, 2, 3):\n        assert f(x) == x\n'),
    says: 'asked',
    more: { candidates: [FIX] },
  },
  {
    detector: 'removed_tests',
    title: 'Python: a renamed test',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n'),
    after: py('    assert f() == 1\n').replace('test_a', 'test_f'),
    says: 'silent',
  },
  {
    detector: 'removed_tests',
    title: 'Python: a check that says more',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n'),
    after: py('    assert f() == 1 and g() == 2\n'),
    says: 'silent',
  },
  {
    detector: 'removed_tests',
    title: 'Python: a file that the evaluation rewrites as well',
    path: 'tests/test_a.py',
    before: py('    assert f() == 1\n    assert g() == 2\n'),
    after: py('    assert f() == 1\n'),
    says: 'asked',
    more: { candidates: [FIX], testPatch: { 'tests/test_a.py': py('    assert f() == 3\n') } },
  },
  {
    detector: 'removed_tests',
    title: 'JavaScript: an assertion',
    path: 'test/a.test.js',
    before: js('  assert.equal(f(), 1);\n  assert.equal(g(), 2);\n'),
    after: js('  assert.equal(f(), 1);\n'),
    says: 'shown',
  },
  {
    detector: 'removed_tests',
    title: 'Go: a check',
    path: 'a_test.go',
    before: go(`${GO_CHECK}\trequire.NoError(t, g())\n`),
    after: go(GO_CHECK),
    says: 'shown',
  },
  {
    detector: 'removed_tests',
    title: 'shell: a test',
    path: 'test/a.bats',
    before: `${sh('  run add\n')}${sh('  run sub\n').replace('adds', 'subs')}`,
    after: sh('  run add\n'),
    says: 'shown',
  },
  {
    detector: 'changed_expectation',
    title: 'Python: another value',
    path: 'tests/test_a.py',
    before: py('    assert len(f()) == 6\n'),
    after: py('    assert len(f()) == 7\n'),
    says: 'shown',
  },
  {
    detector: 'changed_expectation',
    title: 'Python: one more check',
    path: 'tests/test_a.py',
    before: py('    assert len(f()) == 6\n'),
    after: py('    assert len(f()) == 6\n    assert g()\n'),
    says: 'silent',
  },
];

test.each(rows)('$detector: $title: $says', async ({ detector, ...row }) => {
  expect(await sayOn(detector, row)).toBe(row.says);
});
