/** From bytes or a value to a validated record: text, JSON, schema name, schema, then the checks of check.ts. */
import type { z } from 'zod';
import { Fault, type FaultPlace, type Problem } from '../fault.js';
import { checkGroup } from './check.js';
import { GROUP_SCHEMA, Group } from './group.js';
import { linesOf, parseJson } from './json.js';
import { checkSchema, type PathProblem, refusal, shown, toProblem } from './problem.js';
import { RESULT_SCHEMA, Result } from './result.js';
import { StoredResult } from './stored.js';
import { RUBRIC_SCHEMA, TaskRubric } from './task-rubric.js';

/** Where a record was read; a `line` means one line of a JSONL, and then faults do not count lines of their own. */
export type RecordPlace = Pick<FaultPlace, 'file' | 'line'>;

export interface ParsedGroup {
  readonly group: Group;
  readonly warnings: readonly Problem[];
}

/**
 * Reads `gagar.group/1` from the bytes or text of one JSON document.
 * @throws Fault input with every problem found, `place.problems`
 */
export function parseGroup(input: Uint8Array | string, place: RecordPlace = {}): ParsedGroup {
  const text = decode(input, place);
  const value = parseAt(text, place);
  const checked = inspectGroup(value);
  if ('problems' in checked) throw refusal(located(text, checked.problems, place), place);
  return checked;
}

/** Validates a group that was built in memory, as `parseGroup` does. @throws Fault input */
export function groupFrom(value: unknown): ParsedGroup {
  const checked = inspectGroup(value);
  if ('problems' in checked) throw refusal(checked.problems.map(toProblem), {});
  return checked;
}

/** Reads `gagar.result/1` from the bytes or text of one JSON document. @throws Fault input */
export const parseResult = (input: Uint8Array | string, place: RecordPlace = {}): Result =>
  parseAs(Result, RESULT_SCHEMA, input, place).checked;

/** As `parseResult`, checked no further than folding it again reads. @throws Fault input */
export const parseStored = (input: Uint8Array | string, place: RecordPlace = {}): Result =>
  parseAs(StoredResult, RESULT_SCHEMA, input, place).given as Result;

/** Reads one JSON document; its `schema` is `name`, or it is a part that has none. @throws Fault input with every problem found */
export const parseDocument = <T>(
  schema: z.ZodType<T>,
  name: string | null,
  input: Uint8Array | string,
  place: RecordPlace,
): T => parseAs(schema, name, input, place).checked;

function parseAs<T>(
  schema: z.ZodType<T>,
  name: string | null,
  input: Uint8Array | string,
  place: RecordPlace,
) {
  const text = decode(input, place);
  const given = parseAt(text, place);
  const found = name === null ? checkSchema(schema, given) : inspect(schema, name, given);
  if ('problems' in found) throw refusal(located(text, found.problems, place), place);
  return { given, checked: found.value };
}

/** Validates a task's rubric, however it was written. @throws Fault input with every problem found */
export function taskRubricFrom(value: unknown, place: RecordPlace = {}): TaskRubric {
  const checked = inspect(TaskRubric, RUBRIC_SCHEMA, value);
  if ('problems' in checked) throw refusal(checked.problems.map(toProblem), place);
  return checked.value;
}

function inspectGroup(input: unknown): ParsedGroup | { problems: PathProblem[] } {
  const checked = inspect(Group, GROUP_SCHEMA, input);
  if ('problems' in checked) return checked;
  const { problems, warnings } = checkGroup(checked.value);
  if (problems.length > 0) return { problems };
  return { group: checked.value, warnings: warnings.map(toProblem) };
}

/** A record of another kind gets one problem, its name, and not one for every field it lacks. */
function inspect<T>(schema: z.ZodType<T>, name: string, value: unknown) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject)
    return { problems: [{ path: [], message: `${shown(value)}; expected an object of ${name}` }] };
  const own = (value as { schema?: unknown }).schema;
  if (own === name) return checkSchema(schema, value);
  const is = own === undefined ? 'is missing' : `is ${JSON.stringify(own)?.slice(0, 60)}`;
  return { problems: [{ path: ['schema'], message: `${is}; expected "${name}"` }] };
}

function parseAt(text: string, place: RecordPlace): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, error.message, { ...error.place, ...place }, { cause: error });
  }
}

function located(text: string, problems: readonly PathProblem[], place: RecordPlace): Problem[] {
  if (place.line !== undefined) return problems.map(toProblem);
  const near = problems.slice(0, LOCATED);
  const lines = linesOf(
    text,
    near.map(({ path }) => path),
  );
  return problems.map((problem, index) => {
    const line = lines[index];
    return { ...toProblem(problem), ...(line !== undefined && { line }) };
  });
}

/** Problems beyond these are counted, not shown. */
const LOCATED = 20;

const strict = new TextDecoder('utf-8', { fatal: true });

function decode(input: Uint8Array | string, place: RecordPlace): string {
  if (typeof input === 'string') return input.charCodeAt(0) === 0xfeff ? input.slice(1) : input;
  try {
    return strict.decode(input);
  } catch (cause) {
    const line = place.line ?? firstBadLine(input);
    const utf16 = [input[0], input[1]].sort().join() === '254,255';
    const message = utf16
      ? 'is UTF-16; expected UTF-8'
      : 'is not UTF-8; a text in another encoding goes into a file of its own, as bytes';
    throw new Fault('input', message, { ...place, ...(!utf16 && { line }) }, { cause });
  }
}

function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
    try {
      strict.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end;
  }
  return line;
}
