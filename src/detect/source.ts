/** One version of a file, read within limits: its text, its code lines and its facts. */

import type { Fact } from '../code/facts/fact.js';
import { suppressionFacts } from '../code/facts/suppression.js';
import { factsOf, type PlacedFact } from '../code/facts.js';
import { languageOf, styleOf } from '../code/language.js';
import { lex } from '../code/lexer.js';
import { remarksIn } from '../code/remarks.js';
import { type CodeParser, MAX_SOURCE_CHARS, type Unparsed } from '../code/syntax.js';
import { Fault } from '../fault.js';
import type { TreeReader } from '../material.js';
import { type CodeLines, codeLines } from './lines.js';

export interface Source {
  readonly text: string;
  readonly lines: CodeLines;
  readonly facts: readonly PlacedFact[];
  /** What the parser could not do with a language that it knows; facts may be missing then. */
  readonly unparsed: Unparsed | 'syntax_errors' | null;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: false });

/** Null where the tree has no such file, or refuses it for its size: one huge file must not end the group. */
export async function readBounded(tree: TreeReader, path: string): Promise<Uint8Array | null> {
  try {
    return await tree.read(path);
  } catch (error) {
    if (error instanceof Fault && error.code === 'input') return null;
    throw error;
  }
}

/** Null where the tree has no such file, or it is too large to be read as text. */
export async function readText(tree: TreeReader, path: string): Promise<string | null> {
  const bytes = await readBounded(tree, path);
  // One UTF-16 unit needs at most three bytes, so nothing larger can be a source that the parser takes.
  if (bytes === null || bytes.length > MAX_SOURCE_CHARS * 3) return null;
  const text = decoder.decode(bytes);
  return text.length > MAX_SOURCE_CHARS ? null : text;
}

export async function openSource(path: string, text: string, parser: CodeParser): Promise<Source> {
  const language = languageOf(path, text);
  const parsed = language === null ? null : await parser.parse(language, text);
  const lexed = lex(styleOf(path, text), text, false, parsed?.ok === true ? remarksIn(parsed.root) : null);
  const lines = codeLines(lexed, text.split('\n').length);
  const place = (fact: Fact): PlacedFact => ({ ...fact, path });
  const suppressions = lexed.comments.flatMap(suppressionFacts).map(place);
  if (language === null || parsed === null) return { text, lines, facts: suppressions, unparsed: null };
  if (!parsed.ok) return { text, lines, facts: suppressions, unparsed: parsed.reason };
  const facts = [...factsOf(language, parsed.root, text).map(place), ...suppressions];
  return { text, lines, facts, unparsed: parsed.broken ? 'syntax_errors' : null };
}
