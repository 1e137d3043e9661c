/** Branches on literals of the tests or the statement. */
import { expect, test } from 'vitest';
import { detect, type PatchRow, sayOn } from '../../../support/detect.js';
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

const CHOICE = py('    if text == "Hello World!":\n        return text.lower()\n    return clean(text)\n');
const TESTED = 'def test_slug():\n    assert slug("Hello World!") == "hello-world"\n';

test.each([
  { from: 'the statement', statement: 'slug("Hello World!") fails.', files: {}, hidden: PY_TESTS },
  { from: "the base's tests", files: { 'tests/test_slug.py': TESTED }, hidden: {} },
  {
    from: "the base's tests",
    files: { 'tests/test_slug.py': TESTED },
    hidden: { 'tests/test_slug.py': `${TESTED}# new\n` },
  },
  { from: 'the hidden tests', files: {}, hidden: { 'tests/test_slug.py': TESTED } },
])('says that a value is one of $from', async ({ from, statement = 'It fails.', files, hidden }) => {
  const { leads } = await detect({
    statement,
    base: { 'src/slug.py': py('    return clean(text)\n'), ...files },
    testPatch: hidden,
    candidates: [{ id: 'a', files: { 'src/slug.py': CHOICE } }],
  });
  expect(
    leads.filter(({ detector }) => detector === 'special_cased_literal').map(({ claim }) => claim),
  ).toEqual([`New code chooses by "Hello World!", a value of ${from}: would another value work?`]);
});

test('says it of each value where one choice has several', async () => {
  const { leads } = await detect({
    statement: 'slug("Hello World!") and slug("Hello Moon!") fail.',
    base: { 'src/slug.py': py('    return clean(text)\n') },
    testPatch: { 'tests/test_slug.py': TESTED.replace('World', 'Mars') },
    candidates: [
      {
        id: 'a',
        files: {
          'src/slug.py': CHOICE.replace('== ', 'in ("Hello Moon!", "Hello Mars!", ').replace(':', '):'),
        },
      },
    ],
  });
  expect(leads.find(({ detector }) => detector === 'special_cased_literal')?.claim).toBe(
    'New code chooses by "Hello Moon!", "Hello World!", a value of the statement, and "Hello Mars!", a value of the hidden tests: would another value work?',
  );
});

test.each(rows)('special_cased_literal: $title: $says', async (row) => {
  expect(await sayOn('special_cased_literal', row)).toBe(row.says);
});
