import { expect, test } from 'vitest';
import { foldResult } from '../../../src/fold/fold.js';
import type { Finding } from '../../../src/records/citation.js';
import { Result } from '../../../src/records/result.js';
import type { Integrity } from '../../../src/records/rollout-result.js';
import { facts, outcomeOf, passOf, settings, timing } from '../../support/outcome.js';

type Facts = Parameters<typeof facts>;
const fold = (rollouts: Facts[0], outcome = outcomeOf(), more: Facts[1] = {}) =>
  foldResult({ facts: facts(rollouts, more), outcome, settings: settings(), timing, recording: null });
const row = (result: Result, id: string) => result.rollouts.find((one) => one.id === id)!;

const MIXED = [
  { id: 'a', passed: true },
  { id: 'b', passed: true },
  { id: 'c', passed: false },
  { id: 'd', passed: false },
];
const JUDGED = outcomeOf({ passes: [passOf({ a: 5, b: 3 }), passOf({ a: 5, b: 3 })] });
const CONFIRMED: Integrity = { verdict: 'confirmed', kinds: ['leaked_history'], finding_ids: ['F1'] };

test('a judged mixed group is graded: tiers, factors, and advantages whose sum stays zero', () => {
  const result = fold(MIXED, JUDGED);
  expect(result).toMatchObject({
    status: 'graded',
    fallback: null,
    n: 4,
    n_valid: 4,
    n_passed: 2,
    mean_reward: 0.5,
  });
  expect(row(result, 'a')).toMatchObject({ tier: 'T1', factor: 1, rank: 1, tie_group: 0 });
  expect(row(result, 'b')).toMatchObject({ tier: 'T2', factor: 0.85, rank: 2 });
  expect(row(result, 'c')).toMatchObject({ tier: null, factor: null, advantage: -0.5 });
  const sum = result.rollouts.reduce((total, { advantage }) => total + (advantage ?? 0), 0);
  expect(sum).toBeCloseTo(0, 12);
  expect(Result.safeParse(result).error).toBeUndefined();
});

test('what redistribution moved is told as mass, and uncapped it moves no failure', () => {
  const { mass, lambda, capped } = fold(MIXED, JUDGED);
  expect(lambda).toBeCloseTo(1 / 0.925, 12);
  expect(capped).toBe(false);
  expect(mass.positive_after).toBeCloseTo(mass.positive_before, 12);
  expect(mass.failure_shift).toBe(0);
});

test('with the cap the failures are pushed less, and the shift says by how much', () => {
  const result = fold(MIXED, outcomeOf({ passes: [passOf({ a: 1, b: 1 })] }));
  expect(result).toMatchObject({ capped: true, lambda_applied: 1.5, lambda_max: 1.5 });
  expect(result.mass.failure_shift).toBeCloseTo(0.175, 12);
});

test.each([
  {
    title: 'a rollout that is not valid leaves before any mean',
    rollouts: [
      ...MIXED,
      { id: 'e', passed: false, validity: { status: 'infra' as const, reason: 'no disk' } },
    ],
    id: 'e',
    reason: 'infra: no disk',
  },
  {
    title: 'a pass without a tree to grade is masked',
    rollouts: [...MIXED, { id: 'e', passed: true, tree: null }],
    id: 'e',
    reason: 'patch_failed',
  },
])('$title', ({ rollouts, id, reason }) => {
  const result = fold(rollouts, JUDGED);
  expect(result.mean_reward).toBe(0.5);
  expect(row(result, id)).toMatchObject({ valid: false, invalid_reason: reason, advantage: null });
  expect(row(result, id).reward_equivalent).toBe(0.5);
});

test('a pass whose patch failed is told in a sentence', () => {
  const { warnings } = fold([...MIXED, { id: 'e', passed: true, tree: null }], JUDGED);
  expect(warnings).toContainEqual(
    expect.stringMatching(/^e: passed, but its patch failed.*, so it is masked$/),
  );
});

test('a failure without a tree stays a valid failure', () => {
  const result = fold([...MIXED, { id: 'e', passed: false, tree: null }], JUDGED);
  expect(row(result, 'e')).toMatchObject({ valid: true, invalid_reason: null });
  expect(result.mean_reward).toBe(0.4);
});

test('a confirmed violation loses its reward before the mean and its factor with it', () => {
  const outcome = outcomeOf({ passes: [passOf({ a: 5, b: 5 })], integrity: new Map([['b', CONFIRMED]]) });
  const result = fold(MIXED, outcome);
  expect(result).toMatchObject({ status: 'graded', mean_reward: 0.25, n_passed: 2, n_passed_effective: 1 });
  expect(row(result, 'b')).toMatchObject({
    passed: true,
    passed_effective: false,
    reward: 1,
    reward_effective: 0,
  });
  expect(row(result, 'b').advantage).toBe(row(result, 'c').advantage);
});

const inT2 = passOf({ a: 3, b: 3 });
const better = { ...inT2, scores: { ...inT2.scores, a: { ...inT2.scores['a']!, consistency: 4 } } };

test.each([
  {
    title: 'the first of T1',
    pass: passOf({ a: 5, b: 4 }),
    order: { T1: [['a'], ['b']], T2: [] },
    factor: 1,
  },
  { title: 'the first of T2', pass: better, order: { T1: [], T2: [['a'], ['b']] }, factor: 0.85 },
  { title: 'one of a tie', pass: passOf({ a: 5, b: 5 }), order: { T1: [['a', 'b']], T2: [] }, factor: 1 },
])('a confirmed violation that is $title takes nobody’s place', ({ pass, order, factor }) => {
  const result = fold(MIXED, outcomeOf({ passes: [pass], integrity: new Map([['a', CONFIRMED]]) }));
  expect(result.order).toMatchObject(order);
  expect(row(result, 'a').factor).toBeNull();
  expect(row(result, 'b').factor).toBe(factor);
});

test('a group that only a correction unmixed is degenerate, any other is not_mixed', () => {
  const only = [MIXED[0]!, ...MIXED.slice(2)];
  expect(fold(only, outcomeOf({ integrity: new Map([['a', CONFIRMED]]) })).status).toBe('degenerate');
  expect(fold(MIXED.slice(2)).status).toBe('not_mixed');
});

test('an all-passed group keeps scores and order for people, without factor and lambda', () => {
  const result = fold(MIXED.slice(0, 2), JUDGED);
  expect(result).toMatchObject({
    status: 'not_mixed',
    lambda: null,
    has_signal: false,
    order: { T1: [['a']], T2: [['b']] },
  });
  expect(row(result, 'a')).toMatchObject({ tier: 'T1', factor: null, advantage: 0 });
});

test('a failed judge is a fallback with the outcome advantages; corrections confirmed before stand', () => {
  const failure = { reason: 'deadline', stage: 'score', detail: 'late' } as const;
  const result = fold(MIXED, outcomeOf({ failure, integrity: new Map([['b', CONFIRMED]]) }));
  expect(result).toMatchObject({ status: 'fallback', fallback: failure, lambda: null, mean_reward: 0.25 });
  expect(row(result, 'a')).toMatchObject({
    scores: null,
    tier: null,
    advantage: 0.75,
    advantage_outcome: 0.75,
  });
});

test('a pass that contradicts itself is judge_output_invalid, never a score', () => {
  const comparisons = [
    { above: 'a', below: 'b', finding_id: 'F1' },
    { above: 'b', below: 'a', finding_id: 'F1' },
  ];
  const finding: Finding = {
    id: 'F1',
    candidate: 'a',
    about: 'precision',
    polarity: 'neutral',
    claim: 'x',
    citations: [],
    source: 'judge',
  };
  const result = fold(
    MIXED,
    outcomeOf({ findings: [finding], passes: [{ ...passOf({ a: 4, b: 4 }), comparisons }] }),
  );
  expect(result.fallback).toMatchObject({ reason: 'judge_output_invalid', stage: 'score' });
});

test('a broken evaluation masks the whole group', () => {
  const task = { statement: 'x', tree: 'x', evaluation: { status: 'broken' } };
  const result = fold(MIXED, JUDGED, { task });
  expect(result).toMatchObject({ status: 'masked', n_valid: 0, mean_reward: null, has_signal: false });
  expect(
    result.rollouts.every(
      ({ advantage, reward_equivalent }) => advantage === null && reward_equivalent === null,
    ),
  ).toBe(true);
});

test('identical trees tie, and unlike verdicts of one tree are a warning only', () => {
  const clones = [
    { id: 'a', passed: true, tree: 't' },
    { id: 'b', passed: true, tree: 't' },
    { id: 'c', passed: false, tree: 't' },
  ];
  const result = fold(clones, outcomeOf({ passes: [passOf({ a: 5 })] }));
  expect(row(result, 'b')).toMatchObject({ tier: 'T1', factor: 1, rank: 1 });
  expect(row(result, 'a').advantage).toBe(row(result, 'b').advantage);
  expect(result.warnings).toContain('same_tree_different_verdict: a, b, c');
});

test('folding twice gives the same bytes', () => {
  expect(JSON.stringify(fold(MIXED, JUDGED))).toBe(JSON.stringify(fold(MIXED, JUDGED)));
});
