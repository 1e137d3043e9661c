/** `rerun`: the pristine re-run of one candidate, whether its pass survives the base's own tests and runner files. */
import { z } from 'zod';
import { Fault } from '../src/fault.js';
import type { Case } from '../src/judge/case.js';
import type { Rerun } from '../src/records/rollout-result.js';
import { renderName } from '../src/text/render.js';
import type { CheckBook } from './checks.js';
import { orFault, unable } from './engine-fault.js';
import * as inputs from './inputs.js';
import { answerOf, defineTool, type JudgeTool } from './tool.js';

/** What a pristine re-run of one candidate came to. */
export interface RanAgain extends Rerun {
  readonly reason: string;
}

/** Re-runs the candidate of an alias; null where re-runs cannot be had here. */
export type RunAgain = ((alias: string, signal: AbortSignal) => Promise<RanAgain>) | null;

export const rerun = (
  { candidate }: Pick<Case, 'candidate'>,
  checks: Pick<CheckBook, 'add'>,
  again: RunAgain,
): JudgeTool =>
  defineTool({
    name: 'rerun',
    description:
      'Runs the tests of one candidate again on pristine ground: tests and runner files of the base, everything else of the candidate. Says whether its pass survives, and which tests were collected; the report can be cited as a check.',
    input: z.strictObject({ candidate: inputs.candidate }),
    run: async ({ candidate: alias }, signal) => {
      candidate(alias);
      if (again === null)
        return { ...answerOf('not available: there are no pristine re-runs here'), is_error: true };
      const ran = await orFault(again(alias, signal));
      if (ran instanceof Fault) return unable(ran.message);
      const report = reportOf(ran);
      const { reason, ...rerun } = ran;
      const check = checks.add({
        tree: alias,
        command: 'rerun',
        exit_code: null,
        timed_out: false,
        stdout: null,
        stderr: null,
        report: Buffer.from(report),
        rerun,
      });
      return { parts: [`check ${check.check_id}, report:`, { data: report }], check };
    },
  });

const MAX_NAMES = 40;
const WORDS = { true: 'survives', false: 'does not survive', null: 'could not be decided' } as const;

function reportOf({ survives, collected, flaky, reason }: RanAgain): string {
  const own = new Set(collected.candidate);
  const lost = collected.base.filter((id) => !own.has(id));
  return [
    `pristine re-run: the pass ${WORDS[`${survives}`]}`,
    `reason: ${renderName(reason)}`,
    `tests collected on the base: ${collected.base.length}`,
    `tests collected on the candidate: ${collected.candidate.length}`,
    `tests collected on the pristine form: ${collected.pristine.length}`,
    ...names('tests of the base that the candidate does not collect', lost),
    ...names('flaky tests', flaky),
  ].join('\n');
}

function names(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const shown = ids.slice(0, MAX_NAMES).map(renderName).join(', ');
  return [`${what}: ${shown}${ids.length > MAX_NAMES ? ` and ${ids.length - MAX_NAMES} more` : ''}`];
}
