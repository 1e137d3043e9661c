/** Plain text in columns for an 80-column page: cells are rendered, clipped and padded, never coloured. */
import { renderName } from '../../src/text/render.js';

/** Characters in a line of everything that is printed for people. */
export const PAGE_WIDTH = 80;

/** A column of a table of `Row`s: its title, its width in cells of a terminal, and what stands in it. */
export interface Column<Row> {
  readonly title: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
  readonly of: (row: Row) => string;
}

/** An escape of the rendering is cut whole, or it would say something else. */
const UNITS = /⟦[^⟧]*⟧|./gsu;
const LONGEST_ESCAPE = '⟦U+10FFFF⟧'.length;
const NARROW_MARK = /^[\p{Mn}\p{Me}]$/u;
/** East Asian wide and full-width characters, and what terminals draw as pictures. */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u4DBF\u4E00-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{17000}-\u{18D08}\u{1B000}-\u{1B2FB}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]$/u;

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += NARROW_MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** One candidate-written word as a fixed-width cell; what does not fit ends in `~`. */
export function cell(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const shown = clipped(renderName(text), width);
  const padding = ' '.repeat(Math.max(0, width - widthOf(shown)));
  return align === 'left' ? shown + padding : padding + shown;
}

/** A rendered text of at most `width` cells; what does not fit ends in `~`. */
export function clipped(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = '';
  for (const [unit] of text.matchAll(UNITS)) {
    if (widthOf(shown) + widthOf(unit) > width - 1) break;
    shown += unit;
  }
  return `${shown}~`;
}

export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const line = (textOf: (column: Column<Row>) => string): string =>
    columns
      .map((column) => cell(textOf(column), column.width, column.align))
      .join(' ')
      .trimEnd();
  return [line(({ title }) => title), ...rows.map((row) => line(({ of }) => of(row)))];
}

/** As many whole characters and escapes as `room` takes, at least one. */
function partOf(line: string, room: number): string {
  let end = 0;
  for (const [unit] of line.slice(0, room + LONGEST_ESCAPE).matchAll(UNITS)) {
    if (end > 0 && end + unit.length > room) break;
    end += unit.length;
  }
  return line.slice(0, end);
}

/** Breaks a text into lines of at most `width` characters at blanks, each behind `indent`. */
export function wrap(text: string, width: number, indent = ''): string[] {
  const room = Math.max(20, width - indent.length);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
    while (line.length > room) {
      const part = partOf(line, room);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  if (line !== '') lines.push(line);
  return lines.map((part) => indent + part);
}
