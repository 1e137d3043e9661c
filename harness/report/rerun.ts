/** The outcome of a re-run for people: the evaluation first, then a line and a reason for every candidate. */
import type { CandidateRerun, GroupRerun } from '../../sandbox/rerun/rerun.js';
import { renderName } from '../../src/text/render.js';
import { rerunTable } from './candidates.js';
import { wrap } from './columns.js';

export function rerunText({ evaluation, candidates, checks }: GroupRerun): string {
  return [
    ...wrap(`Evaluation: ${evaluation.status}: ${renderName(evaluation.reason)}`, 80),
    `Runs of the test command: ${checks}`,
    '',
    'Tests collected: on the base, with the candidate as it is, and in its pristine form.',
    ...rerunTable(candidates),
    '',
    ...candidates.flatMap(reasons),
    '',
  ].join('\n');
}

function reasons({ id, reason, put_back, flaky }: CandidateRerun): string[] {
  const back = put_back === '' ? '' : `; put back: ${put_back}`;
  const unsteady = flaky.length === 0 ? '' : `; flaky: ${flaky.slice(0, 3).join(', ')}`;
  return wrap(`${renderName(id)}: ${renderName(`${reason}${back}${unsteady}`)}`, 80);
}
