/** One JSON document, from bytes to a checked value: text, JSON, schema name, schema; what is wrong with it names its line. */
import type { z } from 'zod';
import { Fault, type FaultPlace, type Problem } from '../fault.js';
import { linesOf, parseJson } from './json.js';
import { checkSchema, type PathProblem, refusal, shown, toProblem } from './problem.js';

/** Where a record was read; a `line` means one line of a JSONL, and then faults do not count lines of their own. */
export type RecordPlace = Pick<FaultPlace, 'file' | 'line'>;

export interface JsonDocument {
  readonly text: string;
  readonly value: unknown;
  readonly place: RecordPlace;
}

/** Reads one JSON document; its `schema` is `name`, or it is a part that has none. @throws Fault input with every problem found */
export function parseDocument<T>(
  schema: z.ZodType<T>,
  name: string | null,
  input: Uint8Array | string,
  place: RecordPlace,
): T {
  const document = readDocument(input, place);
  const found =
    name === null ? checkSchema(schema, document.value) : checkRecord(schema, name, document.value);
  if ('problems' in found) throw documentRefusal(document, found.problems);
  return found.value;
}

/** @throws Fault input for bytes that are not UTF-8 and for text that is not JSON */
export function readDocument(input: Uint8Array | string, place: RecordPlace): JsonDocument {
  const text = decode(input, place);
  return { text, value: parseAt(text, place), place };
}

/** As `checkSchema`. A record of another kind gets one problem, its name, and not one for every field it lacks. */
export function checkRecord<T>(
  schema: z.ZodType<T>,
  name: string,
  value: unknown,
): { value: T } | { problems: PathProblem[] } {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject)
    return { problems: [{ path: [], message: `${shown(value)}; expected an object of ${name}` }] };
  const own = (value as { schema?: unknown }).schema;
  if (own === name) return checkSchema(schema, value);
  const is = own === undefined ? 'is missing' : `is ${JSON.stringify(own)?.slice(0, 60)}`;
  return { problems: [{ path: ['schema'], message: `${is}; expected "${name}"` }] };
}

/** The refusal of a document, each problem with the line that it stands in. */
export const documentRefusal = ({ text, place }: JsonDocument, problems: readonly PathProblem[]): Fault =>
  refusal(located(text, problems, place), place);

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

function parseAt(text: string, place: RecordPlace): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, error.message, { ...error.place, ...place }, { cause: error });
  }
}

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
