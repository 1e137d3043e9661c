/** Citations that resolve: each quotes one rendered line at its place, whole or a stretch of it. */
import type { DiffLine, FileDiff } from '../diff/model.js';
import type { TraceEvent } from '../events/event.js';
import { type Citation, MAX_QUOTE, MIN_QUOTE } from '../records/citation.js';
import { renderText } from '../text/render.js';

/** At most `MAX_QUOTE` characters of a rendered line, around `at`; null where nothing quotable stands there. */
export function quoteOf(line: string, at = 0): string | null {
  if (line.trim() === '') return null;
  if (line.length <= MAX_QUOTE) return line;
  const from = Math.min(Math.max(0, at - 40), line.length - MAX_QUOTE);
  return longQuote(line.slice(whole(line, from)));
}

/** A cut must not part the two halves of one character. */
const isTrail = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};

/** Cites one line of a diff; empty where it is blank. */
export function citeLine(candidate: string, path: string, line: DiffLine): Citation[] {
  const side = line.type === 'deleted' ? 'old' : 'new';
  const number = side === 'old' ? line.old : line.new;
  const quote = quoteOf(line.text);
  if (number === null || quote === null) return [];
  return [{ kind: 'patch', candidate, path, side, lines: [number, number], quote }];
}

/** The first changed lines of a range on one side of a file's diff, at most `limit` of them. */
export function citeRange(
  candidate: string,
  file: FileDiff,
  side: 'old' | 'new',
  range: { readonly from: number; readonly to: number },
  limit = 1,
): Citation[] {
  const type = side === 'old' ? 'deleted' : 'added';
  const lines = file.hunks
    .flatMap((hunk) => hunk.lines)
    .filter((line) => line.type === type && (line[side] ?? 0) >= range.from && (line[side] ?? 0) <= range.to);
  return lines.flatMap((line) => citeLine(candidate, file.path, line)).slice(0, limit);
}

/** The line of an event's text in which `at` lies, as a quote of it. */
export function citeEvent(
  candidate: string,
  event: TraceEvent,
  part: 'input' | 'output',
  at: number,
): Citation[] {
  const text = event[part];
  const from = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const next = text.indexOf('\n', at);
  const end = next < 0 ? text.length : next;
  // Only a stretch is rendered: one line of an output may be a hundred megabytes long.
  const low = at - from > 200 ? whole(text, at - 200) : from;
  const high = end - at > 600 ? whole(text, at + 600) : end;
  const line = renderText(text.slice(low, high)).replace(/⟦U\+000D⟧$/, '');
  const quote = low === from && high === end ? quoteOf(line, at - low) : longQuote(line);
  return quote === null ? [] : [{ kind: 'event', candidate, event: event.id, part, quote }];
}

const whole = (text: string, at: number): number => (isTrail(text, at) ? at + 1 : at);

/** A stretch out of a longer line is quoted only where enough of it can be seen. */
const longQuote = (line: string): string | null => {
  const quote = line.slice(0, isTrail(line, MAX_QUOTE) ? MAX_QUOTE - 1 : MAX_QUOTE);
  return quote.replace(/\s/g, '').length >= MIN_QUOTE ? quote : null;
};
