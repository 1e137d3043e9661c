/** Cuts bytes into rendered lines: a newline ends a line, a CR in front of it belongs to the line end. */
import { renderBytes, renderCut } from './render.js';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Lines as a viewer counts them: a text without a last newline has one line more than newlines. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE ? count + 1 : count;
}

/**
 * The lines `from` to `to` (1-based, inclusive), rendered; lines beyond the end are left off.
 * @param maxBytes where the lines together are longer, the last one is cut and the rest left off
 */
export function renderLines(bytes: Uint8Array, from: number, to: number, maxBytes: number): string[] {
  const lines: string[] = [];
  let left = maxBytes;
  let number = 1;
  for (let start = 0; start < bytes.length && number <= to && left > 0; number += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    if (number >= from) {
      lines.push(renderLine(bytes.subarray(start, end), left));
      left -= end - start + 1;
    }
    start = end + 1;
  }
  return lines;
}

/** One line without its newline, at most `maxBytes` of it. */
function renderLine(line: Uint8Array, maxBytes: number): string {
  if (line.length > maxBytes) return renderBytes(line.subarray(0, renderCut(line, maxBytes)));
  return renderBytes(line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, -1) : line);
}
