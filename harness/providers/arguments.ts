/** Reads the arguments of a tool call as a model wrote them: used whole or named malformed, never mended. */
import { jsonErrorAt } from '../../src/text/json-error.js';
import { isWellFormed } from '../../src/text/well-formed.js';
import { type Call, JsonObject } from './turn.js';

const MAX_RAW = 4_000;

/** Far above any arguments of ours; 20 MB of brackets would parse into gigabytes. */
const MAX_TEXT = 4 * 1024 * 1024;

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;

const malformed = (raw: string, problem: string): Pick<Call, 'arguments' | 'malformed'> => ({
  arguments: null,
  malformed: { raw: raw.length > MAX_RAW ? `${raw.slice(0, MAX_RAW)}…` : raw, problem },
});

/** Deeper than any tool's arguments, and far from what exhausts the stack of a reader. */
const MAX_DEPTH = 64;

const HALF = 'hold half a surrogate pair, which is no character: leave it out';

/**
 * What arguments do that are JSON text and still cannot be used, or null. JSON can hold 1e999, a million brackets and
 * half a character; what reads it again, digests and recordings, cannot.
 */
export function beyondRecords(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return isWellFormed(value) ? null : HALF;
  if (typeof value === 'number' && !Number.isFinite(value)) return 'hold a number that is too large';
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= MAX_DEPTH) return `are nested deeper than ${MAX_DEPTH} levels`;
  if (!Object.keys(value).every(isWellFormed)) return HALF;
  for (const item of Object.values(value)) {
    const problem = beyondRecords(item, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** Text is parsed (nothing at all means no arguments); a server that already gives an object is taken at its word. */
export function readArguments(given: unknown): Pick<Call, 'arguments' | 'malformed'> {
  if (given === undefined || (typeof given === 'string' && given.trim() === ''))
    return { arguments: {}, malformed: null };
  let value = given;
  if (typeof given === 'string') {
    if (given.length > MAX_TEXT)
      return malformed(given, `the arguments have ${given.length} characters, more than ${MAX_TEXT}`);
    try {
      value = JSON.parse(given);
    } catch {
      const at = jsonErrorAt(given);
      const near = given.slice(Math.max(0, at - 10), at + 10);
      const where = at < given.length ? `near ${JSON.stringify(near)}` : 'the text ends too early';
      return malformed(given, `the arguments are not valid JSON at position ${at}: ${where}`);
    }
  }
  const object = JsonObject.safeParse(value);
  if (object.success) {
    const problem = beyondRecords(object.data);
    if (problem === null) return { arguments: object.data, malformed: null };
    return malformed(typeof given === 'string' ? given : '(an object)', `the arguments ${problem}`);
  }
  return malformed(
    typeof given === 'string' ? given : JSON.stringify(given),
    `the arguments are ${kindOf(value)}, not an object`,
  );
}

/** What goes back to an API that takes objects only: the model sees what it wrote. */
export const argumentsToSend = ({ arguments: given, malformed: wrong }: Call): JsonObject =>
  given ?? { INVALID_JSON: wrong?.raw ?? '' };
