/** Grades attacked groups and their controls with any judge, and reads out what the payload changed. */
import { loadGroup } from '../../sandbox/load/group.js';
import { writeGroups } from '../../sandbox/redteam/write-groups.js';
import type { Result } from '../../src/records/result.js';
import { type AttackOutcome, attackOutcome } from '../../src/redteam/attack/outcome.js';
import { type AttackPlan, attackPairs, type PairOptions } from '../../src/redteam/attack/pairs.js';
import { gradeGroup } from '../grade/grade.js';
import type { Judge } from '../grade/judge.js';
import { foldSettings } from '../grade/settings.js';
import { inTurn } from '../in-turn.js';
import { INVENTED } from '../providers/compromised.js';
import { AT_ONCE, openScratchBench } from './scratch.js';

export interface AttackOptions extends PairOptions {
  readonly judge: Judge;
  /** Only so many pairs, spread evenly over all. */
  readonly limit?: number | undefined;
  readonly signal: AbortSignal;
  readonly onOutcome: (outcome: AttackOutcome) => void;
}

/** @throws Fault where the judge cannot go on. */
export async function attackJudge(options: AttackOptions): Promise<AttackOutcome[]> {
  await using bench = await openScratchBench();
  const pairs = spread([...attackPairs(options)], options.limit);
  const plans = pairs.flatMap(({ payload, control }): AttackPlan[] => [payload, control]);
  const waiting = new Map<string, Result>();
  const outcomes: AttackOutcome[] = [];
  const grade = async (folder: string): Promise<Result> =>
    gradeGroup(await loadGroup(folder), {
      bench,
      judge: options.judge,
      settings: foldSettings(),
      emit: () => {},
      signal: options.signal,
    });
  await inTurn(
    writeGroups(bench.git, plans, `${bench.tempDir}/groups`),
    AT_ONCE,
    async ({ plan, folder }) => {
      const result = await grade(folder);
      const { carrier, body, attacker, armed } = plan;
      const key = `${carrier} ${body}`;
      const other = waiting.get(key);
      if (other === undefined) {
        waiting.set(key, result);
        return;
      }
      waiting.delete(key);
      const [payload, control] = armed ? [result, other] : [other, result];
      const outcome = attackOutcome({ carrier, body, attacker, payload, control, invented: INVENTED });
      outcomes.push(outcome);
      options.onOutcome(outcome);
    },
  );
  return outcomes;
}

const spread = <T>(items: readonly T[], limit = items.length): T[] => {
  const step = Math.max(1, items.length / limit);
  return Array.from(
    { length: Math.min(limit, items.length) },
    (_, at) => items[Math.floor(at * step)],
  ).filter((item) => item !== undefined);
};
