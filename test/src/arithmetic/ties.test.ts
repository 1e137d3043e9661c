/** Tie groups and circles, on arbitrary relations. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCycle, tieGroups } from '../../../src/arithmetic/ties.js';

const SIZE = 6;
const NODES = Array.from({ length: SIZE }, (_, at) => at);
/** For every pair: the first beats, the second beats, or neither. */
const relation = fc
  .array(fc.constantFrom(1, 0, -1), { minLength: SIZE * SIZE, maxLength: SIZE * SIZE })
  .map(
    (cells) => (a: number, b: number) =>
      a < b ? cells[a * SIZE + b] === 1 : a > b && cells[b * SIZE + a] === -1,
  );

/** Who can be reached from `start` by steps of "is not beaten by", inside `nodes`. */
function reach(
  start: number,
  nodes: readonly number[],
  beats: (a: number, b: number) => boolean,
): Set<number> {
  const seen = new Set([start]);
  for (const at of seen) for (const to of nodes) if (to !== at && !beats(to, at)) seen.add(to);
  return seen;
}

test('every group beats every later one whole, and no group falls apart', () => {
  fc.assert(
    fc.property(relation, (beats) => {
      const groups = tieGroups(NODES, beats);
      const crossing = groups.every((group, at) =>
        groups.slice(at + 1).every((later) => group.every((a) => later.every((b) => beats(a, b)))),
      );
      const whole = groups.every((group) =>
        group.every((node) => reach(node, group, beats).size === group.length),
      );
      return crossing && whole && groups.flat().sort().join() === NODES.join();
    }),
    { numRuns: 10_000, seed: 1 },
  );
});

test('a circle is found where one is, and is one', () => {
  const arrows = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 8 });
  fc.assert(
    fc.property(arrows, (list) => {
      const next = new Map<number, Set<number>>();
      for (const [from, to] of list) next.set(from, (next.get(from) ?? new Set()).add(to));
      const cycle = findCycle(next);
      if (cycle !== null)
        return cycle.every((node, at) => next.get(node)?.has(cycle[(at + 1) % cycle.length]!));
      return NODES.every((start) => {
        const ahead = new Set(next.get(start));
        for (const at of ahead) for (const to of next.get(at) ?? []) ahead.add(to);
        return !ahead.has(start);
      });
    }),
    { numRuns: 10_000, seed: 1 },
  );
});

test('nobody at all makes no groups', () => {
  expect(tieGroups([], () => false)).toEqual([]);
});

test('paths that only part and meet again are walked once each', () => {
  const arrows = new Map<string, Set<string>>();
  for (let layer = 0; layer < 60; layer++)
    for (const side of 'ab') arrows.set(`${side}${layer}`, new Set([`a${layer + 1}`, `b${layer + 1}`]));
  expect(findCycle(arrows)).toBeNull();
});
