/** A toy policy: a softmax over kinds of attempts, each with a latent quality and length, and over many broken ones. */
import { dice } from '../../src/judge/alias.js';

const QUALITIES = 5;
const LENGTHS = 4;
/** Attempts that never pass: what is left for a policy that is pushed away from all it does. */
export const BROKEN = 200;

export interface Attempt {
  /** 0 (a trick that happens to pass) to 4 (good work); null for a broken attempt. */
  readonly quality: number | null;
  readonly tokens: number;
}

/** Kinds of attempts, the sound ones first. */
export const ATTEMPTS: readonly Attempt[] = [
  ...Array.from({ length: QUALITIES * LENGTHS }, (_, index) => ({
    quality: Math.floor(index / LENGTHS),
    tokens: 1000 * 2 ** (index % LENGTHS),
  })),
  ...Array.from({ length: BROKEN }, () => ({ quality: null, tokens: 1000 })),
];

/** Each step of quality is half as likely as the one below it; all broken attempts together make 2 %. */
export function newPolicy(): number[] {
  const sound = ATTEMPTS.map(({ quality }) => (quality === null ? 0 : 2 ** -quality));
  const total = sound.reduce((sum, weight) => sum + weight, 0);
  const broken = Math.log(((0.02 / 0.98) * total) / BROKEN);
  return ATTEMPTS.map(({ quality }) => (quality === null ? broken : -quality * Math.LN2));
}

export function probabilities(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

export type Chance = () => number;

export function chanceOf(seed: string): Chance {
  const roll = dice(seed);
  return () => roll(2 ** 32) / 2 ** 32;
}

/** Indices of kinds, drawn from the policy. */
export function sample(shares: readonly number[], count: number, chance: Chance): number[] {
  return Array.from({ length: count }, () => {
    let left = chance();
    const at = shares.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    return at < 0 ? shares.length - 1 : at;
  });
}

/** Σ advantage · ∇ log π of the drawn kinds, added to the logits. */
export function step(
  logits: readonly number[],
  drawn: readonly number[],
  advantages: readonly number[],
  rate: number,
): number[] {
  const shares = probabilities(logits);
  const total = advantages.reduce((sum, advantage) => sum + advantage, 0);
  const next = logits.map((logit, kind) => logit - rate * total * (shares[kind] ?? 0));
  for (const [at, kind] of drawn.entries()) next[kind] = (next[kind] ?? 0) + rate * (advantages[at] ?? 0);
  return next;
}
