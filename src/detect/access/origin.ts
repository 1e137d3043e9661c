/** Where the lines of a solution first stood in a trajectory: a line that an output showed before anybody wrote it was taken from there. */
import { isCommonWord } from '../../code/keywords.js';
import type { FileDiff } from '../../diff/model.js';
import type { TraceEvent } from '../../events/event.js';
import type { GroupMaterial } from '../../material.js';
import { readText } from '../source.js';

/** Whose line it is: the candidate's own patch, the reference patch, or the evaluation's tests. */
export type Side = 'patch' | 'reference' | 'tests';

export interface Telltale {
  readonly line: string;
  readonly sides: ReadonlySet<Side>;
  /** Files of the patch that have the line. */
  readonly paths: ReadonlySet<string>;
}

/** Where a telltale line was first seen. */
export interface Origin extends Telltale {
  readonly event: string;
  readonly part: 'input' | 'output';
  /** Offset of the line in the event's text. */
  readonly at: number;
}

const MAX_LINES = 4000;
const MIN_CHARS = 10;

/** Blanks do not count: files are shown with tabs, with numbers before the lines, and re-indented. */
export const plainLine = (line: string): string => line.trim().replace(/\s+/g, ' ');

/** Long enough, with enough words of its own, that two people would rarely write it the same way by chance. */
export function isTelltale(line: string): boolean {
  if (line.replace(/\W/g, '').length < MIN_CHARS) return false;
  const words = line.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  return words.length >= 2 && words.some((word) => word.length > 2 && !isCommonWord(word));
}

const addedLines = (diffs: readonly FileDiff[]): { readonly line: string; readonly path: string }[] =>
  diffs.flatMap(({ path, hunks }) =>
    hunks
      .flatMap(({ lines }) => lines.filter(({ type }) => type === 'added'))
      .map(({ text }) => ({ line: plainLine(text), path })),
  );

/** Lines that the candidate, the reference or the hidden tests add, and that neither the base's files nor the task hold. */
export async function telltalesOf(
  { base, statement, hints, referencePatch, testPatch }: GroupMaterial,
  diff: readonly FileDiff[],
): Promise<Telltale[]> {
  const found = new Map<string, { sides: Set<Side>; paths: Set<string> }>();
  const sides: [Side, readonly FileDiff[]][] = [
    ['patch', diff],
    ['reference', referencePatch],
    ['tests', testPatch],
  ];
  for (const [side, diffs] of sides)
    for (const { line, path } of addedLines(diffs)) {
      if (!isTelltale(line)) continue;
      const known = found.get(line) ?? { sides: new Set(), paths: new Set() };
      known.sides.add(side);
      if (side === 'patch') known.paths.add(path);
      if (found.size < MAX_LINES) found.set(line, known);
    }
  const known = new Set([statement, ...hints].flatMap((text) => text.split('\n').map(plainLine)));
  const paths = new Set(sides.flatMap(([, diffs]) => diffs.map(({ oldPath, path }) => oldPath ?? path)));
  for (const path of paths)
    for (const line of (await readText(base, path))?.split('\n') ?? []) known.add(plainLine(line));
  return [...found].filter(([line]) => !known.has(line)).map(([line, of]) => ({ line, ...of }));
}

export interface OriginWatcher {
  /** @returns lines that this event's output was the first to show */
  event(event: TraceEvent): readonly Origin[];
  /** By line. */
  origins(): ReadonlyMap<string, Origin>;
}

/** A line is looked at only where it ends like one that is looked for: logs of a hundred megabytes go by in seconds. */
const TAIL = 4;
const tailOf = (line: string): string => line.slice(-TAIL);

export function watchOrigins(telltales: readonly Telltale[]): OriginWatcher {
  const open = new Map(telltales.map((telltale) => [telltale.line, telltale]));
  const tails = new Set([...open.keys()].map(tailOf));
  const origins = new Map<string, Origin>();
  const look = (event: TraceEvent, part: 'input' | 'output'): Origin[] => {
    const found: Origin[] = [];
    for (const { line, at } of shownLines(event[part], tails)) {
      const telltale = open.get(line);
      if (telltale === undefined) continue;
      const origin = { ...telltale, event: event.id, part, at };
      open.delete(line);
      origins.set(line, origin);
      found.push(origin);
    }
    return found;
  };
  return {
    event: (event) => {
      if (open.size === 0) return [];
      look(event, 'input');
      return event.output === '' ? [] : look(event, 'output');
    },
    origins: () => origins,
  };
}

interface ShownLine {
  readonly line: string;
  readonly at: number;
}

/** Marks of diff, and numbers or paths that cat, grep and editors put before a line. */
const PREFIX = /^(?:[+\-<>|]+\s?|\s*\d+[\t:|→]\s?|[^\s:]{1,200}[:-]\d+[:-])/;
const MAX_SHOWN = 2000;
const BLANK = /\s/;

/** The lines of a text as a reader knows them, each also without what a program put before it. */
function* shownLines(text: string, tails: ReadonlySet<string>): Generator<ShownLine> {
  let mark = text.indexOf('\\n');
  for (let at = 0; at <= text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    if (mark >= 0 && mark < at) mark = text.indexOf('\\n', at);
    if (end - at >= MIN_CHARS) {
      if (mark >= at && mark < end) yield* escapedLines(text, at, end);
      if (end - at <= MAX_SHOWN && tails.has(lastOf(text, at, end))) yield* readings(text.slice(at, end), at);
    }
    at = end + 1;
  }
}

function lastOf(text: string, from: number, to: number): string {
  let end = to;
  while (end > from && BLANK.test(text[end - 1] as string)) end -= 1;
  return text.slice(Math.max(from, end - TAIL), end);
}

function* readings(raw: string, at: number): Generator<ShownLine> {
  yield { line: plainLine(raw), at };
  let rest = raw;
  for (let times = 0; times < 2; times++) {
    const prefix = PREFIX.exec(rest)?.[0];
    if (prefix === undefined) break;
    rest = rest.slice(prefix.length);
    yield { line: plainLine(rest), at };
  }
}

/** A shown line in every reading. */
export const readingsOf = (raw: string): string[] => [...readings(raw, 0)].map(({ line }) => line);

/** A file inside a JSON text: its line ends are written `\n`. */
function* escapedLines(text: string, from: number, to: number): Generator<ShownLine> {
  for (let at = from; at < to; ) {
    const next = text.indexOf('\\n', at);
    const end = next < 0 || next > to ? to : next;
    if (end - at >= MIN_CHARS && end - at <= MAX_SHOWN) {
      const raw = text.slice(at, end).replace(/\\(["\\/t])/g, (_, one: string) => (one === 't' ? '\t' : one));
      yield* readings(raw, at);
    }
    at = end + 2;
  }
}
