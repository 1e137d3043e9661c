/** The laws of the consensus, on arbitrary groups. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Consensus, consensus } from '../../../src/arithmetic/consensus.js';
import type { ScoringPass } from '../../../src/records/result.js';
import { FLAGS, TIERS } from '../../../src/vocabulary.js';
import { flagRows, ledgerOf, pass, type Scored, scored, WEIGHTS } from './passes.js';

const RUNS = 8_000;

const fold = ({ contenders, passes }: Scored) => consensus(contenders, passes, ledgerOf(contenders), WEIGHTS);

/** A group with an invalid pass holds every law, but most groups must be valid. */
function check(arbitrary: fc.Arbitrary<Scored>, law: (group: Scored, folded: Consensus) => boolean): void {
  let folds = 0;
  const holds = (group: Scored): boolean => {
    const folded = fold(group);
    if ('problems' in folded) return true;
    folds += 1;
    return law(group, folded);
  };
  fc.assert(fc.property(arbitrary, holds), { numRuns: RUNS, seed: 1 });
  expect(folds).toBeGreaterThan(RUNS / 2);
}

/** Everything by id, so that only names could differ. */
function byName({ standings, order, stability }: Consensus, name: (id: string) => string) {
  const rows = standings.map(({ id, flags, ...row }) => {
    const holds = Object.entries(flags).map(([flag, verdict]) => [flag, verdict.holds]);
    return [name(id), { ...row, holds }] as const;
  });
  const groups = TIERS.map((tier) => order[tier].map((group) => group.map(name).sort()));
  return { standings: Object.fromEntries(rows.sort()), groups, stability };
}

const mirror = (id: string): string => `z${9 - Number(id.slice(1))}`;

const renamed = ({ contenders, passes }: Scored): Scored => ({
  contenders: contenders.map(({ id, tree }) => ({ id: mirror(id), tree: `other ${tree}` })).reverse(),
  passes: passes
    .map(
      (given): ScoringPass => ({
        ...given,
        scores: Object.fromEntries(
          Object.entries(given.scores)
            .map(([id, five]) => [mirror(id), five])
            .reverse(),
        ),
        flags: Object.fromEntries(
          Object.entries(given.flags).map(([id, flags]) => [
            mirror(id),
            Object.fromEntries(Object.keys(flags).map((flag) => [flag, [`f-${mirror(id)}`]])),
          ]),
        ),
        comparisons: given.comparisons
          .map(({ above, below }) => ({
            above: mirror(above),
            below: mirror(below),
            finding_id: `f-${mirror(above)}`,
          }))
          .reverse(),
      }),
    )
    .reverse(),
});

test('other names and other orders of candidates, passes and comparisons change nothing', () => {
  check(scored({ twins: true }), (group, folded) => {
    const other = fold(renamed(group));
    return (
      !('problems' in other) &&
      isDeepStrictEqual(
        byName(other, (id) => id),
        byName(folded, mirror),
      )
    );
  });
});

test('identical trees of one tier tie, and only how they were made can part their tiers', () => {
  check(scored({ twins: true }), ({ contenders }, { standings }) =>
    standings.every((a, at) =>
      standings.slice(at + 1).every((b, after) => {
        if (contenders[at]!.tree !== contenders[at + 1 + after]!.tree) return true;
        const process = a.flags.severe_process_issue.holds === b.flags.severe_process_issue.holds;
        const tie = a.tier === b.tier ? a.rank === b.rank && a.tie_group === b.tie_group : !process;
        return tie && a.weighted === b.weighted && isDeepStrictEqual(a.scores, b.scores);
      }),
    ),
  );
});

test('a twin of a candidate moves nobody', () => {
  check(scored({ twins: false }), (group, folded) => {
    // A twin without the process flag of the first candidate may open a tie group of its own.
    if (folded.standings[0]!.flags.severe_process_issue.holds) return true;
    const twin = { id: 'twin', tree: group.contenders[0]!.tree };
    const larger = fold({ ...group, contenders: [...group.contenders, twin] });
    const places = ({ standings }: Consensus) =>
      standings
        .filter(({ id }) => id !== 'twin')
        .map(({ id, tier, tie_group, rank }) => [id, tier, tie_group, rank]);
    return !('problems' in larger) && isDeepStrictEqual(places(larger), places(folded));
  });
});

/** A pass that says what the consensus says: same tiers, same flags, a comparison for every two tie groups. */
function agreeing({ standings, order }: Consensus): ScoringPass {
  const plain = { T1: 4, T2: 3, T3: 1 };
  return pass({
    scores: Object.fromEntries(standings.map(({ id, tier }) => [id, plain[tier]])),
    flags: flagRows(
      standings.flatMap(({ id, flags }) =>
        FLAGS.filter((flag) => flags[flag].holds).map((flag) => [id, flag] as const),
      ),
    ),
    comparisons: TIERS.flatMap((tier) =>
      order[tier].flatMap((group, at) =>
        order[tier]
          .slice(at + 1)
          .flatMap((lower) =>
            group.flatMap((above) => lower.map((below) => [above, below, `f-${above}`] as const)),
          ),
      ),
    ),
  });
}

test('a pass that agrees changes no tier, no tie group and no rank', () => {
  check(scored({ twins: false }), (group, folded) => {
    const again = fold({ ...group, passes: [...group.passes, agreeing(folded)] });
    const places = ({ standings }: Consensus) =>
      standings.map(({ id, tier, tie_group, rank }) => [id, tier, tie_group, rank]);
    return (
      !('problems' in again) &&
      isDeepStrictEqual(again.order, folded.order) &&
      isDeepStrictEqual(places(again), places(folded))
    );
  });
});
