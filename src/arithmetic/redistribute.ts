/** The advantage stations: centring, and the three ways to let factors speak; only redistribution keeps the positive mass. */
import { type Member, rewardsOf } from './member.js';
import { mean, sum } from './sum.js';

/** λ this close above the cap (relative) still counts as not capped. */
const CAP_TOLERANCE = 1e-12;

/** Everything lists one number per member, in their order. */
export interface Centred {
  readonly mean: number;
  readonly advantages: readonly number[];
}

export interface Redistributed {
  /** Σ a / Σ f·a over the lifted passes; null where no pass lies above the mean. */
  readonly lambda: number | null;
  readonly lambda_applied: number | null;
  readonly capped: boolean;
  readonly advantages: readonly number[];
}

/** a = r − mean. */
export function centre(rewards: readonly number[]): Centred {
  const middle = mean(rewards);
  return { mean: middle, advantages: rewards.map((reward) => reward - middle) };
}

/** A pass that earns more than the mean, and by more than the rounding of that mean. */
function liftedPasses(members: readonly Member[], outcome: readonly number[]): boolean[] {
  const rounding = 8 * Number.EPSILON * Math.max(...rewardsOf(members).map(Math.abs));
  return members.map(({ passes }, index) => passes && (outcome[index] as number) > rounding);
}

const factorOf = ({ rollout }: Member): number => rollout.factor ?? 1;

/**
 * B = min(λ, λ_max) · f · a on the lifted passes and a elsewhere; advantage = B − mean(B).
 * Uncapped, mean(B) is 0 by construction, so nothing is subtracted and every failure keeps its exact number.
 */
export function redistribute(
  members: readonly Member[],
  outcome: readonly number[],
  lambdaMax: number | null,
): Redistributed {
  const lifted = liftedPasses(members, outcome);
  if (!lifted.includes(true))
    return { lambda: null, lambda_applied: null, capped: false, advantages: outcome };
  const mass = outcome.filter((_, index) => lifted[index]);
  const factors = members.filter((_, index) => lifted[index]).map(factorOf);
  // Relative to the largest factor: equal factors then cancel exactly, and tiny ones cannot underflow the sum.
  const largest = Math.max(...factors);
  const share = sum(mass) / sum(mass.map((a, index) => a * ((factors[index] as number) / largest)));
  const lambda = share / largest;
  const cut = lambdaMax !== null && lambda > lambdaMax;
  const scale = cut ? lambdaMax * largest : share;
  const moved = outcome.map((a, index) =>
    lifted[index] ? scale * (factorOf(members[index] as Member) / largest) * a : a,
  );
  return {
    lambda,
    lambda_applied: cut ? lambdaMax : lambda,
    capped: lambdaMax !== null && lambda > lambdaMax * (1 + CAP_TOLERANCE),
    advantages: cut ? centre(moved).advantages : moved,
  };
}

/** f · a on the lifted passes, nothing given back and nothing centred: the ablation that loses positive mass. */
export function downweight(members: readonly Member[], outcome: readonly number[]): number[] {
  const lifted = liftedPasses(members, outcome);
  return members.map((member, index) => {
    const a = outcome[index] as number;
    return lifted[index] ? factorOf(member) * a : a;
  });
}

/** Centres f · r: the wrong way, kept for comparison; it moves the failures and bends the ratios. */
export const scaleRewards = (members: readonly Member[]): readonly number[] =>
  centre(members.map((member) => (member.passes ? factorOf(member) * member.reward : member.reward)))
    .advantages;
