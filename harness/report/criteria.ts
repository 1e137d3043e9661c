/** The tables of a group that a rubric refined: what each pass earned, and how every criterion was answered. */
import type { Result } from '../../src/records/result.js';
import type { RolloutResult } from '../../src/records/rollout-result.js';
import { renderName } from '../../src/text/render.js';
import { opening, passWord, right, signed } from './candidates.js';
import { type Column, PAGE_WIDTH, table, wrap } from './columns.js';

const share = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : value.toFixed(3);

const byReward = (a: RolloutResult, b: RolloutResult): number =>
  (a.rank ?? 1e9) - (b.rank ?? 1e9) || (a.id < b.id ? -1 : 1);

export function rewardTable({ rollouts, stations }: Result): string[] {
  const rewards = stations.grs ?? stations.effective;
  const columns: Column<RolloutResult>[] = [
    ...opening(passWord),
    right('R_test', 6, (one) => share(one.reward_effective)),
    right('S_sol', 6, (one) => share(one.grs?.s_sol)),
    right('S_beh', 6, (one) => share(one.grs?.s_beh)),
    right('R', 6, (one) => share(one.valid ? rewards[one.id] : null)),
    right('advantage', 15, (one) => `${signed(one.advantage_outcome)} -> ${signed(one.advantage)}`),
  ];
  return table(columns, [...rollouts].sort(byReward));
}

/** A product is 0 where one factor is: then passing was worth nothing, which a reader must not have to find out. */
export function worthlessLines({ rollouts, stations }: Result): string[] {
  const names = rollouts
    .filter(({ id, passed_effective, grs }) => passed_effective && grs !== null && stations.grs?.[id] === 0)
    .map(({ id }) => renderName(id));
  if (names.length === 0) return [];
  const told = `earns nothing, as a failure does: one of its two sums is 0: ${names.join(', ')}`;
  return wrap(told, PAGE_WIDTH);
}

const SIGNS = { yes: 'Y', partial: 'p', no: '-', unassessed: '?' } as const;

/** One line per criterion, one sign per pass: Y yes, p partial, - no, ? not assessed. */
export function criteriaSection({ rollouts }: Result): string[] {
  const assessed = [...rollouts].sort(byReward).filter(({ grs }) => grs !== null);
  const ids = assessed[0]?.grs?.criteria ?? [];
  if (ids.length === 0) return [];
  const lines = ids.map(({ id, weight }, at) => {
    const signs = assessed.map(({ grs }) => SIGNS[grs?.criteria[at]?.verdict ?? 'unassessed']).join(' ');
    return `  ${signs}  ${String(weight).padStart(4)}  ${renderName(id)}`;
  });
  const names = assessed.map(({ id }) => renderName(id)).join(', ');
  return [
    ...wrap(`criteria (Y yes, p partial, - no, ? not assessed; weight), in the order ${names}:`, PAGE_WIDTH),
    ...lines,
  ];
}
