/** Turns what a schema refused into problems a person can act on: field, value, what was expected. */
import { z } from 'zod';
import { Fault, type FaultPlace, type Problem } from '../fault.js';
import { nearest } from '../text/nearest.js';
import { plural } from '../text/plural.js';
import { fieldOf, quoted, type Step } from './field.js';

/** A problem that still knows its path, so its line can be found. */
export interface PathProblem {
  readonly path: readonly Step[];
  readonly message: string;
}

const MAX_SHOWN = 20;
/** A file of the wrong kind can have a million: up to ten thousand are counted, a hundred kept. */
const MAX_COUNTED = 10_000;
const MAX_KEPT = 100;
const NAMES: Record<string, string> = {
  string: 'a text',
  number: 'a finite number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const UNITS: Record<string, [string, string?]> = { string: ['character'], array: ['entry', 'entries'] };

/** The second half of a message, for everything that a schema does not word itself. */
const expectation: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${oneOf(issue.values.map(String), issue.input)}`;
    case 'too_small':
      return `expected ${issue.inclusive ? 'at least' : 'more than'} ${amount(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `expected ${issue.inclusive ? 'at most' : 'less than'} ${amount(issue.maximum, issue.origin)}`;
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(key, shapeOf(issue.inst))).join('\n');
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `expected ${oneOf(issue.options.map(String), undefined)}`
        : undefined;
    default:
      return undefined;
  }
};

const amount = (limit: number | bigint, origin: string): string =>
  UNITS[origin] === undefined ? String(limit) : plural(Number(limit), ...UNITS[origin]);

function oneOf(values: readonly string[], input: unknown): string {
  const list = values.map((value) => JSON.stringify(value)).join(', ');
  const meant = typeof input === 'string' ? nearest(input, values) : null;
  const expected = values.length === 1 ? list : `one of ${list}`;
  return meant !== null && values.length > 1
    ? `${expected}; did you mean ${JSON.stringify(meant)}?`
    : expected;
}

/** The keys that an object or a record may have, as far as they are named. */
function shapeOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  const isNamed = schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum;
  return isNamed ? (schema.keyType as z.ZodEnum).options.map(String) : [];
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  if (meant !== null) return `unknown key; did you mean "${meant}"?`;
  const own = known.includes('extra') ? '; your own data goes under extra' : '';
  return `unknown key; known are ${known.join(', ')}${own}`;
}

function pathProblems(issue: z.core.$ZodIssue, root: unknown, base: readonly Step[]): PathProblem[] {
  const path = [...base, ...(issue.path as Step[])];
  if (issue.code === 'unrecognized_keys') {
    const messages = issue.message.split('\n');
    return issue.keys.map((key, index) => ({ path: [...path, key], message: messages[index] ?? '' }));
  }
  if (issue.code === 'invalid_union') {
    const near = issue.errors.filter((branch) => !branch.some(isOtherType));
    // Of several that could be meant it is the one that knows the keys; where none does, the union says what it knows.
    const meant = near.length > 1 ? near.find((branch) => !branch.some(isOtherKind)) : near[0];
    if (meant) return meant.flatMap((inner) => pathProblems(inner, root, path));
  }
  const value = valueAt(root, path);
  const isRule =
    issue.code === 'custom' && typeof value === 'object' && value !== null && !Array.isArray(value);
  return [{ path, message: isRule ? issue.message : `${shown(value)}; ${issue.message}` }];
}

/** True where a branch of a union did not even get the right type of value: the person meant another branch. */
const isOtherType = (issue: z.core.$ZodIssue): boolean =>
  issue.path.length === 0 &&
  (issue.code === 'invalid_type' ||
    (issue.code === 'invalid_union' && issue.errors.every((branch) => branch.some(isOtherType))));

const isOtherKind = ({ path, code }: z.core.$ZodIssue): boolean =>
  path.length === 0 && code === 'unrecognized_keys';

function valueAt(root: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((value, step) => {
    const within = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    return within ? (value as Record<Step, unknown>)[step] : undefined;
  }, root);
}

export function shown(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (typeof value === 'string') return `is ${quoted(value)}`;
  if (Array.isArray(value)) {
    const plain = value.length <= 4 && value.every((item) => typeof item === 'number');
    return plain ? `is [${value.join(', ')}]` : `is a list of ${value.length}`;
  }
  return `is ${typeof value === 'object' && value !== null ? 'an object' : String(value)}`;
}

/** Checks a value against a schema: the value, or everything that is wrong with it. */
export function checkSchema<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { value: T } | { problems: PathProblem[] } {
  let count = 0;
  const error: z.core.$ZodErrorMap = (issue) => {
    count += 1;
    if (count > MAX_COUNTED) throw new RangeError('too many issues');
    return expectation(issue);
  };
  try {
    const checked = schema.safeParse(value, { error });
    if (checked.success) return { value: checked.data };
    const { issues } = checked.error;
    const problems = issues.slice(0, MAX_KEPT).flatMap((issue) => pathProblems(issue, value, []));
    const more = issues.length - MAX_KEPT;
    return { problems: more > 0 ? [...problems, { path: [], message: `${more} more problems` }] : problems };
  } catch (error) {
    // Ours, or the stack's: zod spreads its issues into calls, and some hundred thousand of them exhaust it.
    if (!(error instanceof RangeError)) throw error;
    return {
      problems: [{ path: [], message: 'has more faults than can be listed: is this the right file?' }],
    };
  }
}

/** One fault for all problems of a record; at most twenty are spelt out. */
export function refusal(problems: readonly Problem[], place: Pick<FaultPlace, 'file' | 'line'>): Fault {
  const [first] = problems;
  if (first && problems.length === 1) {
    const line = place.line ?? first.line;
    const at = { ...place, ...(first.field && { field: first.field }), ...(line && { line }) };
    return new Fault('input', first.message, { ...at, problems });
  }
  const lines = problems.slice(0, MAX_SHOWN).map(({ field, line, message }) => {
    const where = [field, line && `(line ${line})`].filter(Boolean).join(' ');
    return `\n  ${where ? `${where}: ` : ''}${message}`;
  });
  const rest = problems.length > MAX_SHOWN ? `\n  and ${problems.length - MAX_SHOWN} more` : '';
  return new Fault('input', `${problems.length} problems${lines.join('')}${rest}`, { ...place, problems });
}

export const toProblem = ({ path, message }: PathProblem): Problem => ({ field: fieldOf(path), message });
