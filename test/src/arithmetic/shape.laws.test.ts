/** The laws of the reward line, on arbitrary groups. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passedEffective } from '../../../src/arithmetic/integrity.js';
import { type Shaped, shape } from '../../../src/arithmetic/shape.js';
import type { ShapeRollout } from '../../../src/records/shape.js';
import { DEFAULT_LENGTH, DEFAULT_SEGMENT, type ShapeConfig } from '../../../src/records/shape-config.js';
import { MODES, ROUTES } from '../../../src/vocabulary.js';
import { rollout } from '../../support/rollout.js';

const RUNS = 5_000;
const NEAR = 1e-12;

const reward = fc.oneof(
  fc.constantFrom(0, 1, 1, 0.35, -1),
  fc.double({ min: -2, max: 2, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
);
const factor = fc.oneof(
  fc.constantFrom(1, 0.9, 0.85, 0.4, 0.2),
  fc.double({ min: 0.001, max: 1, noNaN: true }),
);
const span = fc
  .tuple(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 9 }))
  .map(([from, size]) => [from, from + size] as const);

const row = fc.record({
  passed: fc.boolean(),
  reward,
  valid: fc.integer({ min: 0, max: 9 }).map((die) => die > 0),
  integrity: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
  factor,
  length: fc.integer({ min: 1, max: 9000 }),
  flagged: fc.array(span, { maxLength: 3 }),
});

/** Complete rollouts, so that every station that is on acts. */
const rollouts = fc
  .array(row, { minLength: 1, maxLength: 10 })
  .map((rows) =>
    rows.map((each, at) => rollout({ ...each, id: `r${at}`, tokens: 40, s_sol: each.factor, s_beh: 0.9 })),
  );

const config: fc.Arbitrary<ShapeConfig> = fc.record({
  mode: fc.constantFrom(...MODES),
  lambda_max: fc.constantFrom(1.5, 1, null, 2.25),
  integrity_value: fc.constantFrom(0, -1, 0.5),
  length_penalty: fc.constantFrom(null, DEFAULT_LENGTH, { ...DEFAULT_LENGTH, percentile: 75, exponent: 2.5 }),
  segment_penalty: fc.constantFrom(null, DEFAULT_SEGMENT, {
    ...DEFAULT_SEGMENT,
    scope: 'sign' as const,
    kappa: 1,
  }),
});

interface Case {
  readonly rows: readonly ShapeRollout[];
  readonly shaped: Shaped;
  readonly settings: ShapeConfig;
}

/** `reached` must be true often enough, or the law was never tried. */
function check(
  settings: fc.Arbitrary<ShapeConfig>,
  law: (given: Case) => boolean,
  reached: (given: Case) => boolean = () => true,
): void {
  let times = 0;
  const holds = (
    route: (typeof ROUTES)[number],
    rows: readonly ShapeRollout[],
    set: ShapeConfig,
  ): boolean => {
    const given = { rows, shaped: shape(route, rows, set), settings: set };
    if (!reached(given)) return true;
    times += 1;
    return law(given);
  };
  const routes = fc.constantFrom('gar' as const, 'gar' as const, ...ROUTES);
  fc.assert(fc.property(routes, rollouts, settings, holds), { numRuns: RUNS, seed: 1 });
  expect(times).toBeGreaterThan(RUNS / 20);
}

const tight = config.map((set) => ({ ...set, mode: 'redistribute' as const, lambda_max: 1 }));
const uncapped = config.map((set) => ({ ...set, mode: 'redistribute' as const, lambda_max: null }));
const redistributed = ({ shaped }: Case): boolean => shaped.stations.lambda !== null;
const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR * Math.max(1, Math.abs(a));
const plainSum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);
const membersOf = ({ rows }: Case): ShapeRollout[] => rows.filter(({ valid }) => valid);

test('the advantages of the valid rollouts sum to zero, but for downweight_only', () => {
  check(
    config,
    ({ shaped }) => near(plainSum(Object.values(shaped.advantages)), 0),
    ({ shaped }) => shaped.status !== 'downweight_only',
  );
});

test('uncapped, the passes keep their sum and every failure keeps its number to the last bit', () => {
  check(
    uncapped,
    (given) => {
      const { advantages, stations } = given.shaped;
      const of = (ids: ShapeRollout[], from: Shaped['advantages']) =>
        plainSum(ids.map(({ id }) => from[id]!));
      const passes = membersOf(given).filter(passedEffective);
      const failures = membersOf(given).filter((member) => !passedEffective(member));
      return (
        near(of(passes, advantages), of(passes, stations.outcome)) &&
        failures.every(({ id }) => advantages[id] === stations.outcome[id])
      );
    },
    redistributed,
  );
});

test('uncapped, two passes above the mean share by f_i · a_i', () => {
  check(
    uncapped,
    (given) => {
      const { advantages, stations } = given.shaped;
      const lifted = membersOf(given).filter(
        (member) => passedEffective(member) && stations.outcome[member.id]! > 1e-9,
      );
      const due = ({ id, factor: f }: ShapeRollout): number => f! * stations.outcome[id]!;
      return lifted.every((a) =>
        lifted.every((b) => near(advantages[a.id]! * due(b), advantages[b.id]! * due(a))),
      );
    },
    redistributed,
  );
});

test('uncapped, scaling all factors changes nothing', () => {
  check(
    uncapped,
    ({ rows, shaped, settings }) => {
      const scaled = shape(
        'gar',
        rows.map((each) => ({ ...each, factor: each.factor! * 0.37 })),
        settings,
      );
      return Object.entries(shaped.advantages).every(
        ([id, advantage]) => advantage === null || near(scaled.advantages[id]!, advantage),
      );
    },
    redistributed,
  );
});

test('capped, every valid rollout that is not lifted moves by the same amount', () => {
  check(
    tight,
    (given) => {
      const { advantages, stations } = given.shaped;
      const shifts = membersOf(given)
        .filter((member) => !passedEffective(member))
        .map(({ id }) => advantages[id]! - stations.outcome[id]!);
      return shifts.every((shift) => near(shift, shifts[0]!));
    },
    ({ shaped }) => shaped.stations.capped,
  );
});

const sorted = (record: object | null) =>
  record && Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));

test('the order of the rollouts changes no bit', () => {
  check(config, ({ rows, settings }) => {
    const turned = rows.map((_, at) => rows[(at * 7 + 3) % rows.length]!);
    const permuted = new Set(turned).size === rows.length ? turned : [...rows].reverse();
    const again = shape('gar', permuted, settings);
    const first = shape('gar', rows, settings);
    const numbers = ({ advantages, reward_equivalent, token_multipliers, stations, ...rest }: Shaped) => [
      ...[advantages, reward_equivalent, token_multipliers, stations.effective, stations.outcome].map(sorted),
      { ...rest, lambda: stations.lambda, length: stations.length?.reference },
    ];
    return isDeepStrictEqual(numbers(again), numbers(first));
  });
});

test('names change no bit', () => {
  check(config, ({ rows, settings }) => {
    const renamed = rows.map((each, at) => ({ ...each, id: `${99 - at}` }));
    const numbers = (given: readonly ShapeRollout[]) => {
      const { advantages, token_multipliers } = shape('gar', given, settings);
      return given.map(({ id }) => [advantages[id], token_multipliers?.[id]]);
    };
    return isDeepStrictEqual(numbers(renamed), numbers(rows));
  });
});

test('clones tie to the last bit', () => {
  check(config, ({ rows, settings }) => {
    const cloned = [...rows, { ...rows[0]!, id: 'clone' }];
    const { advantages } = shape('gar', cloned, settings);
    return advantages['clone'] === advantages[rows[0]!.id];
  });
});

test('a masked rollout moves nobody', () => {
  check(config, ({ rows, settings }) => {
    const masked = rollout({
      id: 'masked',
      passed: true,
      reward: 77,
      valid: false,
      length: 1,
      factor: 0.1,
      tokens: 5,
    });
    const { masked: own, ...others } = shape('gar', [...rows, masked], settings).advantages;
    return own === null && isDeepStrictEqual(others, shape('gar', rows, settings).advantages);
  });
});

test('a violation never ends above a failure without one', () => {
  check(
    config,
    (given) => {
      const { advantages } = given.shaped;
      const honest = membersOf(given).filter(({ passed, integrity }) => !passed && !integrity);
      const cheats = membersOf(given).filter(({ integrity }) => integrity);
      return cheats.every((cheat) =>
        honest.every(({ id }) => advantages[cheat.id]! <= advantages[id]! + NEAR),
      );
    },
    (given) => membersOf(given).some(({ integrity }) => integrity),
  );
});

test('there is a signal exactly where two valid rollouts differ', () => {
  check(config, ({ shaped }) => {
    const valid = Object.values(shaped.advantages).filter((advantage) => advantage !== null);
    return shaped.has_signal === new Set(valid.map((advantage) => advantage + 0)).size > 1;
  });
});

test('reward_equivalent, centred again, gives the advantages back', () => {
  check(
    config,
    (given) => {
      const { advantages, reward_equivalent } = given.shaped;
      const all = Object.values(reward_equivalent!);
      const middle = plainSum(all) / all.length;
      return given.rows.every(({ id }) => near(reward_equivalent![id]! - middle, advantages[id] ?? 0));
    },
    ({ shaped }) => shaped.reward_equivalent !== null,
  );
});

test('multipliers keep the mass of a trajectory, or of a sign, where no limit cuts them', () => {
  const on = config.map((set) => ({
    ...set,
    segment_penalty: { ...(set.segment_penalty ?? DEFAULT_SEGMENT), kappa: 1.25 },
  }));
  check(
    on,
    (given) => {
      const { advantages, token_multipliers } = given.shaped;
      const weigh = (id: string): number =>
        plainSum(token_multipliers![id]!.map(([from, to, multiplier]) => (to - from) * multiplier));
      const rows = membersOf(given).filter(({ id }) => Math.abs(advantages[id]!) > 1e-12);
      if (given.settings.segment_penalty!.scope === 'trajectory')
        return rows.every(({ id, tokens }) => near(weigh(id) / tokens!, 1));
      return [1, -1].every((sign) => {
        const side = rows.filter(({ id }) => Math.sign(advantages[id]!) === sign);
        const before = plainSum(side.map(({ id, tokens }) => advantages[id]! * tokens!));
        return near(before, plainSum(side.map(({ id }) => advantages[id]! * weigh(id))));
      });
    },
    // Twenty flagged tokens of forty need κ ≤ 2, and none is flagged whole.
    ({ rows, shaped }) =>
      shaped.token_multipliers !== null &&
      rows.every(({ flagged }) => flagged.reduce((total, [from, to]) => total + to - from, 0) <= 20),
  );
});
