/** The one way to cut a long answer: whole items up to a byte limit, and a notice that says how to get the rest. */
import { head, utf8Length } from './clip.js';

export interface Page {
  readonly text: string;
  /** 1-based number of the first item shown. */
  readonly from: number;
  /** Number of the last item shown; `from - 1` where nothing was. */
  readonly to: number;
  /** True where nothing is left behind `to`. */
  readonly complete: boolean;
}

export interface PageOptions {
  /** Limit of the page in UTF-8 bytes, notice not counted. */
  readonly maxBytes: number;
  /** 1-based number of the first item given. */
  readonly from?: number;
  /** How many items there are in all, where that is known. */
  readonly total?: number;
  /** What an item is called in the notice. */
  readonly unit?: string;
  /** How to ask for what follows, e.g. `from => read_file with from=${from}`. */
  readonly again: (from: number) => string;
}

/** Takes whole items, one a line. An item that alone is over the limit is shown cut, so that paging always moves on. */
export async function page(
  items: Iterable<string> | AsyncIterable<string>,
  { maxBytes, from = 1, total, unit = 'lines', again }: PageOptions,
): Promise<Page> {
  const shown: string[] = [];
  let bytes = 0;
  let complete = true;
  for await (const item of items) {
    const size = utf8Length(item) + 1;
    if (shown.length > 0 && bytes + size > maxBytes) {
      complete = false;
      break;
    }
    shown.push(size <= maxBytes ? item : cut(item, maxBytes));
    bytes += size;
  }
  const to = from + shown.length - 1;
  if (total !== undefined && to < total) complete = false;
  const notice = `[${unit} ${from}-${to}${total === undefined ? '' : ` of ${total}`}; for the rest: ${again(to + 1)}]`;
  return { text: complete ? shown.join('\n') : [...shown, notice].join('\n'), from, to, complete };
}

/** A piece of one long text from a character offset on, with its own notice; for a line or output of many megabytes. */
export function pageText(
  text: string,
  { maxBytes, offset = 0, again }: { maxBytes: number; offset?: number; again: (offset: number) => string },
): { readonly text: string; readonly next: number | null } {
  const rest = text.slice(offset);
  if (utf8Length(rest) <= maxBytes) return { text: rest, next: null };
  const shown = fitting(rest, maxBytes);
  const next = offset + shown.length;
  return {
    text: `${shown}\n[characters ${offset}-${next} of ${text.length}; for the rest: ${again(next)}]`,
    next,
  };
}

/** A start of `text` within the limit and not much shorter, but at least one character. */
function fitting(text: string, maxBytes: number): string {
  let shown = head(text, maxBytes);
  for (let bytes = utf8Length(shown); bytes > maxBytes; bytes = utf8Length(shown)) {
    shown = head(shown, Math.floor((shown.length * maxBytes) / bytes));
  }
  return shown === '' ? String.fromCodePoint(text.codePointAt(0) ?? 0) : shown;
}

function cut(item: string, maxBytes: number): string {
  const shown = fitting(item, maxBytes);
  return `${shown}… [cut: ${utf8Length(shown)} of ${utf8Length(item)} bytes of this item]`;
}
