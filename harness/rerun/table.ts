/** The outcome of a re-run for people: the evaluation first, then a line and a reason for every candidate. */
import type { CandidateRerun, GroupRerun } from '../../sandbox/rerun/rerun.js';
import { renderName } from '../../src/text/render.js';
import { type Column, table, wrap } from '../report/columns.js';

const COLUMNS: readonly Column[] = [
  { title: 'candidate', width: 16 },
  { title: 'pass', width: 4 },
  { title: 'survives', width: 8 },
  { title: 'base', width: 5, align: 'right' },
  { title: 'own', width: 5, align: 'right' },
  { title: 'pristine', width: 8, align: 'right' },
  { title: 'flaky', width: 5, align: 'right' },
];

const word = (value: boolean | null): string => (value === null ? '?' : value ? 'yes' : 'no');

export function rerunText({ evaluation, candidates, checks }: GroupRerun): string {
  const rows = table(COLUMNS, candidates.map(cells));
  return [
    ...wrap(`Evaluation: ${evaluation.status}: ${renderName(evaluation.reason)}`, 80),
    `Runs of the test command: ${checks}`,
    '',
    'Tests collected: on the base, with the candidate as it is, and in its pristine form.',
    ...rows,
    '',
    ...candidates.flatMap(reasons),
    '',
  ].join('\n');
}

const cells = ({ id, passed, survives, collected, flaky }: CandidateRerun): string[] => [
  id,
  passed ? 'yes' : 'no',
  word(survives),
  ...[collected.base, collected.candidate, collected.pristine, flaky].map((ids) => `${ids.length}`),
];

function reasons({ id, reason, put_back, flaky }: CandidateRerun): string[] {
  const back = put_back === '' ? '' : `; put back: ${put_back}`;
  const unsteady = flaky.length === 0 ? '' : `; flaky: ${flaky.slice(0, 3).join(', ')}`;
  return wrap(`${renderName(id)}: ${renderName(`${reason}${back}${unsteady}`)}`, 80);
}
