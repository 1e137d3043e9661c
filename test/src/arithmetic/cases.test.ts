/** The A rows of the fault cases, put into the words of the filter. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consensus } from '../../../src/arithmetic/consensus.js';
import { answerAdvantages } from '../../../src/arithmetic/lines.js';
import { parseLine } from '../../../src/records/line.js';
import { AdvantagesLine } from '../../../src/records/shape.js';
import { ledgerOf, pass, WEIGHTS } from './passes.js';

interface Candidate {
  readonly id: string;
  readonly reward?: number | null;
  readonly infra?: string;
  readonly tests?: string;
  readonly factor?: number;
  readonly patch?: string;
}
interface Fault {
  readonly candidates: readonly Candidate[];
  readonly cap?: number;
}

const textOf = (name: string): string =>
  readFileSync(new URL(`../../cases/${name}.json`, import.meta.url), 'utf8');
const fault = (name: string): Fault => JSON.parse(textOf(name)) as Fault;

/** A pass is a reward above 0; what the case says was never measured is masked. */
function answer({ candidates, cap }: Fault) {
  const rollouts = candidates.map(({ id, reward, infra, tests, factor = 1 }) => {
    const measured = infra === undefined && (tests ?? 'ran') === 'ran';
    return { id, passed: (reward ?? 0) > 0, ...(measured ? { reward } : { valid: false }), factor };
  });
  const line = { group_id: 'g', rollouts, ...(cap !== undefined && { lambda_max: cap }) };
  return answerAdvantages(parseLine(AdvantagesLine, JSON.stringify(line)));
}

test.each([
  { id: 'A01', name: 'A01-all-pass', advantages: { c1: 0, c2: 0, c3: 0, c4: 0 }, warnings: [] },
  { id: 'A02', name: 'A02-all-fail', advantages: { c1: 0, c2: 0, c3: 0, c4: 0 }, warnings: [] },
  { id: 'A07', name: 'A07-group-of-one', advantages: { c1: 0 }, warnings: ['group_too_small'] },
])('$id: a group without a difference gets zeros', ({ name, advantages, warnings }) => {
  expect(answer(fault(name))).toMatchObject({ status: 'not_mixed', has_signal: false, advantages, warnings });
});

test('A03: the one valid rollout gets 0, the masked ones no advantage', () => {
  const { advantages, warnings } = answer(fault('A03-one-valid'));
  const { c1, ...masked } = advantages;
  expect(c1).toBe(0);
  expect(Object.values(masked)).toEqual(Array(7).fill(null));
  expect(warnings).toEqual(['group_too_small']);
});

test('A04: odd rewards are refused by name and never read as 0 or 1', () => {
  const { candidates } = JSON.parse(textOf('A04-odd-rewards').replace('1e999', '"1e999"')) as Fault;
  const odd = candidates.filter(({ id }) => !['c1', 'c5'].includes(id));
  for (const candidate of odd) {
    const text = JSON.stringify({ group_id: 'g', rollouts: [{ passed: true, ...candidate }] });
    const raw = text.replace('"1e999"', '1e999');
    expect(() => parseLine(AdvantagesLine, raw), candidate.id).toThrow(/number/);
  }
  expect(odd).toHaveLength(5);
  // Left out, a reward is what `passed` says; without `passed` there is nothing to go by.
  const missing = JSON.stringify({ group_id: 'g', rollouts: [candidates.find(({ id }) => id === 'c5')] });
  expect(() => parseLine(AdvantagesLine, missing)).toThrow(/passed is missing/);
});

test('A05: negative rewards sum to zero, and a worse one never gains', () => {
  const { advantages } = answer(fault('A05-negative'));
  const order = Object.entries(advantages).sort(([, a], [, b]) => b! - a!);
  expect(order.map(([id]) => id)).toEqual(['c4', 'c3', 'c2', 'c1']);
  expect(Object.values(advantages).reduce<number>((total, a) => total + a!, 0)).toBeCloseTo(0, 12);
});

test('A09: a factor of zero is refused by name, so no share is ever divided by nothing', () => {
  expect(() => answer(fault('A09-zero-denominator'))).toThrow(
    /rollouts\[0\]\.factor is 0.*rollouts\[1\]\.factor is 0/,
  );
});

test('A09: one pass among 64 stays finite, and whether the cap cut is said', () => {
  const answered = answer(fault('A09b-cap'));
  expect(answered).toMatchObject({ lambda: 1, lambda_applied: 1, capped: false });
  expect(answered.advantages['c1']).toBe(63 / 64);
});

test('A10: the same patch with different scores stands in one place', () => {
  const { candidates } = fault('A10-duplicates');
  const passing = candidates
    .filter(({ reward }) => reward === 1)
    .map(({ id, patch }) => ({ id, tree: patch! }));
  const folded = consensus(passing, [pass({ scores: { c1: 5, c2: 3 } })], ledgerOf(passing), WEIGHTS);
  expect(folded).toMatchObject({ order: { T1: [], T2: [['c1', 'c2']], T3: [] } });
});

test('A11: a repeated id is refused by name', () => {
  expect(() => answer(fault('A11-repeated-ids'))).toThrow(/rollouts\[1\]\.id is "c1"; duplicate id/);
});

test('A12: a failure counts, a verifier that never ran does not', () => {
  expect(answer(fault('A12-timeout-vs-zero')).advantages).toEqual({ c1: -0.5, c2: null, c3: null, c4: 0.5 });
});
