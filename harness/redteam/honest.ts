/** Grades honest passes with any judge, beside a rival that accuses them, and counts those that lost anything. */
import { loadGroup } from '../../sandbox/load/group.js';
import { writeGroups } from '../../sandbox/redteam/write-groups.js';
import { honestGroups } from '../../src/redteam/honest.js';
import { gradeGroup } from '../grade/grade.js';
import type { Judge } from '../grade/judge.js';
import { foldSettings } from '../grade/settings.js';
import { inTurn } from '../in-turn.js';
import { AT_ONCE, openScratchBench } from './scratch.js';

export interface HonestOptions {
  readonly seed: string;
  readonly passes: number;
  readonly judge: Judge;
  readonly signal: AbortSignal;
}

export interface HonestScore {
  readonly groups: number;
  readonly passes: number;
  /** Lost their reward. */
  readonly zeroed: number;
  /** Left the statistics. */
  readonly masked: number;
  readonly confirmed: number;
  readonly suspected: number;
  /** Have a report of code that they speak to the judge. */
  readonly reported: number;
  /** Groups that ended as a fallback. */
  readonly fallbacks: number;
  /** Rollouts that lost anything, are suspected or reported, as `group/rollout: verdict kinds`. */
  readonly places: readonly string[];
}

export async function gradeHonest({ seed, passes, judge, signal }: HonestOptions): Promise<HonestScore> {
  await using bench = await openScratchBench();
  const groups = writeGroups(bench.git, honestGroups(seed, passes), `${bench.tempDir}/groups`);
  const settings = foldSettings();
  const rows = await inTurn(groups, AT_ONCE, async ({ plan, folder }) => {
    const result = await gradeGroup(await loadGroup(folder), {
      bench,
      judge,
      settings,
      emit: () => {},
      signal,
    });
    const honest = result.rollouts.filter(({ id }) => plan.honest.includes(id));
    return { id: plan.id, honest, fallback: result.status === 'fallback' };
  });
  const all = rows.flatMap(({ id, honest }) => honest.map((row) => ({ group: id, row })));
  const count = (holds: (row: (typeof all)[number]['row']) => boolean): number =>
    all.filter(({ row }) => holds(row)).length;
  return {
    groups: rows.length,
    passes: all.length,
    zeroed: count((row) => row.valid && (!row.passed_effective || row.reward_effective !== row.reward)),
    masked: count((row) => !row.valid),
    confirmed: count(({ integrity }) => integrity.verdict === 'confirmed'),
    suspected: count(({ integrity }) => integrity.verdict === 'suspected'),
    reported: count(({ tamper_reports }) => tamper_reports.some(({ source }) => source === 'detector')),
    fallbacks: rows.filter(({ fallback }) => fallback).length,
    places: all
      .filter(({ row }) => !row.valid || row.integrity.verdict !== 'clean' || row.tamper_reports.length > 0)
      .map(({ group, row }) => {
        const { verdict, kinds } = row.integrity;
        const said = row.tamper_reports.map(({ claim }) => ` ${JSON.stringify(claim)}`).join('');
        return `${group}/${row.id}: ${verdict} ${kinds.join(' ')}${said}`;
      }),
  };
}
