/** What testing a rubric on fixtures came to, and its table for people. */
import type { Checked } from '../../src/fixture/check.js';
import { plural } from '../../src/text/plural.js';
import { renderName } from '../../src/text/render.js';

export interface FixtureReport {
  readonly name: string;
  readonly checks: readonly Checked[];
  /** Why there is no result to check, or null. */
  readonly problem: string | null;
  /** What moved against the recorded run; null where nothing was compared. */
  readonly moved: readonly string[] | null;
  readonly seconds: number;
}

const MARKS: Record<Checked['outcome'], string> = { holds: 'ok', broken: 'BROKEN', not_asked: 'not asked' };

export const isBroken = ({ checks, problem }: FixtureReport): boolean =>
  problem !== null || checks.some(({ outcome }) => outcome === 'broken');

export function reportTable(reports: readonly FixtureReport[]): string {
  const lines = reports.flatMap((report) => [renderName(report.name), ...rows(report), '']);
  const all = reports.flatMap(({ checks }) => checks);
  const count = (outcome: Checked['outcome']): number => all.filter((one) => one.outcome === outcome).length;
  const ungraded = reports.filter(({ problem }) => problem !== null).length;
  const total = `${count('holds')} hold, ${count('broken')} broken, ${count('not_asked')} not asked`;
  const without = `${plural(ungraded, 'fixture')} without a verdict`;
  return `${[...lines, ungraded > 0 ? `${total}; ${without}` : total].join('\n')}\n`;
}

function rows({ checks, problem, moved }: FixtureReport): string[] {
  const line = (mark: string, text: string): string => `  ${mark.padEnd(9)}  ${renderName(text)}`.trimEnd();
  return [
    ...(problem?.split('\n').map((text, at) => line(at === 0 ? 'BROKEN' : '', text)) ?? []),
    ...checks.flatMap(({ relation, outcome, why }) => [
      line(MARKS[outcome], relation),
      ...(why === null ? [] : [line('', why)]),
    ]),
    ...(moved === null
      ? []
      : [line('moved', moved.length === 0 ? 'nothing' : ''), ...moved.map((text) => line('', text))]),
  ];
}
