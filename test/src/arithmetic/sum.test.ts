/** Sums and means at the edges of floating point. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mean, sum } from '../../../src/arithmetic/sum.js';
import { exact, toNumber, total } from '../../reference/fraction.js';

const finite = fc.double({ min: -1e100, max: 1e100, noNaN: true });
const terms = fc.array(fc.oneof(finite, fc.double({ min: -1, max: 1, noNaN: true })), {
  minLength: 1,
  maxLength: 16,
});

test('the order of the terms changes no bit, even where they cancel on several scales', () => {
  const cancelling: number[] = [1e32, 1e16, 1, 0.5, -1e16, -1e32];
  const shuffled = fc
    .oneof(terms, fc.constant(cancelling))
    .chain((values) =>
      fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length })),
    );
  fc.assert(
    fc.property(shuffled, ([values, other]) => sum(values) === sum(other)),
    { numRuns: 5000, seed: 1 },
  );
});

test.each([
  { what: 'a small term between two that cancel', values: [1e16, 1, -1e16], total: 1 },
  { what: 'tenths', values: Array(10).fill(0.1), total: 1 },
  { what: 'nothing', values: [], total: 0 },
])('$what are not lost', ({ values, total: expected }) => {
  expect(sum(values)).toBe(expected);
});

test('a sum of thousandths is the exact one', () => {
  const thousandths = fc.array(fc.integer({ min: -9999, max: 9999 }), { minLength: 1, maxLength: 16 });
  fc.assert(
    fc.property(thousandths, (numbers) => {
      const values = numbers.map((number) => number / 1000);
      return Math.abs(sum(values) - toNumber(total(values.map(exact)))) <= 1e-14;
    }),
    { numRuns: 2000, seed: 1 },
  );
});

test('equal values have exactly that mean, and no mean leaves its values', () => {
  const equal = fc.tuple(finite, fc.integer({ min: 1, max: 16 }));
  fc.assert(
    fc.property(equal, ([value, times]) => mean(Array<number>(times).fill(value)) === value + 0),
    { numRuns: 5000, seed: 1 },
  );
  fc.assert(
    fc.property(terms, (values) => {
      const middle = mean(values);
      return middle >= Math.min(...values) && middle <= Math.max(...values);
    }),
    { numRuns: 5000, seed: 1 },
  );
});
