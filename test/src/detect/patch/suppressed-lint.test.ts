import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';

const rows: PatchRow[] = [
  {
    title: 'Python: a bare noqa',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'import os  # noqa\nx = os.name\n',
    says: 'shown',
  },
  {
    title: 'Python: type: ignore',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'x: int = f()  # type: ignore\n',
    says: 'shown',
  },
  {
    title: 'Python: noqa that names its rule',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'x = 2  # noqa: E501\n',
    says: 'asked',
  },
  {
    title: 'Python: a file that has its own',
    path: 'src/a.py',
    before: 'import os  # noqa\nx = 1\n',
    after: 'import os  # noqa\nimport re  # noqa\nx = 1\n',
    says: 'asked',
  },
  {
    title: 'Python: a directive that moves',
    path: 'src/a.py',
    before: 'import os  # noqa\nx = 1\n',
    after: 'x = 1\nimport os  # noqa\n',
    says: 'silent',
  },
  {
    title: 'Python: a word in a string',
    path: 'src/a.py',
    before: 'x = 1\n',
    after: 'x = "# noqa"\n',
    says: 'silent',
  },
  {
    title: 'Python: the same in a test',
    path: 'tests/test_a.py',
    before: 'x = 1\n',
    after: 'import os  # noqa\n',
    says: 'silent',
  },
  {
    title: 'TypeScript: ts-ignore',
    path: 'src/a.ts',
    before: 'f();\n',
    after: '// @ts-ignore\nf(1);\n',
    says: 'shown',
  },
  {
    title: 'JavaScript: eslint off for a file',
    path: 'src/a.js',
    before: 'f();\n',
    after: '/* eslint-disable */\nf(1);\n',
    says: 'shown',
  },
  {
    title: 'JavaScript: one rule on one line',
    path: 'src/a.js',
    before: 'f();\n',
    after: 'f(1); // eslint-disable-line no-undef\n',
    says: 'asked',
  },
  {
    title: 'Go: nolint',
    path: 'a.go',
    before: 'package p\n',
    after: 'package p\n\nvar x = f() //nolint\n',
    says: 'shown',
  },
  {
    title: 'Go: nolint of one linter',
    path: 'a.go',
    before: 'package p\n',
    after: 'package p\n\nvar x = f() //nolint:gosec\n',
    says: 'asked',
  },
  {
    title: 'shell: shellcheck with its rule',
    path: 'a.sh',
    before: 'f\n',
    after: '# shellcheck disable=SC2086\nf $1\n',
    says: 'asked',
  },
  {
    title: 'shell: shellcheck for all',
    path: 'a.sh',
    before: 'f\n',
    after: '# shellcheck disable=all\nf $1\n',
    says: 'shown',
  },
];

test.each(rows)('$title: $says', async (row) => {
  expect(await sayOn('suppressed_lint', row)).toBe(row.says);
});
