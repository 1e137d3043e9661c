/** The tables of candidates: of a result, best first, and of a re-run. */
import type { CandidateRerun } from '../../sandbox/rerun/rerun.js';
import type { Result } from '../../src/records/result.js';
import type { RolloutResult } from '../../src/records/rollout-result.js';
import { DIMENSIONS } from '../../src/vocabulary.js';
import { advantageBar } from './bar.js';
import { type Column, table } from './columns.js';

/** Every table of candidates opens with these. */
export const opening = <Row extends { readonly id: string }>(pass: (row: Row) => string): Column<Row>[] => [
  { title: 'candidate', width: 16, of: ({ id }) => id },
  { title: 'pass', width: 4, of: pass },
];

export const right = <Row>(title: string, width: number, of: (row: Row) => string): Column<Row> => ({
  title,
  width,
  align: 'right',
  of,
});

const SCORE_TITLES = ['fit', 'prc', 'min', 'sfx', 'con'] as const;

/** A number with a sign and two decimals; `-` where there is none. */
export const signed = (value: number | null): string =>
  value === null ? '-' : `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;

const score = (value: number | undefined): string =>
  value === undefined ? '-' : Number.isInteger(value) ? `${value}` : value.toFixed(1);

/** yes, no, or why a rollout does not count: `zero` for a confirmed violation, `mask` for a masked row. */
export function passWord({ valid, passed, passed_effective }: RolloutResult): string {
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
  const columns: Column<RolloutResult>[] = [
    ...opening(passWord),
    { title: 'tier', width: 4, of: ({ tier }) => tier ?? '-' },
    ...DIMENSIONS.map((dimension, at) =>
      right<RolloutResult>(SCORE_TITLES[at] ?? '', 3, ({ scores }) => score(scores?.[dimension])),
    ),
    right('f', 4, ({ factor }) => (factor === null ? '-' : factor.toFixed(2))),
    right('advantage', 15, (one) => `${signed(one.advantage_outcome)} -> ${signed(one.advantage)}`),
    { title: '', width: 12, of: (one) => advantageBar(one.advantage_outcome, one.advantage, scale) },
  ];
  return table(columns, [...rollouts].sort(byRank));
}

const word = (value: boolean | null): string => (value === null ? '?' : value ? 'yes' : 'no');

const RERUN: readonly Column<CandidateRerun>[] = [
  ...opening<CandidateRerun>(({ passed }) => word(passed)),
  { title: 'survives', width: 8, of: ({ survives }) => word(survives) },
  right('base', 5, ({ collected }) => `${collected.base.length}`),
  right('own', 5, ({ collected }) => `${collected.candidate.length}`),
  right('pristine', 8, ({ collected }) => `${collected.pristine.length}`),
  right('flaky', 5, ({ flaky }) => `${flaky.length}`),
];

export const rerunTable = (candidates: readonly CandidateRerun[]): string[] => table(RERUN, candidates);
