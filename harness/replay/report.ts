/** The drift report of a replay as text: places, and both answers, in which nothing can hide. */
import { clip } from '../../src/text/clip.js';
import { plural } from '../../src/text/plural.js';
import { renderName } from '../../src/text/render.js';
import type { DriftReport, ToolDrift } from './drift.js';

export function driftText({ calls, skipped, drifts }: DriftReport): string {
  const left = skipped === 0 ? '' : `; not run for want of a sandbox: ${plural(skipped, 'call')}`;
  const found =
    drifts.length === 0 ? 'the same answers' : plural(drifts.length, 'answer differs', 'answers differ');
  const first = `${plural(calls, 'tool call')} run again: ${found}${left}`;
  return [first, ...drifts.flatMap(linesOf), ''].join('\n');
}

const linesOf = ({ seq, tool, line, recorded, now }: ToolDrift): string[] => [
  `  step ${seq}, ${renderName(tool)}, line ${line} of the answer`,
  `    recorded  ${shown(recorded)}`,
  `    now       ${shown(now)}`,
];

const shown = (line: string | null): string =>
  line === null ? '(no such line)' : clip(renderName(line), 200);
