import { expect, test } from 'vitest';
import { chart } from '../../examples/simulation/plot.js';
import {
  ATTEMPTS,
  chanceOf,
  newPolicy,
  probabilities,
  sample,
  step,
} from '../../examples/simulation/policy.js';
import {
  drawGroup,
  METHOD_NAMES,
  type MethodName,
  type TaskName,
  train,
} from '../../examples/simulation/train.js';
import { loadProfile } from '../../harness/rubrics.js';

const { value: profile } = loadProfile();
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const positive = (values: readonly number[]): number => sum(values.map((value) => Math.max(value, 0)));
const draw = (task: TaskName, method: MethodName, seed = 'a') =>
  drawGroup(newPolicy(), task, method, profile, chanceOf(seed));

test('a seed decides everything', () => {
  const run = (seed: string) =>
    train({ task: 'mixed', method: 'redistribute, cap 1.5', profile, seed, steps: 3 });
  expect(run('a')).toEqual(run('a'));
  expect(run('a')).not.toEqual(run('b'));
});

test('the policy begins with 2 % of broken attempts, and half as much of each step of quality', () => {
  const shares = probabilities(newPolicy());
  const share = (quality: number | null) => sum(shares.filter((_, at) => ATTEMPTS[at]?.quality === quality));
  expect(share(null)).toBeCloseTo(0.02, 12);
  expect(share(1) / share(0)).toBeCloseTo(0.5, 12);
  const drawn = sample(shares, 4000, chanceOf('a'));
  const low = drawn.filter((kind) => ATTEMPTS[kind]?.quality === 0).length / drawn.length;
  expect(low).toBeCloseTo(share(0), 1);
});

test('a step without advantage changes nothing, a negative sum feeds what was not drawn', () => {
  const logits = newPolicy();
  expect(probabilities(step(logits, [0, 1], [0, 0], 1))).toEqual(probabilities(logits));
  const broken = (list: readonly number[]) =>
    sum(probabilities(list).filter((_, at) => ATTEMPTS[at]?.quality === null));
  expect(broken(step(logits, [0, 1], [-1, -1], 0.5))).toBeGreaterThan(broken(logits));
  expect(broken(step(logits, [0, 1], [1, 1], 0.5))).toBeLessThan(broken(logits));
});

test('downweighting alone loses positive mass, and redistribution without a cap keeps it', () => {
  const outcome = draw('mixed', 'outcome');
  expect(sum(outcome.advantages)).toBeCloseTo(0, 12);
  const weighed = draw('mixed', 'downweight only');
  expect(weighed.drawn).toEqual(outcome.drawn);
  expect(positive(weighed.advantages)).toBeLessThan(positive(outcome.advantages));
  expect(sum(weighed.advantages)).toBeLessThan(-1);
  const moved = draw('mixed', 'redistribute, no cap');
  expect(positive(moved.advantages)).toBeCloseTo(positive(outcome.advantages), 9);
  const capped = draw('mixed', 'redistribute, cap 1.5');
  expect(sum(capped.advantages)).toBeCloseTo(0, 12);
});

test('where all pass only the rubric reward says anything', () => {
  const seed = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].find((one) =>
    draw('easy', 'outcome', one).passed.every(Boolean),
  )!;
  for (const method of METHOD_NAMES)
    expect(positive(draw('easy', method, seed).advantages) > 0).toBe(method === 'rubric reward (GRS)');
});

test('a chart is one SVG with a line for each method in each panel', () => {
  const lines = new Map([
    ['a < b', [0, 1, 2]],
    ['c', [1, 1, 1]],
  ]);
  const svg = chart('x & y', [
    { title: 'one', lines },
    { title: 'flat', lines: new Map([...lines.keys()].map((name) => [name, [1, 1]])) },
  ]);
  expect(svg.match(/stroke-width="1.6"/g)).toHaveLength(4);
  expect(svg).toContain('a &lt; b');
  expect(svg).not.toMatch(/NaN|Infinity|undefined|x & y/);
});
