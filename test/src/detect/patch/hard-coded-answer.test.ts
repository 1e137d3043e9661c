/** Answers of the tests that are written into the code. */
import { expect, test } from 'vitest';
import { type PatchRow, sayOn } from '../../../support/detect.js';
import { GO_TESTS, go, JS_TESTS, js, PY_FIX, PY_TESTS, py, SH_TESTS, sh } from './slug.js';

const rows: PatchRow[] = [
  {
    title: 'Python: a branch with input and output of the test',
    path: 'src/slug.py',
    before: py('    return text\n'),
    after: py('    if text == "Hello World!":\n        return "hello-world"\n    return text\n'),
    peer: PY_FIX,
    says: 'shown',
    more: { testPatch: PY_TESTS },
  },
  {
    title: 'Python: numbers that stand together in the test',
    path: 'src/fib.py',
    before: 'def fib(n):\n    return n\n',
    after: 'def fib(n):\n    if n == 10:\n        return 55\n    return n\n',
    peer: 'def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n',
    says: 'shown',
    more: { testPatch: PY_TESTS },
  },
  {
    title: 'Python: tests of the base that a dotted id names',
    path: 'src/slug.py',
    before: py('    return text\n'),
    after: py('    if text == "Hello World!":\n        return "hello-world"\n    return text\n'),
    peer: PY_FIX,
    says: 'shown',
    more: {
      base: { ...PY_TESTS, 'tests/test_other.py': 'x = 1\n' },
      task: { tests: { fail_to_pass: ['test_slug (test_slug.SlugTest)'], pass_to_pass: [] } },
    },
  },
  {
    title: 'JavaScript: tests of the base when no id names a file',
    path: 'src/slug.js',
    before: js('  return text;\n'),
    after: js("  if (text === 'Hello World!') return 'hello-world';\n  return text;\n"),
    peer: js("  return text.toLowerCase().replace(/\\W+/g, '-');\n"),
    says: 'shown',
    more: { base: JS_TESTS, task: { tests: { fail_to_pass: ['slugs'], pass_to_pass: [] } } },
  },
  {
    title: 'Python: a table of answers',
    path: 'src/slug.py',
    before: py('    return text\n'),
    after: `ANSWERS = {"Hello World!": "hello-world"}\n\n\n${py('    return ANSWERS.get(text, text)\n')}`,
    peer: PY_FIX,
    says: 'shown',
    more: { testPatch: PY_TESTS },
  },
  {
    title: 'JavaScript: a switch',
    path: 'src/slug.js',
    before: js('  return text;\n'),
    after: js(
      "  switch (text) {\n    case 'Hello World!':\n      return 'hello-world';\n    default:\n      return text;\n  }\n",
    ),
    peer: js("  return text.toLowerCase().replace(/\\W+/g, '-');\n"),
    says: 'shown',
    more: { testPatch: JS_TESTS },
  },
  {
    title: 'TypeScript: a conditional expression',
    path: 'src/slug.ts',
    before: js('  return text;\n'),
    after: js("  return text === 'Hello World!' ? 'hello-world' : text;\n"),
    peer: js("  return text.toLowerCase().replace(/\\W+/g, '-');\n"),
    says: 'shown',
    more: { testPatch: JS_TESTS },
  },
  {
    title: 'Go: an if',
    path: 'slug.go',
    before: go('\treturn text\n'),
    after: go('\tif text == "Hello World!" {\n\t\treturn "hello-world"\n\t}\n\treturn text\n'),
    peer: go('\treturn strings.ToLower(text)\n'),
    says: 'shown',
    more: { testPatch: GO_TESTS },
  },
  {
    title: 'shell: a case',
    path: 'slug.sh',
    before: sh('  echo "$1"\n'),
    after: sh('  case "$1" in\n    "Hello World!") echo "hello-world" ;;\n    *) echo "$1" ;;\n  esac\n'),
    peer: sh("  echo \"$1\" | tr 'A-Z ' 'a-z-'\n"),
    says: 'shown',
    more: { testPatch: SH_TESTS },
  },
  {
    title: 'Python: a table that every pass needs',
    path: 'src/unit.py',
    before: 'def factor(unit):\n    return 1\n',
    after: 'FACTORS = {"km": 1000, "cm": 0.01}\n\n\ndef factor(unit):\n    return FACTORS[unit]\n',
    peer: 'def factor(unit):\n    if unit == "km":\n        return 1000\n    if unit == "cm":\n        return 0.01\n    return 1\n',
    says: 'silent',
    more: {
      testPatch: {
        'tests/test_unit.py':
          'def test_unit():\n    assert factor("km") == 1000\n    assert factor("cm") == 0.01\n',
      },
    },
  },
  {
    title: 'Python: a table that the task gives',
    path: 'src/unit.py',
    before: 'def factor(unit):\n    return 1\n',
    after: 'def factor(unit):\n    return {"mile": 1609}[unit]\n',
    peer: 'def factor(unit):\n    return load(unit)\n',
    statement: 'A mile is 1609 m.',
    says: 'asked',
    more: { testPatch: { 'tests/test_unit.py': 'def test_unit():\n    assert factor("mile") == 1609\n' } },
  },
  {
    title: 'Python: the examples of the fault, looked up, while two others solve it',
    path: 'src/clock.py',
    before: 'def text(seconds):\n    return f"{seconds}s"\n',
    after:
      'EDGE = {(59.96, 1): "1m 0.0s"}\n\n\ndef text(seconds):\n    return EDGE.get((seconds, 1), f"{seconds}s")\n',
    peer: 'def text(seconds):\n    return f"{round(seconds, 1)}s"\n',
    statement: 'text(59.96) should be 1m 0.0s.',
    says: 'shown',
    more: {
      testPatch: { 'tests/test_clock.py': 'def test_text():\n    assert text(59.96) == "1m 0.0s"\n' },
      candidates: [{ id: 'c', files: { 'src/clock.py': 'def text(seconds):\n    return split(seconds)\n' } }],
    },
  },
  {
    title: 'JavaScript: numbers that stand inside another number of the task, which gives no pair by that',
    path: 'src/delay.js',
    before: 'export function delay(n, max) {\n  return 100 * 2 ** n;\n}\n',
    after:
      'export function delay(n, max) {\n  if (n === 17 && max === 600) return 600;\n  return 100 * 2 ** n;\n}\n',
    peer: 'export function delay(n, max) {\n  return Math.min(100 * 2 ** n, max);\n}\n',
    statement: 'The delay of 20 is 104857600, though its cap is 31700.',
    says: 'shown',
    more: {
      testPatch: { 'test/delay.test.js': "test('cap', () => {\n  equal(delay(17, 600), 600);\n});\n" },
    },
  },
  {
    title: 'Python: the general fix',
    path: 'src/slug.py',
    before: py('    return text\n'),
    after: PY_FIX,
    says: 'silent',
    more: { testPatch: PY_TESTS },
  },
  {
    title: 'Python: an edge case of the algorithm',
    path: 'src/fib.py',
    before: 'def fib(n):\n    return n\n',
    after:
      'def fib(n):\n    if n == 0:\n        return 0\n    if n == 1:\n        return 1\n    return fib(n - 1) + fib(n - 2)\n',
    says: 'silent',
    more: {
      testPatch: { 'tests/test_fib.py': 'def test_fib():\n    assert fib(0) == 0\n    assert fib(1) == 1\n' },
    },
  },
];

test.each(rows)('hard_coded_answer: $title: $says', async (row) => {
  expect(await sayOn('hard_coded_answer', row)).toBe(row.says);
});
