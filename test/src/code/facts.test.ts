import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCodeParser } from '../../../sandbox/code/parser.js';
import { factsOf, type PlacedFact, surplus } from '../../../src/code/facts.js';
import { type CodeLanguage, isCode, languageOf, styleOf } from '../../../src/code/language.js';
import type { CodeParser } from '../../../src/code/syntax.js';

let parser: CodeParser & AsyncDisposable;
beforeAll(async () => {
  parser = await openCodeParser();
});
afterAll(() => parser[Symbol.asyncDispose]());

async function facts(language: CodeLanguage, text: string): Promise<PlacedFact[]> {
  const parsed = await parser.parse(language, text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return factsOf(language, parsed.root, text).map((fact) => ({ ...fact, path: 'a' }));
}
const never = () => false;

test('what moves, is re-indented or re-commented is neither new nor gone', async () => {
  const before = await facts('python', 'def f(x):\n    if x:\n        raise E\n\n\ndef g():\n    return 1\n');
  const after = await facts(
    'python',
    'def g():\n    """Answers."""\n    return 1\n\n\nif A:\n    def f(x):\n        # none\n        if x:\n            raise E\n',
  );
  expect(surplus(after, before, never)).toEqual([]);
  expect(surplus(before, after, never)).toEqual([]);
});

test('of equal facts the one that the patch touched is the new one', async () => {
  const guard = 'if x:\n    raise E\n';
  const [before, after] = [await facts('python', guard), await facts('python', guard + guard + guard)];
  expect(surplus(after, before, ({ line }) => line !== 3).map(({ line }) => line)).toEqual([1, 5]);
  expect(surplus(after, before, ({ line }) => line !== 1).map(({ line }) => line)).toEqual([3, 5]);
});

test.each<[CodeLanguage, string, string]>([
  ['python', 'class A:\n    def m(self):\n        if a:\n            raise E\n', 'm'],
  ['typescript', 'const m = () => {\n  if (a) throw new E();\n};\n', 'm'],
  ['javascript', 'class A { m() { if (a) throw new E(); } }\n', 'm'],
  ['go', 'package p\n\nfunc (a A) m() error {\n\tif x {\n\t\treturn ErrX\n\t}\n\treturn nil\n}\n', 'm'],
  ['bash', 'm() {\n  [ -n "$1" ] || exit 1\n}\n', 'm'],
])('%s: a guard knows the function around it', async (language, text, name) => {
  expect((await facts(language, text)).filter(({ kind }) => kind === 'guard')).toMatchObject([
    { within: name },
  ]);
});

test.each([
  ['a.py', 'x', 'python', 'python'],
  ['a.pyi', 'x', 'python', 'python'],
  ['a.mjs', 'x', 'javascript', 'c'],
  ['a.tsx', 'x', 'tsx', 'c'],
  ['a.bats', 'x', 'bash', 'hash'],
  ['bin/run', '#!/usr/bin/env bash\n', 'bash', 'hash'],
  ['bin/run', '#!/usr/bin/python3 -u\n', 'python', 'python'],
  ['bin/run', 'ELF', null, 'plain'],
  ['a.rs', 'x', null, 'c'],
  ['a.rb', 'x', null, 'hash'],
  ['Makefile', 'x', null, 'plain'],
  ['a.constructor', 'x', null, 'plain'],
  ['.bashrc', 'x', null, 'plain'],
] as const)('%s with %j: language %s, style %s', (path, text, language, style) => {
  expect([languageOf(path, text), styleOf(path, text), isCode(path, text)]).toEqual([
    language,
    style,
    style !== 'plain',
  ]);
});
