/** Trains the toy policy under one way of making advantages, with the package's own reward line. */
import { factorsOf } from '../../src/arithmetic/factors.js';
import { shape } from '../../src/arithmetic/shape.js';
import type { Profile } from '../../src/records/profile.js';
import type { ShapeRollout } from '../../src/records/shape.js';
import { DEFAULT_SHAPE, type ShapeConfig } from '../../src/records/shape-config.js';
import type { Route } from '../../src/vocabulary.js';
import { ATTEMPTS, type Chance, chanceOf, newPolicy, probabilities, sample, step } from './policy.js';

/** Chance that an attempt of quality 0 to 4 passes the tests. */
export const TASKS = {
  /** Half passes, and the tests hardly see quality. */
  mixed: [0.5, 0.5, 0.52, 0.54, 0.55],
  /** Nearly everything passes, tricks included. */
  easy: [0.97, 0.97, 0.98, 0.99, 0.99],
} as const;
export type TaskName = keyof typeof TASKS;

interface Method {
  readonly route: Route;
  readonly config: ShapeConfig;
}

const config = (more: Partial<ShapeConfig>): ShapeConfig => ({ ...DEFAULT_SHAPE, ...more });

export const METHODS = {
  outcome: { route: 'none', config: config({ mode: 'outcome' }) },
  'downweight only': { route: 'gar', config: config({ mode: 'downweight_only' }) },
  'redistribute, cap 1.5': { route: 'gar', config: config({ lambda_max: 1.5 }) },
  'redistribute, no cap': { route: 'gar', config: config({ lambda_max: null }) },
  'rubric reward (GRS)': { route: 'grs', config: config({}) },
} as const satisfies Record<string, Method>;
export type MethodName = keyof typeof METHODS;
export const METHOD_NAMES = Object.keys(METHODS) as MethodName[];

/** Share of criteria that hold, by quality: the best is not perfect, the worst not worthless. */
const S_SOL = [0.2, 0.4, 0.6, 0.8, 0.95];

const GROUP = 16;
const GROUPS_A_STEP = 4;
const RATE = 0.03;

export interface Measures {
  readonly pass_rate: number;
  /** Mean quality of what passes. */
  readonly quality: number;
  /** Entropy of the policy over kinds, in nats. */
  readonly entropy: number;
  /** Mean tokens of a drawn attempt. */
  readonly tokens: number;
  /** Positive and negative advantage of a group, on average. */
  readonly positive_mass: number;
  readonly negative_mass: number;
}

/** One group: what was drawn, and its advantages. */
export function drawGroup(
  logits: readonly number[],
  task: TaskName,
  method: MethodName,
  profile: Profile,
  chance: Chance,
) {
  const drawn = sample(probabilities(logits), GROUP, chance);
  const passed = drawn.map((kind) => {
    const quality = ATTEMPTS[kind]?.quality ?? null;
    return quality !== null && chance() < (TASKS[task][quality] ?? 0);
  });
  const qualities = drawn.map((kind) => ATTEMPTS[kind]?.quality ?? null);
  const factors = factorsOf(orderOf(qualities, passed), profile);
  const rollouts = drawn.map((kind, at): ShapeRollout => {
    const quality = qualities[at] ?? null;
    const tokens = ATTEMPTS[kind]?.tokens ?? 1;
    const isPass = passed[at] === true;
    return {
      id: String(at),
      passed: isPass,
      reward: isPass ? 1 : 0,
      valid: true,
      integrity: false,
      factor: factors.get(String(at)) ?? null,
      s_sol: isPass ? (S_SOL[quality ?? 0] ?? null) : null,
      s_beh: isPass ? 1 : null,
      length: tokens,
      tokens,
      flagged: [],
    };
  });
  const { route, config: settings } = METHODS[method];
  const shaped = shape(route, rollouts, settings);
  return { drawn, passed, qualities, advantages: drawn.map((_, at) => shaped.advantages[String(at)] ?? 0) };
}

/** Tiers as a judge would make them that sees the quality without error. */
function orderOf(qualities: readonly (number | null)[], passed: readonly boolean[]) {
  const ties = (quality: number): string[][] => {
    const ids = qualities.flatMap((own, at) => (own === quality && passed[at] === true ? [String(at)] : []));
    return ids.length === 0 ? [] : [ids];
  };
  return { T1: ties(4), T2: [...ties(3), ...ties(2)], T3: [...ties(1), ...ties(0)] };
}

export interface TrainOptions {
  readonly task: TaskName;
  readonly method: MethodName;
  readonly profile: Profile;
  readonly seed: string;
  readonly steps: number;
}

/** @returns one row a step, of the groups that were drawn in it */
export function train({ task, method, profile, seed, steps }: TrainOptions): Measures[] {
  // All methods of a seed begin with the same draws.
  const chance = chanceOf(`${seed} ${task}`);
  let logits = newPolicy();
  return Array.from({ length: steps }, () => {
    const shares = probabilities(logits);
    const groups = Array.from({ length: GROUPS_A_STEP }, () =>
      drawGroup(logits, task, method, profile, chance),
    );
    for (const { drawn, advantages } of groups) logits = step(logits, drawn, advantages, RATE);
    return measuresOf(groups, shares);
  });
}

type Drawn = ReturnType<typeof drawGroup>;

function measuresOf(groups: readonly Drawn[], shares: readonly number[]): Measures {
  const all = groups.flatMap(({ passed }) => passed);
  const passes = groups.flatMap(({ qualities, passed }) => qualities.filter((_, at) => passed[at]));
  const tokens = groups.flatMap(({ drawn }) => drawn.map((kind) => ATTEMPTS[kind]?.tokens ?? 0));
  const mass = (sign: 1 | -1): number =>
    mean(groups.map(({ advantages }) => sum(advantages.map((value) => Math.max(sign * value, 0) * sign))));
  return {
    pass_rate: mean(all.map(Number)),
    quality: passes.length === 0 ? 0 : mean(passes.map((quality) => quality ?? 0)),
    entropy: -sum(shares.map((share) => (share > 0 ? share * Math.log(share) : 0))),
    tokens: mean(tokens),
    positive_mass: mass(1),
    negative_mass: mass(-1),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
