/** What a parse tree says are comments, and strings that nobody uses: the second opinion of the lexer. */
import type { Remarks } from './lexer.js';
import { nodesOf, type SyntaxNode } from './syntax.js';

/** A prefix of a Python string has at most so many letters; the lexer knows where the quotes begin. */
const PREFIX = 2;

export function remarksIn(root: SyntaxNode): Remarks {
  const comments = new Map<number, number>();
  const docstrings = new Set<number>();
  for (const node of nodesOf(root)) {
    if (node.type === 'comment') comments.set(node.from, node.to);
    else if (node.type === 'string' && node.parent?.type === 'expression_statement')
      for (let at = node.from; at <= node.from + PREFIX; at++) docstrings.add(at);
  }
  return { comments, docstrings };
}
