/** Seeded random groups for comparisons with the reference: the same seed gives the same lines on every machine. */
import type { ReferenceConfig, ReferenceRollout } from './shape.js';

/** Mulberry32: uniform in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
const below = (random: Random, end: number): number => Math.floor(random() * end);
const pick = <T>(random: Random, values: readonly T[]): T => values[below(random, values.length)]!;
const hundredths = (random: Random, from: number, to: number): number => from + below(random, to - from + 1);

const FLASH = [1, 0.9, 0.85, 0.7375, 0.625, 0.5125, 0.4, 0.2];

export interface AdvantagesInput {
  readonly group_id: string;
  readonly mode: ReferenceConfig['mode'];
  readonly lambda_max: number | null;
  readonly integrity_value: number;
  readonly rollouts: ReferenceRollout[];
}

/** Binary, coarse and fine rewards, profile-like and wild factors, masks, violations, missing factors. */
export function randomAdvantages(random: Random, index: number): AdvantagesInput {
  const scale = pick(random, ['binary', 'binary', 'coarse', 'fine']);
  const reward = (): { reward?: number } => {
    if (scale === 'binary') return {};
    return { reward: scale === 'fine' ? random() * 2 - 1 : hundredths(random, -100, 100) / 100 };
  };
  const complete = random() < 0.9;
  const factor = (): { factor?: number } => {
    if (!complete && random() < 0.3) return {};
    return { factor: random() < 0.7 ? pick(random, FLASH) : (1 + below(random, 1000)) / 1000 };
  };
  return {
    group_id: `g${index}`,
    mode: pick(random, [
      'redistribute',
      'redistribute',
      'redistribute',
      'downweight_only',
      'reward_scaled',
      'outcome',
    ]),
    lambda_max: pick(random, [1.5, 1.5, null, 1, 1 + below(random, 300) / 100]),
    integrity_value: pick(random, [0, 0, -1, 0.25]),
    rollouts: Array.from({ length: 1 + below(random, pick(random, [4, 8, 16])) }, (_, at) => {
      const passed = random() < 0.5;
      return {
        id: `r${at}`,
        passed,
        ...reward(),
        ...(random() < 0.1 && { valid: false }),
        ...(random() < 0.08 && { integrity: true }),
        ...(passed && factor()),
      };
    }),
  };
}

export interface ShapeInput {
  readonly group_id: string;
  readonly route: 'gar' | 'grs' | 'none';
  readonly config: ReferenceConfig;
  readonly rollouts: ReferenceRollout[];
}

export function randomShape(random: Random, index: number): ShapeInput {
  const { rollouts, group_id, ...advantages } = randomAdvantages(random, index);
  const route = pick(random, ['gar', 'gar', 'grs', 'none'] as const);
  const complete = random() < 0.9;
  const score = (): number => hundredths(random, 0, 100) / 100;
  return {
    group_id,
    route,
    config: {
      ...advantages,
      length_penalty: random() < 0.7 ? randomLength(random) : null,
      segment_penalty: random() < 0.7 ? randomSegment(random) : null,
    },
    rollouts: rollouts.map((rollout) => ({
      ...rollout,
      ...(route === 'grs' && (complete || random() < 0.8) && { s_sol: score(), s_beh: score() }),
      ...(random() < 0.3 && { length: hundredths(random, 100, 900_000) / 100 }),
      ...(complete || random() < 0.95 ? randomTokens(random) : {}),
    })),
  };
}

function randomLength(random: Random): NonNullable<ReferenceConfig['length_penalty']> {
  const tolerance = below(random, 50) / 100;
  return {
    min_pass_rate: pick(random, [0.25, 0, 0.3, 0.5]),
    percentile: pick(random, [50, 75, 0, 100, 33]),
    max_deduction: hundredths(random, 0, 100) / 100,
    tolerance,
    saturation: tolerance + hundredths(random, 1, 300) / 100,
    exponent: 1 + below(random, 3),
  };
}

function randomSegment(random: Random): NonNullable<ReferenceConfig['segment_penalty']> {
  return {
    kappa: pick(random, [2, 1, 3, 1.5]),
    alpha_max: pick(random, [null, 2, 1.25]),
    beta_min: pick(random, [null, 0.25, 0.5]),
    scope: pick(random, ['trajectory', 'sign'] as const),
  };
}

function randomTokens(random: Random): Pick<ReferenceRollout, 'tokens' | 'flagged'> {
  const tokens = 1 + below(random, 60);
  const flagged = Array.from({ length: random() < 0.5 ? 0 : 1 + below(random, 3) }, () => {
    const from = below(random, tokens);
    return [
      from,
      from + 1 + below(random, random() < 0.1 ? tokens - from : Math.min(8, tokens - from)),
    ] as const;
  });
  return { tokens, flagged };
}
