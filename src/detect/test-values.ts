/** Literals that the task's tests name, with the lines on which they stand together. */
import { unquote } from '../code/facts/fact.js';
import { isCode, styleOf } from '../code/language.js';
import { lex } from '../code/lexer.js';
import type { GroupMaterial } from '../material.js';
import { type Protected, roleOf } from './roles.js';
import { readText } from './source.js';

const MAX_BASE_FILES = 20;
const MAX_IDS = 50;
const MAX_LINES = 50_000;
/** A value that stands at more places than this is nobody's example. */
const MAX_PLACES = 200;
/** An input and its expected output may stand on neighbouring lines of one assertion. */
const WINDOW = 3;

export interface TestValues {
  has(literal: string): boolean;
  /** True where a test of the base names it, and not only the test patch. */
  inBase(literal: string): boolean;
  /** True where a test uses the word as a name. */
  names(word: string): boolean;
  /** True where a shell file of the tests defines a function of that name: a shell knows one name once. */
  defines(name: string): boolean;
  /** True where both stand within a few lines of one test. */
  together(input: string, output: string): boolean;
}

/** From the evaluation's test patch and from test files of the base. */
export async function readTestValues(
  material: GroupMaterial,
  protectedPaths: Protected,
): Promise<TestValues> {
  const lines = new Map<string, Set<number>>();
  const names = new Set<string>();
  const ofBase = new Set<string>();
  let at = 0;
  const addText = (path: string, text: string, isBase: boolean): void => {
    for (const { kind, text: token, line } of lex(styleOf(path, text), text).tokens) {
      if (kind === 'word') names.add(token);
      if ((kind !== 'string' && kind !== 'number') || at + line > MAX_LINES) continue;
      const literal = kind === 'string' ? unquote(token) : token;
      if (isBase) ofBase.add(literal);
      const places = lines.get(literal) ?? new Set();
      if (places.size < MAX_PLACES) lines.set(literal, places.add(at + line));
    }
    at += text.split('\n').length + WINDOW;
  };
  for (const { path, hunks } of material.testPatch) {
    const added = hunks.flatMap((hunk) => hunk.lines).filter(({ type }) => type === 'added');
    addText(path, added.map(({ text }) => text).join('\n'), false);
  }
  for (const path of (await testFiles(material, protectedPaths)).slice(0, MAX_BASE_FILES))
    addText(path, (await readText(material.base, path)) ?? '', true);
  const defined = await shellFunctions(material, protectedPaths);
  return {
    defines: (name) => defined.has(name),
    names: (word) => names.has(word),
    has: (literal) => lines.has(literal),
    inBase: (literal) => ofBase.has(literal),
    together: (input, output) => {
      const outputs = lines.get(output);
      return [...(lines.get(input) ?? [])].some((line) =>
        Array.from({ length: 2 * WINDOW - 1 }, (_, offset) => line + offset - WINDOW + 1).some((near) =>
          outputs?.has(near),
        ),
      );
    },
  };
}

async function shellFunctions(
  { base }: GroupMaterial,
  protectedPaths: Protected,
): Promise<ReadonlySet<string>> {
  const paths = (await base.entries()).map(({ path }) => path);
  const files = paths.filter(
    (path) => /\.(sh|bash|bats)$/.test(path) && roleOf(path, protectedPaths) === 'test',
  );
  const names = new Set<string>();
  for (const path of files.slice(0, MAX_BASE_FILES))
    for (const [, name = ''] of ((await readText(base, path)) ?? '').matchAll(
      /^[ \t]*(?:function[ \t]+)?([\w-]+)[ \t]*\(\)/gm,
    ))
      names.add(name);
  return names;
}

/** Files of the test patch, files that failing tests name, and where nothing is named the first tests of the base. */
async function testFiles(
  { group, testPatch, base }: GroupMaterial,
  protectedPaths: Protected,
): Promise<string[]> {
  const paths = (await base.entries()).map(({ path }) => path);
  const ids = (group.task.tests?.fail_to_pass ?? []).slice(0, MAX_IDS);
  const named = ids.flatMap((id) => fileOfTest(id, paths) ?? []);
  const patched = testPatch.map(({ oldPath, path }) => oldPath ?? path);
  const found = [...new Set([...patched, ...named])].sort();
  return found.length > 0
    ? found
    : paths.filter((path) => roleOf(path, protectedPaths) === 'test' && isCode(path));
}

/** `a/b.py::name`, `pkg.mod.Class.name` and `name (pkg.mod.Class)` say where a test lies. */
function fileOfTest(id: string, paths: readonly string[]): string | null {
  const file = id.split('::', 1)[0] ?? '';
  if (paths.includes(file)) return file;
  const dotted = /\(([\w.]+)\)$/.exec(id)?.[1] ?? (/^[\w.]+$/.test(id) ? id : '');
  const parts = dotted.split('.');
  for (let count = parts.length; count > 0 && dotted !== ''; count--) {
    const wanted = `${parts.slice(0, count).join('/')}.py`;
    const match = paths.find((path) => path === wanted || path.endsWith(`/${wanted}`));
    if (match !== undefined) return match;
  }
  return null;
}
