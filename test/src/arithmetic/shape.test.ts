/** The reward line on groups that can be followed by hand. */
import { expect, test } from 'vitest';
import { answerAdvantages } from '../../../src/arithmetic/lines.js';
import { type Shaped, shape } from '../../../src/arithmetic/shape.js';
import { parseLine } from '../../../src/records/line.js';
import { AdvantagesLine, type ShapeRollout } from '../../../src/records/shape.js';
import {
  DEFAULT_LENGTH,
  DEFAULT_SEGMENT,
  DEFAULT_SHAPE,
  type ShapeConfig,
} from '../../../src/records/shape-config.js';
import type { Route } from '../../../src/vocabulary.js';
import { rollout } from '../../rollout.js';
import { vectors } from '../../vectors.js';

const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 12));
const pass = (id: string, given: Partial<ShapeRollout> = {}) =>
  rollout({ id, passed: true, factor: 0.9, ...given });
const fail = (id: string, given: Partial<ShapeRollout> = {}) => rollout({ id, passed: false, ...given });
const run = (rows: readonly ShapeRollout[], given: Partial<ShapeConfig> = {}, route: Route = 'gar'): Shaped =>
  shape(route, rows, { ...DEFAULT_SHAPE, ...given });

interface AdvantagesVector {
  readonly name: string;
  readonly expect: Pick<Shaped, 'status' | 'has_signal' | 'advantages'> & {
    readonly lambda: number | null;
    readonly lambda_applied: number | null;
    readonly capped: boolean;
  };
}

test.each(vectors<AdvantagesVector>('advantages'))('advantages: $name', (vector) => {
  const { name, expect: wanted, ...given } = vector;
  const { source, note, ...line } = given as Record<string, unknown>;
  const answer = answerAdvantages(parseLine(AdvantagesLine, JSON.stringify({ group_id: name, ...line })));
  expect(answer).toMatchObject({
    ...wanted,
    lambda: near(wanted.lambda),
    lambda_applied: near(wanted.lambda_applied),
    advantages: Object.fromEntries(Object.entries(wanted.advantages).map(([id, value]) => [id, near(value)])),
  });
});

test('eight rewards of 0.35 have no signal, and their advantages are exactly zero', () => {
  const rows = Array.from({ length: 8 }, (_, at) => (at < 3 ? pass : fail)(`r${at}`, { reward: 0.35 }));
  const shaped = run(rows);
  expect(shaped.has_signal).toBe(false);
  expect(Object.values(shaped.advantages)).toEqual(Array(8).fill(0));
});

test.each([
  {
    title: 'no_valid_rollouts before everything',
    rows: [pass('a', { valid: false })],
    mode: 'outcome',
    route: 'grs',
    status: 'no_valid_rollouts',
  },
  {
    title: 'not_mixed before mode outcome',
    rows: [pass('a'), pass('b')],
    mode: 'outcome',
    route: 'gar',
    status: 'not_mixed',
  },
  {
    title: 'not_mixed before a missing factor',
    rows: [pass('a', { factor: null }), pass('b')],
    mode: 'redistribute',
    route: 'gar',
    status: 'not_mixed',
  },
  {
    title: 'route grs is never not_mixed',
    rows: [pass('a'), pass('b')],
    mode: 'redistribute',
    route: 'grs',
    status: 'outcome',
  },
  {
    title: 'route none is never not_mixed',
    rows: [pass('a'), pass('b')],
    mode: 'reward_scaled',
    route: 'none',
    status: 'outcome',
  },
  {
    title: 'a missing factor before downweight_only',
    rows: [pass('a', { factor: null }), fail('b')],
    mode: 'downweight_only',
    route: 'gar',
    status: 'outcome',
  },
  {
    title: 'mode outcome needs no factor',
    rows: [pass('a', { factor: null }), fail('b')],
    mode: 'outcome',
    route: 'gar',
    status: 'outcome',
  },
  {
    title: 'downweight_only',
    rows: [pass('a'), fail('b')],
    mode: 'downweight_only',
    route: 'gar',
    status: 'downweight_only',
  },
  {
    title: 'reward_scaled',
    rows: [pass('a'), fail('b')],
    mode: 'reward_scaled',
    route: 'gar',
    status: 'reward_scaled',
  },
  {
    title: 'redistributed',
    rows: [pass('a'), fail('b')],
    mode: 'redistribute',
    route: 'gar',
    status: 'redistributed',
  },
] as const)('status: $title', ({ rows, mode, route, status }) => {
  expect(run(rows, { mode }, route).status).toBe(status);
});

test('a missing factor or rubric score is a fallback, but only where one was needed', () => {
  const incomplete = { reason: 'incomplete_verdict' };
  const noFactor = [pass('a', { factor: null }), fail('b')];
  expect(run(noFactor)).toMatchObject({ fallback: incomplete, warnings: ['factor_missing'] });
  expect(run(noFactor, { mode: 'outcome' })).toMatchObject({ fallback: null, warnings: [] });
  expect(run([pass('a', { s_sol: 0.5 }), fail('b')], {}, 'grs')).toMatchObject({
    fallback: incomplete,
    mean: 0.5,
    stations: { grs: null },
  });
  expect(run([fail('a'), fail('b')], {}, 'grs').fallback).toBeNull();
});

test('with nothing valid there are no means, no equivalents and no stations', () => {
  const rows = [pass('a', { valid: false, tokens: 7 }), fail('b', { valid: false })];
  expect(run(rows, { segment_penalty: DEFAULT_SEGMENT })).toEqual({
    status: 'no_valid_rollouts',
    mean: null,
    has_signal: false,
    fallback: null,
    warnings: [],
    stations: {
      effective: {},
      grs: null,
      length: null,
      outcome: {},
      lambda: null,
      lambda_applied: null,
      capped: false,
    },
    advantages: { a: null, b: null },
    reward_equivalent: null,
    token_multipliers: { a: [[0, 7, 0]], b: [] },
  });
});

test('masked rollouts get the mean as equivalent, no advantage, and a zero for their tokens', () => {
  const rows = [
    pass('a', { tokens: 4 }),
    fail('b', { tokens: 4 }),
    pass('c', { valid: false, tokens: 9, flagged: [[1, 2]] }),
  ];
  const shaped = run(rows, { segment_penalty: DEFAULT_SEGMENT });
  expect(shaped.advantages).toEqual({ a: 0.5, b: -0.5, c: null });
  expect(shaped.reward_equivalent).toEqual({ a: 1, b: 0, c: 0.5 });
  expect(shaped.token_multipliers).toEqual({ a: [[0, 4, 1]], b: [[0, 4, 1]], c: [[0, 9, 0]] });
});

test('downweight_only has no reward equivalent: its advantages do not sum to zero', () => {
  expect(
    run([pass('a', { factor: 0.5 }), fail('b')], { mode: 'downweight_only' }).reward_equivalent,
  ).toBeNull();
});

test.each([
  { title: 'the integrity value', cheat: 1, value: 0.25, failure: 0.5, gets: 0.25, warnings: [] },
  {
    title: 'the value that the lowest failure has too',
    cheat: 1,
    value: 0.5,
    failure: 0.5,
    gets: 0.5,
    warnings: [],
  },
  { title: 'its own reward', cheat: -3, value: 0.25, failure: 0.5, gets: -3, warnings: [] },
  {
    title: 'what the lowest honest failure gets',
    cheat: 1,
    value: 0.25,
    failure: -1,
    gets: -1,
    warnings: ['violation_below_integrity_value'],
  },
])('a violation earns $title where that is the least', ({ cheat, value, failure, gets, warnings }) => {
  const rows = [
    pass('cheat', { reward: cheat, integrity: true }),
    pass('honest'),
    fail('b', { reward: failure }),
    fail('c', { reward: failure + 1 }),
    fail('cheating failure', { reward: -9, integrity: true }),
    fail('masked failure', { reward: -9, valid: false }),
  ];
  const shaped = run(rows, { integrity_value: value });
  expect(shaped.stations.effective['cheat']).toBe(gets);
  expect(shaped.warnings).toEqual(warnings);
});

test('a group of one is answered with a warning', () => {
  expect(run([pass('a'), fail('b', { valid: false })])).toMatchObject({
    status: 'not_mixed',
    advantages: { a: 0, b: null },
    warnings: ['group_too_small'],
  });
});

test('the Django example: 0.81 and 0.12 by two rubrics, then 0.81 and -0.005 after the length step', () => {
  const rows = [
    pass('A', { s_sol: 0.9, s_beh: 0.9, tokens: 3000, length: 3000 }),
    pass('B', { s_sol: 0.3, s_beh: 0.4, tokens: 9000, length: 9000 }),
    fail('C', { tokens: 6000, length: 6000 }),
    fail('D', { tokens: 7000, length: 7000 }),
  ];
  const shaped = run(rows, { length_penalty: DEFAULT_LENGTH, segment_penalty: DEFAULT_SEGMENT }, 'grs');
  expect(shaped.stations.grs).toEqual({ A: near(0.81), B: near(0.12), C: 0, D: 0 });
  expect(shaped.stations.length).toEqual({
    reference: 6000,
    rewards: { A: near(0.81), B: near(-0.005), C: 0, D: 0 },
  });
  expect(shaped.mean).toEqual(near(0.805 / 4));
  expect(shaped.warnings).toEqual(['pass_below_failure']);
  expect(shaped.has_signal).toBe(true);
});

test.each([
  {
    title: 'the gate is closed',
    rows: [pass('a', { length: 9000 }), fail('b'), fail('c'), fail('d')],
    warnings: [],
  },
  {
    title: 'a pass has no length',
    rows: [pass('a', { length: 9000 }), pass('b'), fail('c')],
    warnings: ['length_missing'],
  },
])('the length station is off where $title', ({ rows, warnings }) => {
  const shaped = run(rows, { length_penalty: DEFAULT_LENGTH });
  expect(shaped.stations.length).toBeNull();
  expect(shaped.warnings).toEqual(warnings);
});

test('a violation has no say in the length reference', () => {
  const rows = [
    pass('a', { length: 100 }),
    pass('b', { length: 100 }),
    pass('c', { length: 9000, integrity: true }),
    fail('d'),
  ];
  expect(run(rows, { length_penalty: DEFAULT_LENGTH }).stations.length?.reference).toBe(100);
});

test('the segment station is off, with a warning, where a valid rollout has no token count', () => {
  const shaped = run([pass('a', { tokens: 4 }), fail('b')], { segment_penalty: DEFAULT_SEGMENT });
  expect(shaped.token_multipliers).toBeNull();
  expect(shaped.warnings).toEqual(['tokens_missing']);
});

test('spans are merged, cover every token, and follow the sign of the final advantage', () => {
  const rows = [
    pass('a', {
      tokens: 10,
      flagged: [
        [4, 8],
        [5, 6],
        [8, 9],
        [0, 1],
      ],
    }),
    fail('b', { tokens: 10, flagged: [[9, 10]] }),
    fail('c', { tokens: 5, flagged: [[0, 5]] }),
  ];
  expect(run(rows, { segment_penalty: DEFAULT_SEGMENT }).token_multipliers).toEqual({
    a: [
      [0, 1, 0],
      [1, 4, 2.5],
      [4, 9, 0],
      [9, 10, 2.5],
    ],
    b: [
      [0, 9, near(8 / 9)],
      [9, 10, 2],
    ],
    c: [[0, 5, 2]],
  });
});

test('neighbours of equal multiplier are one span, and an advantage of zero leaves tokens alone', () => {
  const flagged = [[1, 2]] as const;
  const one = { ...DEFAULT_SEGMENT, kappa: 1 };
  expect(
    run([pass('a', { tokens: 4 }), fail('b', { tokens: 4, flagged })], { segment_penalty: one })
      .token_multipliers?.['b'],
  ).toEqual([[0, 4, 1]]);
  expect(run([pass('a', { tokens: 4, flagged })], { segment_penalty: one }).token_multipliers).toEqual({
    a: [[0, 4, 1]],
  });
});

test('equal factors are the identity to the last bit, whatever they are', () => {
  const rows = [pass('a', { factor: 0.7 }), pass('b', { factor: 0.7 }), fail('c')];
  expect(run(rows).advantages).toEqual(run(rows, { mode: 'outcome' }).advantages);
});

test('a λ that only rounding puts above the cap is not capped', () => {
  const rows = [pass('a', { factor: 0.5 }), fail('b')];
  expect(run(rows, { lambda_max: 2 - 1e-12 }).stations.capped).toBe(false);
  expect(run(rows, { lambda_max: 2 - 1e-11 }).stations.capped).toBe(true);
});

test('factors and rewards at the edge of the numbers stay finite', () => {
  const rows = [
    pass('a', { factor: 1e-300, reward: 1e100 }),
    pass('b', { factor: 1, reward: 1 }),
    fail('c', { reward: -1e100 }),
  ];
  const { advantages, stations } = run(rows, { lambda_max: null });
  expect([...Object.values(advantages), stations.lambda].every((value) => Number.isFinite(value))).toBe(true);
});
