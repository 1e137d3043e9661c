/** From flagged turns to flagged tokens: by the trainer's own offsets, else by the tokens of each turn, one after the other. */
import { mergeSpans, type TokenSpan } from '../arithmetic/spans.js';
import type { Rollout } from '../records/group.js';

/** One span per assistant turn; null where the trainer gave neither offsets nor counts. */
export function turnSpans({
  turn_spans,
  turn_tokens,
}: Pick<Rollout, 'turn_spans' | 'turn_tokens'>): readonly TokenSpan[] | null {
  if (turn_spans !== undefined) return turn_spans;
  if (turn_tokens === undefined) return null;
  let at = 0;
  return turn_tokens.map((count) => {
    const from = at;
    at += count;
    return [from, at];
  });
}

/** Tokens of these turns, which count from 1; a turn without tokens gives none. */
export const spansOfTurns = (turns: readonly number[], spans: readonly TokenSpan[]): TokenSpan[] =>
  mergeSpans(
    turns
      .map((turn) => spans[turn - 1])
      .filter((span): span is TokenSpan => span !== undefined && span[0] < span[1]),
  );
