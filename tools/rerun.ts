/** `rerun`: the pristine re-run of one candidate, whether its pass survives the base's own tests and runner files. */
import { z } from 'zod';
import type { Case } from '../src/judge/case.js';
import type { Rerun } from '../src/records/result.js';
import { renderName } from '../src/text/render.js';
import type { CheckBook, RanCheck } from './checks.js';
import * as inputs from './inputs.js';
import { streamParts } from './streams.js';
import { defineTool, type JudgeTool, said } from './tool.js';

/** What a pristine re-run of one candidate came to, with the check that shows it. */
export interface RanAgain {
  readonly rerun: Rerun;
  readonly check: Omit<RanCheck, 'tree'>;
}

/** Re-runs the candidate of an alias; null where re-runs cannot be had here. */
export type RunAgain = ((alias: string, signal: AbortSignal) => Promise<RanAgain>) | null;

const MAX_NAMES = 40;

export const rerun = (
  { candidate }: Pick<Case, 'candidate'>,
  checks: Pick<CheckBook, 'add'>,
  again: RunAgain,
  keep: (alias: string, rerun: Rerun) => void,
): JudgeTool =>
  defineTool({
    name: 'rerun',
    description:
      'Runs the tests of one candidate again on pristine ground: tests and runner files of the base, everything else of the candidate. Says whether its pass survives, and which tests were collected.',
    input: z.strictObject({ candidate: inputs.candidate }),
    run: async ({ candidate: alias }, signal) => {
      candidate(alias);
      if (again === null)
        return { ...said('not available: pristine re-runs cannot be had here'), is_error: true };
      const { rerun: found, check } = await again(alias, signal);
      keep(alias, found);
      const record = checks.add({ ...check, tree: alias });
      const { survives, collected, flaky } = found;
      const verdict = survives === null ? 'could not be decided' : survives ? 'survives' : 'does not survive';
      return {
        parts: [
          `re-run ${record.check_id} of ${alias}: the pass ${verdict}`,
          ...(['base', 'candidate', 'pristine'] as const).map(
            (where) => `collected on ${where}: ${collected[where].length} tests`,
          ),
          ...missing(collected),
          ...(flaky.length === 0 ? [] : ['flaky:', { data: names(flaky) }]),
          ...streamParts({
            stdout: check.stdout ?? new Uint8Array(),
            stderr: check.stderr ?? new Uint8Array(),
          }),
        ],
        check: record,
      };
    },
  });

const names = (ids: readonly string[]): string => ids.slice(0, MAX_NAMES).map(renderName).join('\n');

function missing({ base, candidate }: Rerun['collected']) {
  const own = new Set(candidate);
  const lost = base.filter((id) => !own.has(id));
  return lost.length === 0
    ? []
    : [`${lost.length} tests of the base are not collected on the candidate:`, { data: names(lost) }];
}
