/** The JSON Schema of each record, made from the zod schema that validates it. */
import { z } from 'zod';
import { GROUP_SCHEMA, Group } from './group.js';
import { RESULT_SCHEMA, Result } from './result.js';
import { RUBRIC_SCHEMA, TaskRubric } from './task-rubric.js';

const PUBLISHED = {
  group: {
    record: Group,
    title: GROUP_SCHEMA,
    description:
      'One coding task and all rollouts of it. Unique rollout ids and spans within tokens are checked by `gagar check`.',
  },
  result: {
    record: Result,
    title: RESULT_SCHEMA,
    description: 'What grading one group came to: one entry per input rollout, joined by id.',
  },
  rubric: {
    record: TaskRubric,
    title: RUBRIC_SCHEMA,
    description:
      'What a good solution of one task shows, and a good way of working on it. Written as YAML or JSON.',
  },
} as const;

export type SchemaName = keyof typeof PUBLISHED;
export const SCHEMA_NAMES = Object.keys(PUBLISHED) as SchemaName[];

/** JSON Schema 2020-12 of a record as it is written: what a default fills in is not required. */
export function jsonSchemaOf(name: SchemaName): Record<string, unknown> {
  const { record, title, description } = PUBLISHED[name];
  const { $schema, ...body } = z.toJSONSchema(record, { io: 'input' });
  return { $schema, $id: `urn:${title.replace('/', ':')}`, title, description, ...body };
}
