/** The reward line in exact fractions, written from the formulas alone: it imports nothing of the product. */
import {
  add,
  average,
  compare,
  divide,
  exact,
  type Fraction,
  greatest,
  least,
  multiply,
  ONE,
  power,
  reduced,
  subtract,
  total,
  whole,
  ZERO,
} from './fraction.js';

export interface ReferenceRollout {
  readonly id: string;
  readonly passed: boolean;
  readonly reward?: number;
  readonly valid?: boolean;
  readonly integrity?: boolean;
  readonly factor?: number;
  readonly s_sol?: number;
  readonly s_beh?: number;
  readonly length?: number;
  readonly tokens?: number;
  readonly flagged?: readonly (readonly [number, number])[];
}

export interface ReferenceConfig {
  readonly mode: 'redistribute' | 'downweight_only' | 'reward_scaled' | 'outcome';
  readonly lambda_max: number | null;
  readonly integrity_value: number;
  readonly length_penalty: {
    readonly min_pass_rate: number;
    readonly percentile: number;
    readonly max_deduction: number;
    readonly tolerance: number;
    readonly saturation: number;
    /** Whole numbers only. */
    readonly exponent: number;
  } | null;
  readonly segment_penalty: {
    readonly kappa: number;
    readonly alpha_max: number | null;
    readonly beta_min: number | null;
    readonly scope: 'trajectory' | 'sign';
  } | null;
}

export interface Reference {
  readonly status: string;
  readonly mean: Fraction | null;
  readonly lambda: Fraction | null;
  readonly lambda_applied: Fraction | null;
  readonly effective: readonly Fraction[];
  readonly grs: readonly Fraction[] | null;
  readonly length: { readonly reference: Fraction; readonly rewards: readonly Fraction[] } | null;
  readonly outcome: readonly Fraction[];
  /** Per valid rollout, as all lists here. */
  readonly advantages: readonly Fraction[];
  readonly valid: readonly ReferenceRollout[];
  readonly incomplete: boolean;
}

type Route = 'gar' | 'grs' | 'none';

export function referenceShape(
  route: Route,
  rollouts: readonly ReferenceRollout[],
  config: ReferenceConfig,
): Reference {
  const valid = rollouts.filter((rollout) => rollout.valid !== false);
  const passes = valid.map((rollout) => rollout.passed && rollout.integrity !== true);
  const effective = effectiveRewards(valid, exact(config.integrity_value));
  const missingScore = valid.some(
    (rollout, i) => passes[i] && (rollout.s_sol === undefined || rollout.s_beh === undefined),
  );
  const grs =
    route === 'grs' && !missingScore && valid.length > 0
      ? effective.map((reward, i) =>
          passes[i] ? multiply(reward, multiply(exact(valid[i]!.s_sol!), exact(valid[i]!.s_beh!))) : reward,
        )
      : null;
  const before = grs ?? effective;
  const length = lengthStep(valid, passes, before, config.length_penalty);
  const rewards = length?.rewards ?? before;
  const base = { effective, grs, length, valid, lambda: null, lambda_applied: null };
  if (valid.length === 0)
    return {
      ...base,
      status: 'no_valid_rollouts',
      mean: null,
      outcome: [],
      advantages: [],
      incomplete: false,
    };
  const mean = average(rewards);
  const outcome = rewards.map((reward) => reduced(subtract(reward, mean)));
  const kept = { ...base, mean, outcome, advantages: outcome };
  const missingFactor = valid.some((rollout, i) => passes[i] && rollout.factor === undefined);
  const incomplete = route === 'grs' && missingScore;
  if (route === 'gar' && new Set(passes).size < 2) return { ...kept, status: 'not_mixed', incomplete: false };
  if (route !== 'gar' || config.mode === 'outcome') return { ...kept, status: 'outcome', incomplete };
  if (missingFactor) return { ...kept, status: 'outcome', incomplete: true };
  const factors = valid.map((rollout, i) => (passes[i] ? exact(rollout.factor!) : ONE));
  return { ...kept, incomplete: false, ...moveAdvantages(config, passes, factors, rewards, outcome) };
}

function effectiveRewards(valid: readonly ReferenceRollout[], integrityValue: Fraction): Fraction[] {
  const own = ({ reward, passed }: ReferenceRollout): Fraction => exact(reward ?? (passed ? 1 : 0));
  const honest = valid.filter(({ passed, integrity }) => !passed && integrity !== true).map(own);
  return valid.map((rollout) =>
    rollout.integrity === true ? [integrityValue, ...honest].reduce(least, own(rollout)) : own(rollout),
  );
}

function lengthStep(
  valid: readonly ReferenceRollout[],
  passes: readonly boolean[],
  rewards: readonly Fraction[],
  penalty: ReferenceConfig['length_penalty'],
): Reference['length'] {
  const count = passes.filter(Boolean).length;
  if (penalty === null || valid.length === 0) return null;
  if (compare(divide(whole(count), whole(valid.length)), exact(penalty.min_pass_rate)) <= 0) return null;
  const lengths = valid.map(({ length, tokens }) => length ?? tokens);
  const passing = lengths.filter((_, i) => passes[i]);
  if (passing.includes(undefined)) return null;
  const sorted = (passing as number[]).sort((a, b) => a - b).map(exact);
  const position = divide(multiply(whole(sorted.length - 1), exact(penalty.percentile)), whole(100));
  const low = Number(position.over / position.under);
  const high = Math.min(low + 1, sorted.length - 1);
  const part = subtract(position, whole(low));
  const reference = add(sorted[low]!, multiply(part, subtract(sorted[high]!, sorted[low]!)));
  const [tolerance, saturation] = [exact(penalty.tolerance), exact(penalty.saturation)];
  return {
    reference,
    rewards: rewards.map((reward, i) => {
      if (!passes[i]) return reward;
      const over = subtract(subtract(divide(exact(lengths[i]!), reference), ONE), tolerance);
      const ramp = least(greatest(divide(over, subtract(saturation, tolerance)), ZERO), ONE);
      return reduced(subtract(reward, multiply(exact(penalty.max_deduction), power(ramp, penalty.exponent))));
    }),
  };
}

function moveAdvantages(
  { mode, lambda_max }: ReferenceConfig,
  passes: readonly boolean[],
  factors: readonly Fraction[],
  rewards: readonly Fraction[],
  outcome: readonly Fraction[],
): Pick<Reference, 'status' | 'lambda' | 'lambda_applied' | 'advantages'> {
  const none = { lambda: null, lambda_applied: null };
  const lifted = outcome.map((a, i) => passes[i]! && compare(a, ZERO) > 0);
  const discounted = outcome.map((a, i) => multiply(a, factors[i]!));
  if (mode === 'downweight_only')
    return { ...none, status: mode, advantages: outcome.map((a, i) => (lifted[i] ? discounted[i]! : a)) };
  if (mode === 'reward_scaled') {
    const scaled = rewards.map((reward, i) => multiply(reward, factors[i]!));
    const mean = average(scaled);
    return { ...none, status: mode, advantages: scaled.map((reward) => subtract(reward, mean)) };
  }
  if (!lifted.includes(true)) return { ...none, status: 'redistributed', advantages: outcome };
  const lambda = reduced(
    divide(total(outcome.filter((_, i) => lifted[i])), total(discounted.filter((_, i) => lifted[i]))),
  );
  const applied = lambda_max === null ? lambda : least(lambda, exact(lambda_max));
  const moved = outcome.map((a, i) => (lifted[i] ? multiply(applied, discounted[i]!) : a));
  const shift = average(moved);
  return {
    status: 'redistributed',
    lambda,
    lambda_applied: applied,
    advantages: moved.map((b) => subtract(b, shift)),
  };
}

/** Multiplier of every single token, per valid rollout; null where the station is off. */
export function referenceMultipliers(
  { advantages, valid }: Reference,
  penalty: NonNullable<ReferenceConfig['segment_penalty']>,
): Fraction[][] | null {
  if (valid.some(({ tokens }) => tokens === undefined)) return null;
  const rows = valid.map(({ tokens, flagged = [] }, i) => {
    const flags = Array.from({ length: tokens! }, (_, t) =>
      flagged.some(([from, to]) => t >= from && t < to),
    );
    const a = advantages[i]!;
    const tiny = compare(multiply(a, a), exact(1e-24)) <= 0;
    const sign = tiny ? 0 : compare(a, ZERO);
    return { flags, sign, mass: multiply(a, whole(sign)), heavy: flags.filter(Boolean).length };
  });
  return rows.map((row) => {
    if (row.sign === 0) return row.flags.map(() => ONE);
    const side = penalty.scope === 'sign' ? rows.filter(({ sign }) => sign === row.sign) : [row];
    const all = total(side.map(({ mass, flags }) => multiply(mass, whole(flags.length))));
    const flaggedMass = total(side.map(({ mass, heavy }) => multiply(mass, whole(heavy))));
    const free = subtract(all, flaggedMass);
    const kappa = exact(penalty.kappa);
    const rest = (): Fraction => {
      if (compare(free, ZERO) === 0) return ZERO;
      if (row.sign > 0) {
        const alpha = divide(all, free);
        return penalty.alpha_max === null ? alpha : least(alpha, exact(penalty.alpha_max));
      }
      const beta = divide(subtract(all, multiply(kappa, flaggedMass)), free);
      return greatest(beta, penalty.beta_min === null ? ZERO : exact(penalty.beta_min));
    };
    const other = rest();
    return row.flags.map((flag) => (flag ? (row.sign > 0 ? ZERO : kappa) : other));
  });
}
