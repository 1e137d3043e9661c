/** Reads one YAML or JSON file against a schema; a typo is refused by name. */
import type { z } from 'zod';
import { checkSchema, refusal, toProblem } from '../src/records/problem.js';
import { readYaml } from './yaml.js';

/** @throws Fault input with the file and every field that cannot be used. */
export const readData = <T>(schema: z.ZodType<T>, file: string): T => held(schema, readYaml(file), file);

/** The same of settings that may all be left out: a file whose lines are all comments sets nothing. */
export const readSettings = <T>(schema: z.ZodType<T>, file: string): T =>
  held(schema, readYaml(file) ?? {}, file);

function held<T>(schema: z.ZodType<T>, data: unknown, file: string): T {
  const checked = checkSchema(schema, data);
  if ('problems' in checked) throw refusal(checked.problems.map(toProblem), { file });
  return checked.value;
}
