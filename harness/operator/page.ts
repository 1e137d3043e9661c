/** Pages for who judges at a terminal: tools with the schemas of their arguments, and a submission to fill in. */
import type { Sheet } from '../../src/judge/sheet.js';
import { DIMENSIONS } from '../../src/vocabulary.js';
import type { ModelRequest } from '../providers/port.js';

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
