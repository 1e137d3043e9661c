/** Half-open token spans: merging flagged ones, and writing them out as run-length multipliers. */
import type { MultiplierSpan } from '../records/rollout-result.js';

export type TokenSpan = readonly [from: number, to: number];

/** Sorted, with overlapping and touching spans joined. */
export function mergeSpans(spans: readonly TokenSpan[]): TokenSpan[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export const tokensIn = (spans: readonly TokenSpan[]): number =>
  spans.reduce((total, [from, to]) => total + to - from, 0);

/** Covers [0, tokens) without gaps; `merged` comes from mergeSpans, and equal neighbours become one span. */
export function multiplierSpans(
  tokens: number,
  merged: readonly TokenSpan[],
  flagged: number,
  other: number,
): MultiplierSpan[] {
  const out: MultiplierSpan[] = [];
  const push = (from: number, to: number, multiplier: number): void => {
    if (from === to) return;
    const last = out.at(-1);
    if (last !== undefined && last[2] === multiplier) last[1] = to;
    else out.push([from, to, multiplier]);
  };
  let at = 0;
  for (const [from, to] of merged) {
    push(at, from, other);
    push(from, to, flagged);
    at = to;
  }
  push(at, tokens, other);
  return out;
}
