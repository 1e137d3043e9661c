/** The token station: flagged segments lose their credit or carry more blame, and the other tokens keep the mass. */

import type { MultiplierSpan } from '../records/rollout-result.js';
import type { SegmentPenalty } from '../records/shape-config.js';
import { mergeSpans, multiplierSpans, type TokenSpan, tokensIn } from './spans.js';
import { sum } from './sum.js';

/** Advantages this close to 0 have no sign. */
const ZERO_ADVANTAGE = 1e-12;

export interface Trajectory {
  readonly advantage: number;
  readonly tokens: number;
  /** May overlap; inside [0, tokens). */
  readonly flagged: readonly TokenSpan[];
}

/** What the tokens that are not flagged are multiplied with; null where every token is flagged. */
export interface Weights {
  readonly alpha: number | null;
  readonly beta: number | null;
}

interface Load {
  readonly mass: number;
  readonly tokens: number;
  readonly flagged: number;
}

/** α = Σ m·T / Σ m·(T − H), at most alpha_max; β = (Σ m·T − κ·Σ m·H) / Σ m·(T − H), at least beta_min or 0. */
export function weightsOf(loads: readonly Load[], penalty: SegmentPenalty): Weights {
  const total = sum(loads.map(({ mass, tokens }) => mass * tokens));
  const free = sum(loads.map(({ mass, tokens, flagged }) => mass * (tokens - flagged)));
  const flagged = sum(loads.map((load) => load.mass * load.flagged));
  if (free === 0) return { alpha: null, beta: null };
  return {
    alpha: Math.min(total / free, penalty.alpha_max ?? Number.POSITIVE_INFINITY),
    beta: Math.max((total - penalty.kappa * flagged) / free, penalty.beta_min ?? 0),
  };
}

const signOf = (advantage: number): -1 | 0 | 1 =>
  Math.abs(advantage) <= ZERO_ADVANTAGE ? 0 : advantage > 0 ? 1 : -1;

/**
 * Run-length multipliers, one list per trajectory in their order; their size follows the flags, not the tokens.
 * Positive: flagged 0, others α. Negative: flagged κ, others β. Zero: 1 throughout.
 */
export function segmentMultipliers(
  trajectories: readonly Trajectory[],
  penalty: SegmentPenalty,
): MultiplierSpan[][] {
  const parts = trajectories.map(({ advantage, tokens, flagged }) => {
    const merged = mergeSpans(flagged);
    const load = { mass: Math.abs(advantage), tokens, flagged: tokensIn(merged) };
    return { sign: signOf(advantage), tokens, merged, load };
  });
  const side = (sign: number): Weights =>
    weightsOf(
      parts.filter((part) => part.sign === sign).map(({ load }) => load),
      penalty,
    );
  const shared = penalty.scope === 'sign' ? new Map([-1, 1].map((sign) => [sign, side(sign)])) : undefined;
  return parts.map(({ sign, tokens, merged, load }) => {
    if (sign === 0) return multiplierSpans(tokens, [], 1, 1);
    const { alpha, beta } = shared?.get(sign) ?? weightsOf([{ ...load, mass: 1 }], penalty);
    return sign > 0
      ? multiplierSpans(tokens, merged, 0, alpha ?? 0)
      : multiplierSpans(tokens, merged, penalty.kappa, beta ?? penalty.kappa);
  });
}
