/** The consensus on groups that can be followed by hand. */
import { expect, test } from 'vitest';
import { type Consensus, consensus } from '../../../src/arithmetic/consensus.js';
import type { ScoringPass } from '../../../src/records/result.js';
import { flagRows, ledgerOf, pass, WEIGHTS } from './passes.js';

const contendersOf = (...ids: string[]) => ids.map((id) => ({ id, tree: `tree of ${id}` }));

function fold(passes: readonly ScoringPass[], contenders = contendersOf('a', 'b', 'c')): Consensus {
  const folded = consensus(contenders, passes, ledgerOf(contenders), WEIGHTS);
  if ('problems' in folded) throw new Error(JSON.stringify(folded.problems));
  return folded;
}
const of = (folded: Consensus, id: string) => folded.standings.find((row) => row.id === id)!;

test('scores are means over the passes, and the weighted score is theirs', () => {
  const folded = fold([
    pass({ scores: { a: [5, 4, 4, 4, 4], b: 4, c: 4 } }),
    pass({ scores: { a: [4, 4, 4, 4, 4], b: 4, c: 4 } }),
  ]);
  expect(of(folded, 'a').scores.solution_fit).toBe(4.5);
  expect(of(folded, 'a').weighted).toBe(4.15);
});

test.each([
  {
    title: 'a mean of 3.5 is not 4 or more',
    five: [4, 4, 3, 4, 4],
    again: 4,
    tier: 'T2',
    reasons: ['minimality_below_4'],
  },
  {
    title: 'a mean of 2.5 is not 2 or less',
    five: [4, 4, 2, 2, 4],
    again: 3,
    tier: 'T2',
    reasons: [
      'solution_fit_below_4',
      'precision_below_4',
      'minimality_below_4',
      'side_effects_below_4',
      'consistency_below_4',
    ],
  },
  {
    title: 'a mean of 1.5 is not 1',
    five: [1, 4, 4, 4, 4],
    again: [2, 4, 4, 4, 4],
    tier: 'T2',
    reasons: ['solution_fit_below_4'],
  },
  {
    title: 'a mean of 1 is T3',
    five: [1, 4, 4, 4, 4],
    again: [1, 4, 4, 4, 4],
    tier: 'T3',
    reasons: ['solution_fit_is_1'],
  },
  {
    title: 'a mean of 2 in both is T3',
    five: [4, 4, 1, 2, 4],
    again: [4, 4, 3, 2, 4],
    tier: 'T3',
    reasons: ['minimality_and_side_effects_at_most_2'],
  },
  {
    title: 'fours throughout are T1',
    five: [4, 4, 4, 4, 4],
    again: 4,
    tier: 'T1',
    reasons: ['all_at_least_4'],
  },
])('$title', ({ five, again, tier, reasons }) => {
  const folded = fold([pass({ scores: { a: five } }), pass({ scores: { a: again } })], contendersOf('a'));
  expect(of(folded, 'a')).toMatchObject({ tier, tier_reasons: reasons });
});

test('a flag needs more than half of the passes', () => {
  const flagged = pass({ scores: { a: 4 }, flags: flagRows([['a', 'test_gaming']]) });
  const clean = pass({ scores: { a: 4 } });
  const one = contendersOf('a');
  expect(of(fold([flagged, clean], one), 'a')).toMatchObject({
    tier: 'T1',
    flags: { test_gaming: { holds: false, finding_ids: ['f-a'] } },
  });
  expect(of(fold([flagged, clean, flagged], one), 'a')).toMatchObject({
    tier: 'T3',
    tier_reasons: ['test_gaming'],
  });
});

test.each([
  { title: 'that nobody verified', finding: 'f-unknown' },
  { title: 'about another candidate', finding: 'f-b' },
])('a flag whose finding is one $title is not set', ({ finding }) => {
  const folded = fold([pass({ scores: { a: 4, b: 4, c: 4 }, flags: { a: { test_gaming: [finding] } } })]);
  expect(of(folded, 'a').flags.test_gaming).toEqual({ holds: false, finding_ids: [] });
  expect(folded.order.T1).toEqual([['a', 'b', 'c']]);
});

test('a verified comparison counts for more than the weighted score, in its own pass', () => {
  const better = { a: [4, 4, 4, 4, 4], b: [5, 4, 4, 4, 4] };
  const said = pass({ scores: better, comparisons: [['a', 'b', 'f-a']] });
  const two = contendersOf('a', 'b');
  expect(fold([said], two).order.T1).toEqual([['a'], ['b']]);
  expect(fold([said, pass({ scores: better })], two).order.T1).toEqual([['a', 'b']]);
  const unverified = pass({ scores: better, comparisons: [['a', 'b', 'f-made-up']] });
  expect(fold([unverified], two).order.T1).toEqual([['b'], ['a']]);
});

test('passes that contradict each other tie, and the tie is counted as merged', () => {
  const folded = fold(
    [pass({ scores: { a: [5, 4, 4, 4, 4], b: 4 } }), pass({ scores: { a: 4, b: [5, 4, 4, 4, 4] } })],
    contendersOf('a', 'b'),
  );
  expect(folded.order.T1).toEqual([['a', 'b']]);
  expect(folded.stability).toEqual({ passes: 2, tier_flips: 0, kendall_tau_b: -1, merged_ties: 1 });
});

test('a majority that runs in a circle is one tie group', () => {
  const circle = (...order: [string, string, string]) =>
    pass({ scores: { [order[0]]: [5, 5, 4, 4, 4], [order[1]]: [5, 4, 4, 4, 4], [order[2]]: 4 } });
  const folded = fold([circle('a', 'b', 'c'), circle('b', 'c', 'a'), circle('c', 'a', 'b')]);
  expect(folded.order.T1).toEqual([['a', 'b', 'c']]);
  expect(folded.standings.map(({ rank, tie_group }) => [rank, tie_group])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
});

test('ranks are dense over all tiers, and tie groups count inside their own', () => {
  const folded = fold(
    [pass({ scores: { a: 1, b: 4, c: 3, d: [4, 4, 3, 4, 4], e: 4 } })],
    contendersOf('a', 'b', 'c', 'd', 'e'),
  );
  expect(folded.order).toEqual({ T1: [['b', 'e']], T2: [['d'], ['c']], T3: [['a']] });
  expect(folded.standings.map(({ id, rank, tie_group }) => [id, rank, tie_group])).toEqual([
    ['a', 4, 0],
    ['b', 1, 0],
    ['c', 3, 1],
    ['d', 2, 0],
    ['e', 1, 0],
  ]);
});

test('identical trees share scores and code flags: the lower score counts where both were scored', () => {
  const twins = [
    { id: 'a', tree: 't' },
    { id: 'b', tree: 't' },
  ];
  const folded = fold(
    [pass({ scores: { a: 5, b: [4, 5, 5, 5, 5] }, flags: flagRows([['b', 'unrequested_rewrite']]) })],
    twins,
  );
  expect(folded.order.T3).toEqual([['a', 'b']]);
  expect(of(folded, 'a').scores).toEqual(of(folded, 'b').scores);
  expect(of(folded, 'a').scores.solution_fit).toBe(4);
});

test('how a rollout worked is its own, even where its tree is shared and only its twin was scored', () => {
  const twins = [
    { id: 'a', tree: 't' },
    { id: 'b', tree: 't' },
  ];
  const folded = fold([pass({ scores: { a: 4 }, flags: { a: { severe_process_issue: ['f-b'] } } })], twins);
  expect(folded.order).toEqual({ T1: [['a']], T2: [['b']], T3: [] });
});

test.each([
  {
    title: 'a circle of comparisons',
    comparisons: [
      ['a', 'b', 'f-a'],
      ['b', 'c', 'f-b'],
      ['c', 'a', 'f-c'],
    ] as const,
    problem: 'the comparisons run in a circle: "a" > "b" > "c" > "a"',
  },
  {
    title: 'a candidate above itself',
    comparisons: [['a', 'a', 'f-a']] as const,
    problem: 'the comparisons run in a circle: "a" > "a"',
  },
  {
    title: 'a comparison both ways',
    comparisons: [
      ['a', 'b', 'f-a'],
      ['b', 'a', 'f-a'],
    ] as const,
    problem: 'the comparisons run in a circle: "a" > "b" > "a"',
  },
])('$title is invalid output and names its pass', ({ comparisons, problem }) => {
  const contenders = contendersOf('a', 'b', 'c');
  const scores = { a: 4, b: 4, c: 4 };
  const passes = [pass({ scores }), pass({ scores, comparisons })];
  expect(consensus(contenders, passes, ledgerOf(contenders), WEIGHTS)).toEqual({
    problems: [{ pass: 1, problem }],
  });
});

test('a circle that no verified finding supports is no circle', () => {
  const comparisons = [
    ['a', 'b', 'x'],
    ['b', 'a', 'y'],
  ] as const;
  expect(fold([pass({ scores: { a: 4, b: 4, c: 4 }, comparisons })]).order.T1).toEqual([['a', 'b', 'c']]);
});

test('a pass that leaves a candidate out is invalid, as is having no pass at all', () => {
  const contenders = contendersOf('a', 'constructor');
  const folded = consensus(contenders, [pass({ scores: { a: 4 } })], ledgerOf(contenders), WEIGHTS);
  expect(folded).toEqual({ problems: [{ pass: 0, problem: '"constructor" has no scores' }] });
  expect(consensus(contenders, [], ledgerOf(contenders), WEIGHTS)).toHaveProperty('problems');
});

test('tier flips count the candidates that the passes, each alone, put in different tiers', () => {
  const folded = fold([pass({ scores: { a: 4, b: 4, c: 3 } }), pass({ scores: { a: 3, b: 4, c: 3 } })]);
  expect(folded.stability.tier_flips).toBe(1);
});

test('rank agreement is null where a pass puts nobody above anybody', () => {
  const even = pass({ scores: { a: 4, b: 4, c: 4 } });
  const uneven = pass({ scores: { a: 5, b: 4, c: 4 } });
  expect(fold([even, uneven]).stability.kendall_tau_b).toBeNull();
  expect(fold([uneven]).stability.kendall_tau_b).toBeNull();
  expect(fold([uneven, uneven]).stability.kendall_tau_b).toBe(1);
});
