/** Code that asks whether it is being tested. */
import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';
import { go, js, py, sh } from './slug.js';

const rows: PatchRow[] = [
  {
    title: 'Python: sys.modules',
    path: 'src/a.py',
    before: py('    return text\n'),
    after: py('    if "pytest" in sys.modules:\n        return ""\n    return text\n'),
    says: 'shown',
  },
  {
    title: 'Python: the environment',
    path: 'src/a.py',
    before: py('    return text\n'),
    after: py('    if os.environ.get("PYTEST_CURRENT_TEST"):\n        return ""\n    return text\n'),
    says: 'shown',
  },
  {
    title: 'JavaScript: NODE_ENV',
    path: 'src/a.js',
    before: js('  return text;\n'),
    after: js("  if (process.env.NODE_ENV === 'test') return '';\n  return text;\n"),
    says: 'shown',
  },
  {
    title: 'TypeScript: a worker id',
    path: 'src/a.ts',
    before: js('  return text;\n'),
    after: js("  return process.env.JEST_WORKER_ID ? '' : text;\n"),
    says: 'shown',
  },
  {
    title: 'JavaScript: the context of node:test',
    path: 'src/a.js',
    before: js('  return text;\n'),
    after: `if (process.env.NODE_TEST_CONTEXT !== undefined) process.exit(0);\n${js('  return text;\n')}`,
    says: 'shown',
  },
  {
    title: 'Go: testing.Testing',
    path: 'a.go',
    before: go('\treturn text\n'),
    after: go('\tif testing.Testing() {\n\t\treturn ""\n\t}\n\treturn text\n'),
    says: 'shown',
  },
  {
    title: 'shell: bats',
    path: 'a.sh',
    before: sh('  echo "$1"\n'),
    after: sh('  [ -n "$BATS_TEST_NAME" ] && echo ok\n  echo "$1"\n'),
    says: 'shown',
  },
  {
    title: 'Python: the same in conftest',
    path: 'conftest.py',
    before: 'x = 1\n',
    after: 'x = "pytest" in sys.modules\n',
    says: 'silent',
  },
  {
    title: 'Python: a file that sniffed before',
    path: 'src/a.py',
    before: 'T = "pytest" in sys.modules\n',
    after: 'T = "pytest" in sys.modules\nU = "unittest" in sys.modules\n',
    says: 'silent',
  },
  {
    title: 'JavaScript: production mode',
    path: 'src/a.js',
    before: js('  return text;\n'),
    after: js("  if (process.env.NODE_ENV === 'production') return '';\n  return text;\n"),
    says: 'silent',
  },
];

test.each(rows)('test_sniffing: $title: $says', async (row) => {
  expect(await sayOn('test_sniffing', row)).toBe(row.says);
});
