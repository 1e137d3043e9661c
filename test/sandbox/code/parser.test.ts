import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCodeParser } from '../../../sandbox/code/parser.js';
import type { CodeLanguage } from '../../../src/code/language.js';
import { type CodeParser, MAX_SOURCE_CHARS, nodesOf } from '../../../src/code/syntax.js';

let parser: CodeParser & AsyncDisposable;
beforeAll(async () => {
  parser = await openCodeParser();
});
afterAll(() => parser[Symbol.asyncDispose]());

test.each<[CodeLanguage, string, string]>([
  ['python', 'def f(x):\n    return x\n', 'function_definition'],
  ['javascript', 'const f = (x) => <b>{x}</b>;\n', 'jsx_element'],
  ['typescript', 'const f = (x: number): string => `${x}`;\n', 'type_annotation'],
  ['tsx', 'const f = (x: number) => <b>{x}</b>;\n', 'jsx_element'],
  ['go', 'package p\n\nfunc F() error { return nil }\n', 'function_declaration'],
  ['bash', 'f() { local x=$1; echo "$x"; }\n', 'function_definition'],
])('%s is read as a tree', async (language, text, type) => {
  const parsed = await parser.parse(language, text);
  if (!parsed.ok) throw new Error(parsed.reason);
  expect(parsed.broken).toBe(false);
  expect([...nodesOf(parsed.root)].map((node) => node.type)).toContain(type);
});

test('nodes know their offsets in UTF-16, their lines, fields and parents', async () => {
  const text = 'x = "😀é"\nif a:\n    b()\n';
  const parsed = await parser.parse('python', text);
  if (!parsed.ok) throw new Error(parsed.reason);
  const call = [...nodesOf(parsed.root)].find(({ type }) => type === 'call');
  expect(text.slice(call?.from, call?.to)).toBe('b()');
  expect(call).toMatchObject({ line: 3, endLine: 3, parent: { type: 'expression_statement' } });
  expect(call?.children[0]).toMatchObject({ type: 'identifier', field: 'function' });
});

test.each<[string, CodeLanguage, string, string]>([
  ['a text beyond the size limit', 'python', 'x = 1\n'.repeat(MAX_SOURCE_CHARS / 6 + 1), 'too_large'],
  ['brackets nested without end', 'python', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'too_deep'],
  ['calls nested without end', 'javascript', `${'f('.repeat(5_000)}1${')'.repeat(5_000)}`, 'too_deep'],
  ['more nodes than any source needs', 'javascript', 'a;'.repeat(MAX_SOURCE_CHARS / 2), 'too_many_nodes'],
])('%s is refused with its reason', async (_, language, text, reason) => {
  const parsed = await parser.parse(language, text);
  expect(parsed.ok ? 'parsed' : parsed.reason).toBe(reason);
});

test('a text with errors is still a tree, and says so', async () => {
  const parsed = await parser.parse('python', 'def f(:\n    return 1\n\ndef g():\n    pass\n');
  expect(parsed).toMatchObject({ ok: true, broken: true });
});

test.each([
  '\u0000',
  '\ud800',
  '\ufeffx = 1',
  'x = 1\r\n',
  '',
  '\u202e"',
  '`'.repeat(1000),
  '<<<<<<< HEAD\n',
])('odd text %j is answered, and the next parse is sound', async (text) => {
  for (const language of ['python', 'bash', 'tsx'] as const)
    expect(typeof (await parser.parse(language, text)).ok).toBe('boolean');
  expect(await parser.parse('python', 'x = 1\n')).toMatchObject({ ok: true, broken: false });
});

test('equal texts give equal trees', async () => {
  const text = 'class A:\n    def f(self):\n        return [x for x in self.y if x]\n';
  const types = async () => {
    const parsed = await parser.parse('python', text);
    return parsed.ok
      ? [...nodesOf(parsed.root)].map(({ type, from, to }) => [type, from, to])
      : parsed.reason;
  };
  expect(await types()).toEqual(await types());
});
