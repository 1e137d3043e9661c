/** One fact of a source file, and the small helpers with which the languages state theirs. */

import type { LexStyle } from '../language.js';
import { lex } from '../lexer.js';
import { nodesOf, type SyntaxNode } from '../syntax.js';

const FACT_KINDS = [
  /** A named function or method; `key` is its body. Traits: top_level, exported, decorated. */
  'function',
  /** Something that catches errors. Traits: broad, silent, empty, cleanup, optional_import. */
  'handler',
  /** A check that leaves by an error; `name` is what it raises. */
  'guard',
  /** A check inside a test; `literals` are its constants. Traits: vacuous, weak. */
  'assertion',
  /** A test case by name. */
  'test',
  /** A test is switched off. Traits: conditional, only. */
  'skip',
  /** The process ends. Traits: zero, top_level, main_guard, expected, last, hook. */
  'exit',
  /** An assignment to an attribute; `name` is the target. */
  'assignment',
  /** A choice by literals: a comparison, a case, a table. `results` are what its branch gives. Traits: table. */
  'choice',
  /** Output for the programmer. Traits: breakpoint. */
  'debug',
  /** The code asks whether a test runner runs it. */
  'sniff',
  /** The code looks at its callers, at other objects of the process, or at what is traced. Traits: reads. */
  'frame',
  /** Text that is printed for whoever reads the output; `literals` are its constant parts. */
  'output',
  /** A file is opened by name; `literals` hold it. Traits: write. */
  'file',
  /** A function of the test framework is replaced; `name` says which. */
  'override',
  /** A test framework is imported; `name` says which. */
  'framework',
  /** Time, memory or processes are used up without any work; `name` says how. */
  'drain',
  /** A comment switches a linter or type checker off. Traits: blanket. */
  'suppression',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

export interface Fact {
  readonly kind: FactKind;
  /** Tokens without comments and layout: equal keys are the same thing, wherever it stands. */
  readonly key: string;
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  /** Name of the innermost function around it, or empty. */
  readonly within: string;
  readonly traits: readonly string[];
  readonly literals: readonly string[];
  readonly results: readonly string[];
}

/** Collects the facts of one file: knows its text and its lexing style. */
export interface FactBook {
  readonly facts: readonly Fact[];
  add(kind: FactKind, node: SyntaxNode, more?: Partial<Fact>): void;
  textOf(node: SyntaxNode | null): string;
  /** Text of a name or a short expression; empty where it is longer than any name, so that patterns stay cheap. */
  nameOf(node: SyntaxNode | null): string;
  keyOf(node: SyntaxNode | null): string;
  /** Contents of the string and number literals under a node. */
  literalsIn(node: SyntaxNode | null): string[];
}

const MAX_NAME = 200;
/** A table with more entries is known by its first ones: detectors compare each of them. */
const MAX_LITERALS = 200;
/** A longer stretch is known by its beginning: nested blocks would otherwise be read once for every level. */
const MAX_KEY = 16_384;

/** Nodes that may begin with a docstring. */
const STATEMENT = /^(block|module)$|_(statement|definition|clause)$/;

/** @param functionName the name of a node that is a named function, else null. */
export function openFactBook(
  text: string,
  style: LexStyle,
  functionName: (node: SyntaxNode) => string | null,
): FactBook {
  const facts: Fact[] = [];
  const textOf = (node: SyntaxNode | null) => (node === null ? '' : text.slice(node.from, node.to));
  const nameOf = (node: SyntaxNode | null) =>
    node === null || node.to - node.from > MAX_NAME ? '' : textOf(node);
  const tokensOf = (node: SyntaxNode | null) =>
    lex(style, textOf(node).slice(0, MAX_KEY), node !== null && !STATEMENT.test(node.type)).tokens;
  const keyOf = (node: SyntaxNode | null) =>
    tokensOf(node)
      .map((token) => token.text)
      .join(' ');
  const enclosing = (node: SyntaxNode): string => {
    for (let above = node.parent; above !== null; above = above.parent) {
      const name = functionName(above);
      if (name !== null) return name;
    }
    return '';
  };
  const add: FactBook['add'] = (kind, node, more = {}) => {
    const { line, endLine } = node;
    const plain = { name: '', traits: [] };
    facts.push({
      kind,
      line,
      endLine,
      key: more.key ?? keyOf(node),
      within: enclosing(node),
      ...plain,
      ...more,
      literals: (more.literals ?? []).slice(0, MAX_LITERALS),
      results: (more.results ?? []).slice(0, MAX_LITERALS),
    });
  };
  const literalsIn: FactBook['literalsIn'] = (node) =>
    tokensOf(node)
      .filter(({ kind }) => kind === 'string' || kind === 'number')
      .slice(0, MAX_LITERALS)
      .map((token) => (token.kind === 'string' ? unquote(token.text) : token.text));
  return { facts, add, textOf, nameOf, keyOf, literalsIn };
}

interface Branch {
  readonly condition: SyntaxNode | null;
  readonly body: Pick<SyntaxNode, 'endLine'> | null;
}

/** A branch that leaves by an error of that name. */
export function addGuard(book: FactBook, node: SyntaxNode, { condition, body }: Branch, name: string): void {
  const key = `${book.keyOf(condition)} : ${name}`;
  book.add('guard', node, { key, name, endLine: body?.endLine ?? node.endLine });
}

/** A branch whose condition compares with literals; no fact where it names none. */
export function addChoice(
  book: FactBook,
  node: SyntaxNode,
  { condition, body }: Branch & { readonly body: SyntaxNode | null },
  literals: readonly string[],
): void {
  if (literals.length === 0) return;
  book.add('choice', node, {
    key: `${book.keyOf(condition)} : ${book.keyOf(body)}`,
    literals,
    results: book.literalsIn(body),
    endLine: body?.endLine ?? node.endLine,
  });
}

/** Content of a string token: its prefix and quotes taken off. */
export const unquote = (token: string): string => token.replace(/^[a-z]{0,2}(["'`])([\s\S]*)\1$/, '$2');

/** The names that are conditions on traits, without the false ones. */
export const traitsOf = (flags: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(flags).filter((name) => flags[name]);

export const some = (root: SyntaxNode | null, test: (node: SyntaxNode) => boolean): boolean => {
  if (root === null) return false;
  for (const node of nodesOf(root)) if (test(node)) return true;
  return false;
};

/** Calls that only put things away: an error there is commonly of no interest. */
export const CLEANUP =
  /^(close|unlink|remove|rmtree|rmdir|kill|terminate|shutdown|disconnect|cleanup|clean_up|release|cancel|stop|destroy|quit|dispose|abort|unlinkSync|rmSync|rm|Close|Remove|RemoveAll|Kill|Stop|flush|end|unsubscribe|detach)$/;

/** Calls that keep an error in sight. */
export const REPORTS =
  /log|warn|error|print|report|record|capture|notify|trace|fail|reject|emit|debug|exception|push|append|add|stderr|console/i;

/** `c` of `a.b.c`. */
export const lastName = (dotted: string): string => dotted.slice(dotted.lastIndexOf('.') + 1);

export type Rule = (node: SyntaxNode, book: FactBook) => void;
/** What a language does at each node type of its grammar. */
export type Rules = Readonly<Record<string, Rule>>;

export function applyRules(root: SyntaxNode, rules: Rules, book: FactBook): void {
  for (const node of nodesOf(root)) if (Object.hasOwn(rules, node.type)) rules[node.type]?.(node, book);
}
