/** Steps over the inside of a quoted text: one pattern for millions of escapes would exhaust the stack. */

/**
 * Offset of the quote that closes what `from` stands in, or of the first thing in it that is wrong.
 * @param piece sticky; what may stand between the quotes, in one go or one escape after the other
 */
export function endOfQuoted(text: string, from: number, piece: RegExp): number {
  let end = from;
  piece.lastIndex = from;
  while (piece.test(text)) end = piece.lastIndex;
  return end;
}
