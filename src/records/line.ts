/** Reads one JSONL line against a schema, or says in one line what is wrong with it. */
import type { z } from 'zod';
import { Fault } from '../fault.js';
import { parseJson } from './json.js';
import { checkSchema, toProblem } from './problem.js';

const MAX_SHOWN = 5;

/** @throws Fault input that names every field, its value and the way out. */
export const parseLine = <T>(schema: z.ZodType<T>, text: string): T => lineFrom(schema, parseJson(text));

/** Validates a line that was built in memory, as `parseLine` does. @throws Fault input */
export function lineFrom<T>(schema: z.ZodType<T>, value: unknown): T {
  const checked = checkSchema(schema, value);
  if ('value' in checked) return checked.value;
  const problems = checked.problems.map(toProblem);
  const shown = problems
    .slice(0, MAX_SHOWN)
    .map(({ field, message }) => (field === '' ? message : `${field} ${message}`));
  const rest = problems.length > MAX_SHOWN ? [`and ${problems.length - MAX_SHOWN} more problems`] : [];
  throw new Fault('input', [...shown, ...rest].join('; '), { problems });
}
