/** Literals that the task's tests name, with the lines on which they stand together. */
import { unquote } from '../code/facts/fact.js';
import { styleOf } from '../code/language.js';
import { lex } from '../code/lexer.js';
import type { GroupMaterial } from '../material.js';
import { readText } from './source.js';

const MAX_BASE_FILES = 20;
const MAX_LINES = 50_000;
/** An input and its expected output may stand on neighbouring lines of one assertion. */
const WINDOW = 3;

export interface TestValues {
  has(literal: string): boolean;
  /** True where a test uses the word as a name. */
  names(word: string): boolean;
  /** True where both stand within a few lines of one test. */
  together(input: string, output: string): boolean;
}

/** From the evaluation's test patch, and from base files that it touches or that failing tests name. */
export async function readTestValues(material: GroupMaterial): Promise<TestValues> {
  const lines = new Map<string, Set<number>>();
  const names = new Set<string>();
  let at = 0;
  const addText = (path: string, text: string): void => {
    for (const { kind, text: token, line } of lex(styleOf(path, text), text).tokens) {
      if (kind === 'word') names.add(token);
      if ((kind !== 'string' && kind !== 'number') || at + line > MAX_LINES) continue;
      const literal = kind === 'string' ? unquote(token) : token;
      const places = lines.get(literal) ?? new Set();
      lines.set(literal, places.add(at + line));
    }
    at += text.split('\n').length + WINDOW;
  };
  for (const { path, hunks } of material.testPatch) {
    const added = hunks.flatMap((hunk) => hunk.lines).filter(({ type }) => type === 'added');
    addText(path, added.map(({ text }) => text).join('\n'));
  }
  for (const path of testFiles(material).slice(0, MAX_BASE_FILES))
    addText(path, (await readText(material.base, path)) ?? '');
  return {
    names: (word) => names.has(word),
    has: (literal) => lines.has(literal),
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

function testFiles({ group, testPatch }: GroupMaterial): string[] {
  const named = (group.task.tests?.fail_to_pass ?? [])
    .map((id) => id.split('::')[0] ?? '')
    .filter((path) => path.includes('.'));
  return [...new Set([...testPatch.map(({ oldPath, path }) => oldPath ?? path), ...named])].sort();
}
