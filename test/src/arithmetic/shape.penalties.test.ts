/** The length and the segment step of the reward line, on groups that can be followed by hand. */
import { expect, test } from 'vitest';
import { DEFAULT_LENGTH, DEFAULT_SEGMENT } from '../../../src/records/shape-config.js';
import { fail, near, pass, run } from './reward-line.js';

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
