/** The vectors of factors, tiers and both penalties through the single functions. */
import { expect, test } from 'vitest';
import { loadProfile, loadRubric } from '../../../harness/rubrics.js';
import { factorsOf, type Order } from '../../../src/arithmetic/factors.js';
import { passedEffective } from '../../../src/arithmetic/integrity.js';
import { penalizeLength } from '../../../src/arithmetic/length.js';
import { segmentMultipliers, weightsOf } from '../../../src/arithmetic/segment.js';
import { tierOf, weightedScore } from '../../../src/arithmetic/tier.js';
import { weightsOf as rubricWeights } from '../../../src/records/rubric.js';
import type { LengthPenalty, SegmentPenalty } from '../../../src/records/shape-config.js';
import type { Dimension, Flag } from '../../../src/vocabulary.js';
import { broadcast } from '../../support/broadcast.js';
import { rollout } from '../../support/rollout.js';
import { vectors } from '../../support/vectors.js';

const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 12));
const nearAll = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [id, near(value)]));

test.each(vectors<{ name: string; order: Partial<Order>; expect: Record<string, number> }>('factors'))(
  'factors: $name',
  ({ order, expect: expected }) => {
    const factors = factorsOf({ T1: [], T2: [], T3: [], ...order }, loadProfile('flash').value);
    expect(Object.fromEntries(factors)).toEqual(nearAll(expected));
  },
);

test.each(
  vectors<{
    scores: Record<Dimension, number>;
    flags: Partial<Record<Flag, boolean>>;
    expect: { weighted: number; tier: string };
  }>('tiers'),
)('tiers: $scores with $flags is $expect.tier', ({ scores, flags, expect: expected }) => {
  const sums = { passes: 1, sums: scores };
  expect(weightedScore(sums, rubricWeights(loadRubric().value))).toBe(expected.weighted);
  expect(tierOf(sums, (flag) => flags[flag] === true).tier).toBe(expected.tier);
});

test.each(
  vectors<{
    name: string;
    rollouts: { id: string; passed: boolean; reward: number; length: number }[];
    params: LengthPenalty;
    expect: { reference_length: number | null; rewards: Record<string, number> };
  }>('length_penalty'),
)('length penalty: $name', ({ rollouts, params, expect: expected }) => {
  const members = rollouts.map((each) => ({
    rollout: rollout(each),
    passes: passedEffective(rollout(each)),
    reward: each.reward,
  }));
  const station = penalizeLength(members, params);
  expect(station.reference).toEqual(near(expected.reference_length));
  const rewards = station.members.map((member) => [member.rollout.id, member.reward]);
  expect(Object.fromEntries(rewards)).toEqual(nearAll(expected.rewards));
});

const flaggedSpans = (flags: readonly number[]) =>
  flags.flatMap((flag, index): [number, number][] => (flag === 1 ? [[index, index + 1]] : []));

function tokensOf(advantage: number, flags: readonly number[], penalty: SegmentPenalty): number[] {
  const trajectory = { advantage, tokens: flags.length, flagged: flaggedSpans(flags) };
  return spread([trajectory], penalty)[0]!;
}

function spread(trajectories: Parameters<typeof segmentMultipliers>[0], penalty: SegmentPenalty): number[][] {
  return segmentMultipliers(trajectories, penalty).map((spans, index) => {
    const { advantage, tokens } = trajectories[index]!;
    const out = new Float64Array(tokens).fill(Number.NaN);
    broadcast(spans, advantage, out);
    return [...out];
  });
}

test.each(
  vectors<
    {
      name: string;
      advantage: number;
      flags: number[];
      expect: { tokens: number[]; alpha: number | null; beta: number | null };
    } & SegmentPenalty
  >('segment_penalty'),
)('segment penalty of one trajectory: $name', ({ advantage, flags, expect: expected, ...rest }) => {
  const { kappa, alpha_max, beta_min } = rest;
  const penalty: SegmentPenalty = { kappa, alpha_max, beta_min, scope: 'trajectory' };
  expect(tokensOf(advantage, flags, penalty)).toEqual(expected.tokens.map(near));
  const flagged = flags.filter((flag) => flag === 1).length;
  const { alpha, beta } = weightsOf([{ mass: 1, tokens: flags.length, flagged }], penalty);
  if (expected.alpha !== null) expect(alpha).toEqual(near(expected.alpha));
  if (expected.beta !== null) expect(beta).toEqual(near(expected.beta));
});

test.each(
  vectors<
    {
      name: string;
      rollouts: { id: string; advantage: number; flags: number[] }[];
      expect: { tokens: Record<string, number[]>; alpha: number; beta: number };
    } & SegmentPenalty
  >('segment_penalty_sign'),
)('segment penalty over one sign: $name', ({ rollouts, expect: expected, ...rest }) => {
  const { kappa, alpha_max, beta_min } = rest;
  const penalty: SegmentPenalty = { kappa, alpha_max, beta_min, scope: 'sign' };
  const trajectories = rollouts.map(({ advantage, flags }) => ({
    advantage,
    tokens: flags.length,
    flagged: flaggedSpans(flags),
  }));
  const tokens = spread(trajectories, penalty);
  expect(Object.fromEntries(rollouts.map(({ id }, index) => [id, tokens[index]]))).toEqual(
    Object.fromEntries(Object.entries(expected.tokens).map(([id, values]) => [id, values.map(near)])),
  );
  const side = (sign: number) =>
    weightsOf(
      rollouts
        .filter(({ advantage }) => Math.sign(advantage) === sign)
        .map(({ advantage, flags }) => ({
          mass: Math.abs(advantage),
          tokens: flags.length,
          flagged: flags.filter((flag) => flag === 1).length,
        })),
      penalty,
    );
  expect(side(1).alpha).toEqual(near(expected.alpha));
  expect(side(-1).beta).toEqual(near(expected.beta));
});
