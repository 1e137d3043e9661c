/** Pages for who judges at a terminal: tools with the schemas of their arguments, what was done so far, a submission to fill in. */
import type { Sheet } from '../../src/judge/sheet.js';
import { renderMessageLine } from '../../src/text/render.js';
import { DIMENSIONS } from '../../src/vocabulary.js';
import type { ModelRequest } from '../providers/port.js';
import { isTurnStep, type RecordingStep } from '../recording.js';

/** A bound that every whole number has says nothing to a reader. */
const plainly = (schema: unknown): string =>
  JSON.stringify(schema, (key, value) =>
    key === 'maximum' && value === Number.MAX_SAFE_INTEGER ? undefined : value,
  );

/** What several schemas refer to stands below them, once. */
export function toolList({ tools }: Pick<ModelRequest, 'tools'>): string {
  const shared = new Map<string, unknown>();
  const entries = tools.map(({ name, description, schema: { $defs, ...schema } }) => {
    for (const [id, part] of Object.entries($defs ?? {})) shared.set(id, part);
    return `\n${name}: ${description}\n${plainly(schema)}`;
  });
  const parts = [...shared].map(
    ([id, part]) => `\n#/$defs/${id}, which the schemas above refer to:\n${plainly(part)}`,
  );
  return ['Tools, and the JSON Schema of their arguments', ...entries, ...parts].join('\n');
}

/** Nothing found of anybody: a submission that is accepted as it stands, and says where the scores go. */
export function blankSubmission({ candidates }: Sheet): string {
  const rows = candidates.map(({ alias }) =>
    JSON.stringify({
      candidate: alias,
      ...Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, 4])),
      flags: [],
    }),
  );
  return `{"candidates": [\n  ${rows.join(',\n  ')}\n], "comparisons": []}\n`;
}

/** What an earlier sitting wrote down, of which the question itself says nothing; empty where it is nothing. */
export function doneSoFar(steps: readonly RecordingStep[]): string {
  const lines = steps.flatMap((step) => {
    if (isTurnStep(step) || step.result.is_error) return [];
    const { candidate, about, polarity, claim, lead, status, reason } = step.arguments ?? {};
    if (step.tool === 'record_finding')
      return [
        `${step.result.text.replace(/^recorded as /, '')} ${candidate}, ${polarity}, about ${about}: ${claim}`,
      ];
    return step.tool === 'close_lead' ? [`${lead} ${status}: ${reason}`] : [];
  });
  return lines.length === 0 ? '' : ['Done so far', '', ...lines.map(renderMessageLine)].join('\n');
}
