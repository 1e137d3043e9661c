/** Reads one YAML or JSON file against a schema; a typo is refused by name. */
import type { z } from 'zod';
import { checkSchema, refusal, toProblem } from '../src/records/problem.js';
import { readYaml } from './yaml.js';

/** @throws Fault input with the file and every field that cannot be used. */
export function readData<T>(schema: z.ZodType<T>, file: string): T {
  const checked = checkSchema(schema, readYaml(file));
  if ('problems' in checked) throw refusal(checked.problems.map(toProblem), { file });
  return checked.value;
}
