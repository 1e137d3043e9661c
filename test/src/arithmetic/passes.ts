/** Arbitrary groups of scored candidates, and short ways to write scoring passes. */
import fc from 'fast-check';
import type { Contender, Ledger } from '../../../src/arithmetic/ballot.js';
import type { ScoringPass } from '../../../src/records/result.js';
import { DIMENSIONS, FLAGS, type Flag } from '../../../src/vocabulary.js';

export const WEIGHTS = { solution_fit: 30, precision: 25, minimality: 20, side_effects: 15, consistency: 10 };

const scoresOf = (scores: readonly number[]) =>
  Object.fromEntries(
    DIMENSIONS.map((dimension, at) => [dimension, scores[at]!]),
  ) as ScoringPass['scores'][string];

export const pass = (given: {
  readonly scores: Readonly<Record<string, number | readonly number[]>>;
  readonly flags?: ScoringPass['flags'];
  readonly comparisons?: readonly (readonly [above: string, below: string, finding: string])[];
}): ScoringPass => ({
  aliases: {},
  order: Object.keys(given.scores),
  scores: Object.fromEntries(
    Object.entries(given.scores).map(([id, given]) => [
      id,
      scoresOf(typeof given === 'number' ? Array<number>(5).fill(given) : given),
    ]),
  ),
  flags: given.flags ?? {},
  comparisons: (given.comparisons ?? []).map(([above, below, finding_id]) => ({ above, below, finding_id })),
});

/** One verified finding per candidate, called `f-<id>`. */
export const ledgerOf = (contenders: readonly Contender[]): Ledger =>
  new Map(contenders.map(({ id }) => [`f-${id}`, { candidate: id }]));

export interface Scored {
  readonly contenders: readonly Contender[];
  readonly passes: readonly ScoringPass[];
}

const COMMON = [4, 4, 4, 5, 3, 2, 1];
/** Five scores in one number: a generator that is drawn five times less often. */
const five = fc
  .nat({ max: COMMON.length ** 5 - 1 })
  .map((code) => DIMENSIONS.map((_, at) => COMMON[Math.floor(code / COMMON.length ** at) % COMMON.length]!));

/** Up to six candidates, some with identical trees, in up to four passes whose comparisons follow one order each. */
export const scored = ({ twins }: { twins: boolean }): fc.Arbitrary<Scored> =>
  fc.integer({ min: 1, max: 6 }).chain((size) => {
    const ids = Array.from({ length: size }, (_, at) => `c${at}`);
    const trees = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: size, maxLength: size });
    return fc.tuple(trees, fc.array(passOf(ids), { minLength: 1, maxLength: 4 })).map(([tree, passes]) => ({
      contenders: ids.map((id, at) => ({ id, tree: twins ? `t${tree[at]}` : id })),
      passes,
    }));
  });

const passOf = (ids: readonly string[]): fc.Arbitrary<ScoringPass> => {
  const at = fc.nat({ max: ids.length - 1 });
  return fc
    .record({
      fives: fc.array(five, { minLength: ids.length, maxLength: ids.length }),
      flags: fc.array(fc.tuple(at, fc.constantFrom(...FLAGS)), { maxLength: 3 }),
      pairs: fc.array(fc.tuple(at, at), { maxLength: 4 }),
      turn: at,
    })
    .map(({ fives, flags, pairs, turn }) =>
      pass({
        scores: Object.fromEntries(ids.map((id, index) => [id, fives[index]!])),
        flags: flagRows(flags.map(([index, flag]) => [ids[index]!, flag])),
        // Arrows along one (rotated) order of the ids cannot meet in a circle.
        comparisons: pairs
          .filter(([a, b]) => a !== b)
          .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
          .map(([a, b]) => [ids[(a + turn) % ids.length]!, ids[(b + turn) % ids.length]!] as const)
          .map(([above, below]) => [above, below, `f-${above}`] as const),
      }),
    );
};

export function flagRows(rows: readonly (readonly [id: string, flag: Flag])[]): ScoringPass['flags'] {
  const flags: Record<string, Partial<Record<Flag, string[]>>> = {};
  for (const [id, flag] of rows) flags[id] = { ...flags[id], [flag]: [`f-${id}`] };
  return flags;
}
