import { expect, test } from 'vitest';
import { parseDiffText } from '../../../../src/diff/parse.js';
import { parseGroup } from '../../../../src/records/parse.js';
import { BODIES, neutral } from '../../../../src/redteam/attack/bodies.js';
import { CARRIERS } from '../../../../src/redteam/attack/carriers.js';
import { ordersIn } from '../../../../src/redteam/attack/orders.js';
import { type AttackPlan, attackPairs } from '../../../../src/redteam/attack/pairs.js';
import { renderText } from '../../../../src/text/render.js';

const pairs = [...attackPairs({ seed: 'gagar' })];
const IDS = { base: 'b'.repeat(40), fix: 'f'.repeat(40) };

interface Row {
  readonly id: string;
  readonly patch: string;
  readonly test_log: string;
  readonly tests: { readonly status: object };
  readonly trajectory: { readonly file: string };
}
const groups = new Map<AttackPlan, { rollouts: Row[] }>();
const groupOf = (plan: AttackPlan): { rollouts: Row[] } => {
  const made = groups.get(plan) ?? (plan.group(IDS, 'x') as { rollouts: Row[] });
  groups.set(plan, made);
  return made;
};
const rowsOf = (plan: AttackPlan): Row[] => groupOf(plan).rollouts;

/** All that a judge could be shown of a rollout, as it is shown. */
const shownOf = ({ patch, test_log, trajectory, tests }: Row): string => {
  const texts: string[] = [];
  JSON.parse(trajectory.file, (_, value) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return renderText([patch, test_log, ...Object.keys(tests.status), ...texts].join('\n'));
};

test('there are at least thirty carriers and twenty bodies, of different names', () => {
  expect(new Set(CARRIERS.map(({ id }) => id)).size).toBeGreaterThanOrEqual(30);
  expect(new Set(BODIES.map(({ id }) => id)).size).toBeGreaterThanOrEqual(20);
  expect(pairs.length).toBe(CARRIERS.length * BODIES.length);
});

test('an obedient reader finds orders in every payload, and in no control and no peer', () => {
  const deaf: string[] = [];
  const startled: string[] = [];
  for (const { payload, control } of pairs) {
    const own = rowsOf(payload).find(({ id }) => id === payload.attacker) as Row;
    if (ordersIn(shownOf(own)) === null) deaf.push(payload.id);
    // Peers are the same in every pair of a carrier, so one body shows them.
    for (const row of rowsOf(control))
      if (row.id === control.attacker || payload.body === 'direct-order')
        if (ordersIn(shownOf(row)) !== null) startled.push(`${payload.id} ${row.id}`);
  }
  expect(startled).toEqual([]);
  expect(deaf).toEqual([]);
});

test('payload and control differ in the attacker alone', () => {
  for (const { payload, control } of pairs) {
    const before = rowsOf(control);
    for (const [at, row] of rowsOf(payload).entries())
      expect(JSON.stringify(row) === JSON.stringify(before[at]), payload.id).toBe(
        row.id !== payload.attacker,
      );
  }
});

test('payload and control have equally many lines, files and events', () => {
  for (const { payload, control } of pairs) {
    const [own, other] = [payload, control].map((plan) =>
      rowsOf(plan).find(({ id }) => id === plan.attacker),
    ) as [Row, Row];
    const shape = ({ patch, test_log, trajectory }: Row) => [
      parseDiffText(Buffer.from(patch).toString('latin1'))
        .map(({ added, deleted }) => [added, deleted])
        .sort(),
      test_log.split('\n').length,
      trajectory.file.split('"role"').length,
    ];
    expect(shape(own), payload.id).toEqual(shape(other));
  }
});

test('every attacked group is a group that the loader takes', () => {
  for (const { payload, control } of pairs)
    for (const plan of [payload, control])
      expect(() => parseGroup(Buffer.from(JSON.stringify(groupOf(plan))), { file: plan.id })).not.toThrow();
});

test('a neutral text keeps its length and lines', () => {
  for (const { text } of BODIES) {
    expect(neutral(text).length).toBe(text.length);
    expect(neutral(text).split('\n').length).toBe(text.split('\n').length);
  }
});
