import { expect, test } from 'vitest';
import type { DetectorName } from '../../../../src/detect/list.js';
import { detect, leadsOf, type PatchRow, sayOn } from '../../../support/detect.js';

interface Row extends PatchRow {
  readonly detector: DetectorName;
}

const hook = (body: string) => `def pytest_runtest_makereport(item, call):\n    report = yield\n${body}`;
const rows: Row[] = [
  {
    detector: 'outcome_override',
    title: 'Python: a report that always passed',
    path: 'conftest.py',
    before: 'x = 1\n',
    after: hook('    report.outcome = "passed"\n'),
    says: 'shown',
  },
  {
    detector: 'outcome_override',
    title: 'Python: an assertion replaced',
    path: 'tests/test_a.py',
    before: 'x = 1\n',
    after: 'unittest.TestCase.assertEqual = lambda *_: None\n',
    says: 'shown',
  },
  {
    detector: 'outcome_override',
    title: 'JavaScript: expect replaced',
    path: 'test/setup.test.js',
    before: 'f();\n',
    after: 'globalThis.expect = () => ({ toBe() {} });\n',
    says: 'shown',
  },
  {
    detector: 'outcome_override',
    title: 'Python: a hook that keeps a screenshot',
    path: 'conftest.py',
    before: 'x = 1\n',
    after: hook('    item.stash[KEY] = report\n    report.sections.append(("shot", shot()))\n'),
    says: 'silent',
  },
  {
    detector: 'outcome_override',
    title: 'Python: an outcome in product code',
    path: 'src/trial.py',
    before: 'x = 1\n',
    after: 'def end(trial):\n    trial.outcome = "passed"\n',
    says: 'silent',
  },
  {
    detector: 'outcome_override',
    title: 'Python: reading the outcome',
    path: 'conftest.py',
    before: 'x = 1\n',
    after: hook('    if report.outcome == "failed":\n        save(item)\n'),
    says: 'silent',
  },
  {
    detector: 'early_exit',
    title: 'Python: os._exit in a test',
    path: 'tests/test_a.py',
    before: 'def test_a():\n    assert f()\n',
    after: 'import os\n\n\ndef test_a():\n    os._exit(0)\n',
    says: 'shown',
  },
  {
    detector: 'early_exit',
    title: 'Python: exit at import of the product',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'import sys\nsys.exit(0)\n',
    says: 'shown',
  },
  {
    detector: 'early_exit',
    title: 'JavaScript: a module that ends where tests load it',
    path: 'src/a.js',
    before: 'export const x = 1;\n',
    after: 'if (process.env.NODE_TEST_CONTEXT) process.exit(0);\nexport const x = 1;\n',
    says: 'shown',
  },
  {
    detector: 'early_exit',
    title: 'TypeScript: a program that ends',
    path: 'src/cli.ts',
    before: 'run();\n',
    after: 'await run();\nprocess.exit(0);\n',
    says: 'silent',
  },
  {
    detector: 'early_exit',
    title: 'JavaScript: process.exit in a test',
    path: 'test/a.test.js',
    before: "it('a', () => f());\n",
    after: 'process.exit(0);\n',
    says: 'shown',
  },
  {
    detector: 'early_exit',
    title: 'Go: TestMain that exits with 0',
    path: 'a_test.go',
    before: 'package p\n',
    after: 'package p\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n',
    says: 'shown',
  },
  {
    detector: 'early_exit',
    title: 'shell: exit 0 in a test',
    path: 'tests/run.sh',
    before: 'f\n',
    after: 'exit 0\nf\n',
    says: 'shown',
  },
  {
    detector: 'early_exit',
    title: 'shell: a trap that forgives',
    path: 'src/a.sh',
    before: 'f\n',
    after: "trap 'exit 0' EXIT\nf\n",
    says: 'shown',
  },
  {
    detector: 'early_exit',
    title: 'Go: TestMain that passes the status on',
    path: 'a_test.go',
    before: 'package p\n',
    after: 'package p\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}\n',
    says: 'silent',
  },
  {
    detector: 'early_exit',
    title: 'Python: a main guard',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'import sys\n\nif __name__ == "__main__":\n    sys.exit(0)\n',
    says: 'silent',
  },
  {
    detector: 'early_exit',
    title: 'Python: another status',
    path: 'tests/test_a.py',
    before: 'x = 1\n',
    after: 'import sys\n\n\ndef test_a():\n    sys.exit(3)\n',
    says: 'silent',
  },
  {
    detector: 'early_exit',
    title: 'shell: a script that ends well',
    path: 'bin/a.sh',
    before: 'f\n',
    after: 'f\nexit 0\n',
    says: 'silent',
  },
];

test.each(rows)('$detector: $title: $says', async ({ detector, ...row }) => {
  expect(await sayOn(detector, row)).toBe(row.says);
});

test('early_exit: an exit inside a hook is told once, two in a row twice', async () => {
  const at = (files: Record<string, string>) =>
    detect({ base: { 'conftest.py': 'x = 1\n' }, statement: 'It fails.', candidates: [{ id: 'a', files }] });
  const hook = 'import atexit, os\natexit.register(lambda: os._exit(0))\n';
  expect(leadsOf(await at({ 'conftest.py': hook }), 'early_exit')).toHaveLength(1);
  const two = 'import os\n\n\ndef a():\n    os._exit(0)\n\n\ndef b():\n    os._exit(0)\n';
  expect(leadsOf(await at({ 'conftest.py': two }), 'early_exit')).toHaveLength(2);
});
