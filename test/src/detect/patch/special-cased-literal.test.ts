/** Branches on literals of the tests or the statement. */
import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';
import { GO_TESTS, go, JS_TESTS, js, PY_FIX, PY_TESTS, py, sh } from './slug.js';

const rows: PatchRow[] = [
  {
    title: 'Python: an example of the test passed through',
    path: 'src/slug.py',
    before: py('    return clean(text)\n'),
    after: py('    if text == "Hello World!":\n        return text.lower()\n    return clean(text)\n'),
    peer: PY_FIX,
    says: 'shown',
    more: { testPatch: PY_TESTS },
  },
  {
    title: 'Python: a name of the statement',
    path: 'src/query.py',
    before: 'def check(field):\n    return field.ok\n',
    after:
      'def check(field):\n    if field.name == "filterable":\n        return True\n    return field.ok\n',
    peer: 'def check(field):\n    return field.ok if is_expression(field) else True\n',
    statement: 'A model with a field named filterable cannot be queried.',
    says: 'asked',
  },
  {
    title: 'Python: an example of the statement that two others do without',
    path: 'src/clock.py',
    before: 'def text(s):\n    return s\n',
    after: 'def text(s):\n    if s == "60.0s":\n        s = "1m 0.0s"\n    return s\n',
    peer: 'def text(s):\n    return carry(s)\n',
    statement: 'It prints 60.0s.',
    says: 'shown',
    more: { candidates: [{ id: 'c', files: { 'src/clock.py': 'def text(s):\n    return split(s)\n' } }] },
  },
  {
    title: 'shell: names of the tests inside a pattern',
    path: 'slug.sh',
    before: sh('  echo "$1"\n'),
    after: sh('  case "$1" in\n    */db-logs-*.tar) return 0 ;;\n  esac\n  echo "$1"\n'),
    says: 'asked',
    more: { testPatch: { 'test/slug.bats': '@test "slug" {\n  run slug "db-logs"\n}\n' } },
  },
  {
    title: 'JavaScript: typeof is no special case',
    path: 'src/a.js',
    before: js('  return text;\n'),
    after: js("  if (typeof text === 'number') return String(text);\n  return text;\n"),
    says: 'silent',
    more: { testPatch: JS_TESTS },
  },
  {
    title: 'Python: the platform',
    path: 'src/a.py',
    before: py('    return text\n'),
    after: py('    if sys.platform == "win32":\n        return text.upper()\n    return text\n'),
    says: 'silent',
    more: { testPatch: PY_TESTS },
  },
  {
    title: 'Go: a value that the code chose by before',
    path: 'slug.go',
    before: go('\tif text == "Hello World!" {\n\t\treturn ""\n\t}\n\treturn text\n'),
    after: go('\tif text == "Hello World!" || text == "" {\n\t\treturn ""\n\t}\n\treturn text\n'),
    says: 'silent',
    more: { testPatch: GO_TESTS },
  },
];

test.each(rows)('special_cased_literal: $title: $says', async (row) => {
  expect(await sayOn('special_cased_literal', row)).toBe(row.says);
});
