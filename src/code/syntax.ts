/** The parser port: a source text as a plain tree of nodes, or the reason why it could not be read as one. */
import type { CodeLanguage } from './language.js';

/** Larger texts are not parsed; a policy could otherwise buy minutes of grading time with one file. */
export const MAX_SOURCE_CHARS = 512 * 1024;
/** Deeper nesting than real code has, and still far from the end of the stack. */
export const MAX_DEPTH = 600;
export const MAX_NODES = 400_000;

export interface SyntaxNode {
  /** Node type of the tree-sitter grammar, e.g. `except_clause`. */
  readonly type: string;
  /** False for punctuation and keywords. */
  readonly isNamed: boolean;
  /** Name of the parent's field that holds this node, e.g. `condition`. */
  readonly field: string | null;
  /** Half-open range of UTF-16 offsets into the text. */
  readonly from: number;
  readonly to: number;
  /** 1-based and inclusive. */
  readonly line: number;
  readonly endLine: number;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
}

export type Unparsed =
  | 'too_large'
  | 'too_deep'
  | 'too_many_nodes'
  | 'too_hard'
  | 'no_grammar'
  | 'parser_failed';

export type Parsed =
  /** `broken`: the grammar met errors; what it did recognise is still there. */
  | { readonly ok: true; readonly root: SyntaxNode; readonly broken: boolean }
  | { readonly ok: false; readonly reason: Unparsed };

export interface CodeParser {
  /** Never rejects and never depends on the clock: equal texts give equal answers. */
  parse(language: CodeLanguage, text: string): Promise<Parsed>;
}

export const childOf = (node: SyntaxNode, field: string): SyntaxNode | null =>
  node.children.find((child) => child.field === field) ?? null;

/** Named children without comments. */
export const partsOf = (node: SyntaxNode): SyntaxNode[] =>
  node.children.filter((child) => child.isNamed && child.type !== 'comment');

/** Every node of the tree, parents first. */
export function* nodesOf(root: SyntaxNode): Generator<SyntaxNode> {
  const open: SyntaxNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as SyntaxNode);
  }
}

export function ancestorOf(node: SyntaxNode, types: ReadonlySet<string>): SyntaxNode | null {
  for (let above = node.parent; above !== null; above = above.parent) if (types.has(above.type)) return above;
  return null;
}
