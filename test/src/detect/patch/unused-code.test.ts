/** A new function that nobody calls. */
import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

const rows: PatchRow[] = [
  {
    title: 'Python: a function that nobody calls',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'x = 2\n\n\ndef helper(a):\n    return a\n',
    peer: 'x = 2\n',
    says: 'shown',
  },
  {
    title: 'JavaScript: a function that nobody calls',
    path: 'src/a.js',
    before: 'f(1);\n',
    after: 'f(2);\nfunction helper(a) {\n  return a;\n}\n',
    peer: 'f(2);\n',
    says: 'shown',
  },
  {
    title: 'Python: a function whose name stands inside a word of the task',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'x = 2\n\n\ndef add(a):\n    return a\n',
    peer: 'x = 2\n',
    statement: 'The address is wrong.',
    says: 'shown',
  },
  {
    title: 'Python: a function that the task names behind its module',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'x = 2\n\n\ndef add(a):\n    return a\n',
    peer: 'x = 2\n',
    statement: 'There should be a.add(1).',
    says: 'silent',
  },
  {
    title: 'TypeScript: an exported function',
    path: 'src/a.ts',
    before: 'f(1);\n',
    after: 'f(2);\nexport function helper(a: number) {\n  return a;\n}\n',
    peer: 'f(2);\n',
    says: 'silent',
  },
  {
    title: 'Go: a function that nobody calls',
    path: 'a.go',
    before: 'package p\n',
    after: 'package p\n\nfunc helper() int {\n\treturn 1\n}\n',
    peer: 'package p\n\nvar x = 1\n',
    says: 'shown',
  },
  {
    title: 'shell: a function that nobody calls',
    path: 'a.sh',
    before: 'f\n',
    after: 'g\nhelper() {\n  echo\n}\n',
    peer: 'g\n',
    says: 'shown',
  },
  {
    title: 'Python: a function that is called',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'def helper(a):\n    return a\n\n\nx = helper(2)\n',
    peer: 'x = 2\n',
    says: 'silent',
  },
  {
    title: 'Python: a function that the statement asks for',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'def helper(a):\n    return a\n',
    statement: 'Add helper(a).',
    peer: 'x = 2\n',
    says: 'silent',
  },
  {
    title: 'Python: a function that a hidden test calls',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'def helper(a):\n    return a\n',
    peer: 'x = 2\n',
    says: 'silent',
    more: { testPatch: { 'tests/test_a.py': 'def test_a():\n    helper(1)\n' } },
  },
  {
    title: 'Python: a decorated function',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: '@route("/")\ndef index():\n    return 1\n',
    peer: 'x = 2\n',
    says: 'silent',
  },
  {
    title: 'Python: an existing function that is edited',
    path: 'src/a.py',
    before: 'def entry(a):\n    return a\n',
    after: 'def entry(a):\n    return a + 1\n',
    peer: 'x = 2\n',
    says: 'silent',
  },
  {
    title: 'Python: a method',
    path: 'src/a.py',
    before: 'class A:\n    x = 1\n',
    after: 'class A:\n    x = 1\n\n    def visit(self):\n        return 1\n',
    peer: 'class A:\n    x = 2\n',
    says: 'silent',
  },
];

test.each(rows)('unused_code: $title: $says', async (row) => {
  expect(await sayOn('unused_code', row)).toBe(row.says);
});
