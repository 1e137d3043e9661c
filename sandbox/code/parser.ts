/** The parser port on tree-sitter's WebAssembly build: hostile sources are bounded by work, depth and size, not by time. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Parser, TreeCursor } from '@vscode/tree-sitter-wasm';
import type { CodeLanguage } from '../../src/code/language.js';
import {
  type CodeParser,
  MAX_DEPTH,
  MAX_NODES,
  MAX_SOURCE_CHARS,
  type Parsed,
  type SyntaxNode,
  type Unparsed,
} from '../../src/code/syntax.js';

/** tree-sitter reports progress every hundred operations; ordinary code needs about one report in 200 characters. */
const progressLimit = (text: string): number => 1000 + Math.ceil(text.length / 16);

const PACKAGE = '@vscode/tree-sitter-wasm';
const require = createRequire(import.meta.url);
const grammarFolder = dirname(require.resolve(PACKAGE));

/** The package is CommonJS without names that ESM could see, and 20 ms of start-up: it is loaded when a parser is opened. */
type TreeSitter = typeof import('@vscode/tree-sitter-wasm');

type Open = { -readonly [K in keyof SyntaxNode]: SyntaxNode[K] } & { children: SyntaxNode[] };

/** Loads the parser; each grammar is loaded when a source of its language first comes. */
export async function openCodeParser(): Promise<CodeParser & AsyncDisposable> {
  const library = require(PACKAGE) as TreeSitter;
  await library.Parser.init();
  const parsers = new Map<CodeLanguage, Promise<Parser>>();
  const parserFor = (language: CodeLanguage): Promise<Parser> => {
    const known = parsers.get(language) ?? loadParser(library, language);
    parsers.set(language, known);
    return known;
  };
  return {
    parse: async (language, text) => {
      if (text.length > MAX_SOURCE_CHARS) return refused('too_large');
      try {
        return parseWith(await parserFor(language), text);
      } catch {
        parsers.delete(language);
        return refused('parser_failed');
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const parser of await Promise.allSettled(parsers.values())) {
        if (parser.status === 'fulfilled') parser.value.delete();
      }
    },
  };
}

async function loadParser({ Parser, Language }: TreeSitter, language: CodeLanguage): Promise<Parser> {
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(grammarFolder, `tree-sitter-${language}.wasm`)));
  return parser;
}

const refused = (reason: Unparsed): Parsed => ({ ok: false, reason });

function parseWith(parser: Parser, text: string): Parsed {
  let reports = 0;
  const limit = progressLimit(text);
  // The declared type says void; the documented and real contract is: true stops the parse.
  const progressCallback = () => ++reports > limit;
  const tree = parser.parse(text, null, { progressCallback });
  if (tree === null) {
    parser.reset();
    return refused('too_hard');
  }
  const cursor = tree.walk();
  try {
    const root = copyTree(cursor);
    return typeof root === 'string' ? refused(root) : { ok: true, root, broken: tree.rootNode.hasError };
  } finally {
    cursor.delete();
    tree.delete();
  }
}

/** Copies the tree into plain objects, so that nobody holds memory of the WebAssembly side. */
function copyTree(cursor: TreeCursor): SyntaxNode | Unparsed {
  const root = copyNode(cursor, null);
  let node = root;
  let count = 1;
  let depth = 0;
  for (;;) {
    if (cursor.gotoFirstChild()) depth += 1;
    else {
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return root;
        depth -= 1;
        node = node.parent as Open;
      }
      node = node.parent as Open;
    }
    if (depth > MAX_DEPTH) return 'too_deep';
    if (++count > MAX_NODES) return 'too_many_nodes';
    const child = copyNode(cursor, node);
    node.children.push(child);
    node = child;
  }
}

function copyNode(cursor: TreeCursor, parent: Open | null): Open {
  return {
    type: cursor.nodeType,
    isNamed: cursor.nodeIsNamed,
    field: cursor.currentFieldName,
    from: cursor.startIndex,
    to: cursor.endIndex,
    line: cursor.startPosition.row + 1,
    endLine: cursor.endPosition.row + 1,
    parent,
    children: [],
  };
}
