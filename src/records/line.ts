/** Reads one JSONL line against a schema, or says in one line what is wrong with it. */
import type { z } from 'zod';
import { Fault } from '../fault.js';
import { parseJson } from './json.js';
import { checkSchema, toProblem } from './problem.js';

const MAX_SHOWN = 5;

/** @throws Fault input that names every field, its value and the way out. */
export function parseLine<T>(schema: z.ZodType<T>, text: string): T {
  const checked = checkSchema(schema, parseJson(text));
  if ('value' in checked) return checked.value;
  const problems = checked.problems.map(toProblem);
  const shown = problems.slice(0, MAX_SHOWN).map(({ field, message }) => `${field} ${message}`);
  const rest = problems.length > MAX_SHOWN ? [`and ${problems.length - MAX_SHOWN} more problems`] : [];
  throw new Fault('input', [...shown, ...rest].join('; '), { problems });
}
