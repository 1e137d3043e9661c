/** A source text as tokens and comments per line, so that any range of lines can be compared without its layout. */
import type { Lexed } from '../code/lexer.js';

export interface CodeLines {
  /** Tokens of line `n` at index `n - 1`, joined by blanks; a long string stands on each of its lines. */
  readonly tokens: readonly string[];
  readonly comments: readonly string[];
}

export function codeLines({ tokens, comments }: Lexed, count: number): CodeLines {
  return { tokens: spread(tokens, count), comments: spread(comments, count) };
}

function spread(items: readonly { readonly text: string; readonly line: number }[], count: number): string[] {
  const lines: string[][] = Array.from({ length: count }, () => []);
  for (const { text, line } of items) {
    text.split('\n').forEach((piece, offset) => {
      lines[line - 1 + offset]?.push(piece.trim());
    });
  }
  return lines.map((pieces) => pieces.join(' '));
}

/** What stands on the lines `from` to `to` (1-based, inclusive; empty where `to < from`), in one string. */
export const joined = (lines: readonly string[], from: number, to: number): string =>
  lines
    .slice(from - 1, Math.max(from - 1, to))
    .filter((line) => line !== '')
    .join(' ');

export const countTokens = (text: string): number => (text === '' ? 0 : text.split(' ').length);
