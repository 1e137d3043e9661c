/** The reward line on groups that can be followed by hand. */
import { expect, test } from 'vitest';
import { answerAdvantages } from '../../../src/arithmetic/lines.js';
import type { Shaped } from '../../../src/arithmetic/shape.js';
import { parseLine } from '../../../src/records/line.js';
import { AdvantagesLine } from '../../../src/records/shape.js';
import { DEFAULT_SEGMENT } from '../../../src/records/shape-config.js';
import { vectors } from '../../support/vectors.js';
import { fail, near, pass, run } from './reward-line.js';

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
