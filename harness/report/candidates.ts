/** The candidate table of the report: one line per rollout, best first. */
import type { Result, RolloutResult } from '../../src/records/result.js';
import { DIMENSIONS } from '../../src/vocabulary.js';
import { advantageBar } from './bar.js';
import { type Column, table } from './columns.js';

const COLUMNS: readonly Column[] = [
  { title: 'candidate', width: 16 },
  { title: 'pass', width: 4 },
  { title: 'tier', width: 4 },
  { title: 'fit', width: 3, align: 'right' },
  { title: 'prc', width: 3, align: 'right' },
  { title: 'min', width: 3, align: 'right' },
  { title: 'sfx', width: 3, align: 'right' },
  { title: 'con', width: 3, align: 'right' },
  { title: 'f', width: 4, align: 'right' },
  { title: 'advantage', width: 15, align: 'right' },
  { title: '', width: 12 },
];

/** A number with a sign and three significant decimals at most; `-` where there is none. */
export const signed = (value: number | null): string =>
  value === null ? '-' : `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;

const score = (value: number | undefined): string =>
  value === undefined ? '-' : Number.isInteger(value) ? `${value}` : value.toFixed(1);

/** yes, no, or why a rollout does not count: `zero` for a confirmed violation, `mask` for a masked row. */
function passWord({ valid, passed, passed_effective }: RolloutResult): string {
  if (!valid) return 'mask';
  if (passed && !passed_effective) return 'zero';
  return passed ? 'yes' : 'no';
}

function byRank(a: RolloutResult, b: RolloutResult): number {
  const place = (rollout: RolloutResult): number =>
    rollout.rank ?? (rollout.valid ? (rollout.passed_effective ? 1e6 : 1e7) : 1e8);
  return place(a) - place(b) || (a.id < b.id ? -1 : 1);
}

export function candidateTable({ rollouts }: Result): string[] {
  const scale = Math.max(...rollouts.flatMap((one) => [one.advantage ?? 0, one.advantage_outcome ?? 0]));
  const rows = [...rollouts]
    .sort(byRank)
    .map((one) => [
      one.id,
      passWord(one),
      one.tier ?? '-',
      ...DIMENSIONS.map((dimension) => score(one.scores?.[dimension])),
      one.factor === null ? '-' : one.factor.toFixed(2),
      `${signed(one.advantage_outcome)} -> ${signed(one.advantage)}`,
      advantageBar(one.advantage_outcome, one.advantage, scale),
    ]);
  return table(COLUMNS, rows);
}
