/** Pages of tool answers: the items framed as data, the notice outside of the frame where no candidate can write one. */
import { head } from '../src/text/clip.js';
import { type PageOptions, page } from '../src/text/page.js';
import type { Part } from './tool.js';

/** UTF-8 bytes of one page: some four thousand tokens. */
export const PAGE_BYTES = 16_000;
/** Characters of one line that are shown in a list of lines. */
const MAX_LINE = 2000;

export async function paged(
  items: Iterable<string> | AsyncIterable<string>,
  options: Omit<PageOptions, 'maxBytes'>,
): Promise<Part[]> {
  const { from = 1, total, unit = 'lines' } = options;
  const { text, complete } = await page(items, { ...options, maxBytes: PAGE_BYTES });
  if (complete && total !== undefined && from > total)
    return [total === 0 ? `[there are no ${unit}]` : `[no ${unit} from ${from} on: they end at ${total}]`];
  if (complete) return text === '' ? [] : [{ data: text }];
  // The notice is one line, and the last one.
  const at = text.lastIndexOf('\n');
  return [...(at < 0 ? [] : [{ data: text.slice(0, at) }]), text.slice(at + 1)];
}

/** A rendered line with its number; a long one is cut, with a notice of its size. */
export function numbered(line: string, number: number): string {
  const shown =
    line.length <= MAX_LINE
      ? line
      : `${head(line, MAX_LINE)}… [line of ${line.length} characters, the first ${MAX_LINE} are shown]`;
  return `${String(number).padStart(5)}\t${shown}`;
}
