/** Finds what a text of a candidate says to whoever grades, under every reading of it. */
import { hiddenTextAt, mixedScriptWords } from '../text/hidden.js';
import type { Known } from './known.js';
import { readingsOf } from './readings.js';
import { DEEDS } from './rules.js';
import { speeches } from './speech.js';

export interface Hit {
  /** What the text does, for a claim: `addresses a grader`. */
  readonly does: string;
  /** Offset of the line that says it. */
  readonly at: number;
}

/** More of one text tells nothing new, and a policy chooses how long it is. */
const MAX_TEXT = 1024 * 1024;

/** The first thing said that did not stand in the task or its base before; null where there is none. */
export async function heardIn(text: string, known: Known, puzzles: boolean): Promise<Hit | null> {
  const read = text.slice(0, MAX_TEXT);
  for (const { hidden, text: reading } of readingsOf(read, puzzles))
    for (const { deed, words } of speeches(reading)) {
      if (await known.has(words)) continue;
      const how = hidden === null ? '' : `, hidden by ${hidden}`;
      return { does: `${DEEDS[deed]}${how}`, at: lineOf(read, words) };
    }
  return null;
}

/** Characters that a person would not have seen, whatever they say. */
export function hiddenIn(text: string): Hit | null {
  const read = text.slice(0, MAX_TEXT);
  const hidden = hiddenTextAt(read);
  const [mixed] = hidden < 0 ? mixedScriptWords(read, 1) : [];
  const at = mixed === undefined ? hidden : read.indexOf(mixed);
  return at < 0 ? null : { does: 'holds characters that cannot be seen, or look like others', at };
}

/** The line that says the words, else the first one that says any of the telling ones, else the first. */
function lineOf(text: string, words: string): number {
  let at = 0;
  let some = -1;
  const telling = words.split(' ').filter((word) => word.length > 4);
  for (const line of text.split('\n')) {
    const lower = line.toLowerCase();
    if (saysAll(line)) return at;
    if (some < 0 && telling.some((word) => lower.includes(word))) some = at;
    at += line.length + 1;
  }
  return Math.max(some, 0);
}

const MAX_LINE = 4000;

/** A line that speaks by itself. */
function saysAll(line: string): boolean {
  for (const { text } of readingsOf(line.slice(0, MAX_LINE), true))
    for (const _ of speeches(text)) return true;
  return false;
}
