/** Flags the turns of a trajectory that hold a malformed act: broken markup, a tool that does not exist, arguments that are none. */
import type { TraceEvent } from '../events/event.js';
import type { SegmentRules } from '../records/segment-rules.js';
import type { SegmentRule } from '../vocabulary.js';

export interface FlaggedTurn {
  /** Counts assistant turns from 1, as the event index does. */
  readonly turn: number;
  readonly rule: SegmentRule;
  readonly event: string;
}

type Test = (event: TraceEvent) => SegmentRule | null;

/** At most one flag a turn, the first: what is flagged is the turn. */
export async function flagTurns(
  events: AsyncIterable<TraceEvent>,
  rules: SegmentRules,
): Promise<FlaggedTurn[]> {
  const test = testOf(rules);
  const flagged: FlaggedTurn[] = [];
  for await (const event of events) {
    const { turn, id, role } = event;
    if (role !== 'assistant' || turn === 0 || flagged.at(-1)?.turn === turn) continue;
    const rule = test(event);
    if (rule !== null) flagged.push({ turn, rule, event: id });
  }
  return flagged;
}

function testOf({ tools, markup }: SegmentRules): Test {
  const isKnown = tools === null ? () => true : namesOf(tools);
  return ({ type, tool, notes, input }) => {
    if (type === 'message') return leftMark(input, markup) ? 'malformed_markup' : null;
    if (type !== 'call') return null;
    if (tool !== null && !isKnown(tool)) return 'unknown_tool';
    return notes.includes('malformed_arguments') ? 'malformed_arguments' : null;
  };
}

/** Whole names, letter case included: to a harness `bash` is not `Bash`. */
function namesOf(tools: readonly string[]): (name: string) => boolean {
  const plain = new Set(tools.filter((name) => !name.includes('*')));
  const patterns = tools.filter((name) => name.includes('*')).map((name) => name.split('*'));
  return (name) => plain.has(name) || patterns.some((parts) => fits(name, parts));
}

/** By hand: a name comes from a candidate, and a regular expression of many stars would be its to stall. */
function fits(name: string, [first = '', ...rest]: readonly string[]): boolean {
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** A mark that opens a fence is looked for everywhere; all others outside of code that is quoted in prose. */
function leftMark(text: string, markup: readonly string[]): boolean {
  const found = markup.filter((mark) => text.includes(mark));
  if (found.length === 0) return false;
  const prose = withoutCode(text);
  return found.some((mark) => mark.startsWith('```') || prose.includes(mark));
}

/** Without fenced blocks and `inline code`; a fence that is never closed quotes nothing. */
function withoutCode(text: string): string {
  const outside = text.split('```').filter((_, at, all) => at % 2 === 0 || at === all.length - 1);
  return outside.map((part) => part.replace(/`[^`\n]*`/g, '')).join('\n');
}
