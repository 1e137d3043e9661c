import { expect, test } from 'vitest';
import { advantages, shape } from '../../../src/arithmetic/library.js';
import { AdvantagesLine, ShapeLine } from '../../../src/records/shape.js';

/** The line of README, as a value. */
const line = {
  group_id: 'g',
  rollouts: [
    { id: 'a', passed: true, factor: 1 },
    { id: 'b', passed: true, factor: 0.5 },
    { id: 'c', passed: false },
    { id: 'd', passed: false },
  ],
} as const;
const tokens = [
  { id: 'a', passed: true, factor: 1, tokens: 3000 },
  { id: 'b', passed: true, factor: 0.5, tokens: 9000, flagged: [[0, 1000]] },
  { id: 'c', passed: false, tokens: 6000 },
] as const;

test('advantages fills what a line leaves out', () => {
  expect(advantages(line)).toMatchObject({
    status: 'redistributed',
    lambda: 4 / 3,
    advantages: { a: 2 / 3, b: 1 / 3, c: -0.5, d: -0.5 },
  });
});

test('shape fills what a line and its penalties leave out', () => {
  const config = { length_penalty: { max_deduction: 0.25 }, segment_penalty: {} };
  const answer = shape({ group_id: 'g', route: 'gar', config, rollouts: tokens });
  expect(answer.stations.length?.rewards).toEqual({ a: 1, b: 0.9375, c: 0 });
  expect(answer.token_multipliers?.['b']?.[0]).toEqual([0, 1000, 0]);
  expect(shape({ group_id: 'g', route: 'gar', rollouts: tokens }).token_multipliers).toBeNull();
});

test('a line that was parsed already gives the same answer', () => {
  expect(advantages(AdvantagesLine.parse(line))).toEqual(advantages(line));
  const whole = { group_id: 'g', route: 'gar', config: { segment_penalty: {} }, rollouts: tokens } as const;
  expect(shape(ShapeLine.parse(whole))).toEqual(shape(whole));
});

test.each([
  ['a factor above 1', { factor: 1.5 }, 'rollouts[0].factor is 1.5; the factor of a pass lies in (0, 1]'],
  ['a reward that is no number', { reward: Number.NaN }, 'rollouts[0].reward is NaN; expected a finite'],
  ['a field that is none', { factr: 0.5 }, 'rollouts[0].factr unknown key; did you mean "factor"?'],
])('%s is a fault that names its field', (_, given, says) => {
  const faulty = { group_id: 'g', rollouts: [{ id: 'a', passed: true, ...given }] };
  expect(() => advantages(faulty)).toThrow(
    expect.objectContaining({ name: 'Fault', code: 'input', message: expect.stringContaining(says) }),
  );
});
