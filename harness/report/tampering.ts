/** What candidates say to whoever grades: per candidate how often, and the first place with its quote. */
import type { Result } from '../../src/records/result.js';
import type { RolloutResult } from '../../src/records/rollout-result.js';
import { renderMessageLine, renderName } from '../../src/text/render.js';
import { PAGE_WIDTH, wrap } from './columns.js';
import { citedLines } from './findings.js';

const TITLE = 'tampering (what speaks to whoever grades; no score depends on it):';

/** Empty where nobody does. */
export function tamperingSection({ rollouts }: Result): string[] {
  const lines = rollouts.flatMap(linesOf);
  return lines.length === 0 ? [] : [TITLE, ...lines];
}

function linesOf({ id, tamper_reports: reports }: RolloutResult): string[] {
  const [first] = reports;
  if (first === undefined) return [];
  const count = reports.length === 1 ? '1 report:' : `${reports.length} reports, the first one:`;
  return [
    `  ${renderName(id)}`,
    ...wrap(`${count} ${renderMessageLine(first.claim)}`, PAGE_WIDTH, '    '),
    ...citedLines(first.citations),
  ];
}
