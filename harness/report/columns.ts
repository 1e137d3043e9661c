/** Plain text in columns for an 80-column page: cells are rendered, clipped and padded, never coloured. */
import { renderName } from '../../src/text/render.js';

export interface Column {
  readonly title: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** One candidate-written word as a fixed-width cell; what does not fit ends in `~`. */
export function cell(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const shown = [...renderName(text)];
  const clipped = shown.length > width ? `${shown.slice(0, width - 1).join('')}~` : shown.join('');
  const padding = ' '.repeat(Math.max(0, width - [...clipped].length));
  return align === 'left' ? clipped + padding : padding + clipped;
}

export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ width, align }, index) => cell(cells[index] ?? '', width, align))
      .join(' ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)];
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
      lines.push(line.slice(0, room));
      line = line.slice(room);
    }
  }
  if (line !== '') lines.push(line);
  return lines.map((part) => indent + part);
}
