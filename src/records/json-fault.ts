/** Says what is wrong with a JSON text, where, and what to write instead. */
import { Fault } from '../fault.js';
import { isCutAt } from '../text/json-error.js';
import { renderName } from '../text/render.js';
import { fieldOf, type Step } from './field.js';

/** How the message of a text that stops in the middle begins. */
export const ENDS_EARLY = 'the text ends too early';

const WORD = /[-+]?[\w.]+/y;
/** What other languages write where JSON has a word of its own, or none. */
const FOREIGN = new Map([
  ['none', 'write null'],
  ['undefined', 'write null or leave the field out'],
  ['true', 'write true'],
  ['false', 'write false'],
  ['nan', 'JSON has finite numbers only; leave the field out where nothing was measured'],
  ['inf', 'JSON has finite numbers only'],
  ['infinity', 'JSON has finite numbers only'],
]);

/** The fault at `offset`; messages that begin with `expected` also say what was found there. */
export function jsonFault(text: string, offset: number, message: string, path: readonly Step[]): Fault {
  const { line, column } = positionOf(text, offset);
  const said = isCutAt(text, offset)
    ? ENDS_EARLY
    : message.startsWith('expected')
      ? `${message}, ${found(text, offset)}`
      : message;
  const field = fieldOf(path);
  return new Fault('input', `${said} (column ${column})`, { line, ...(field && { field }) });
}

function found(text: string, offset: number): string {
  WORD.lastIndex = offset;
  const word = WORD.exec(text)?.[0].slice(0, 40);
  const advice = FOREIGN.get((word ?? '').replace(/^[-+]/, '').toLowerCase());
  const shown = renderName(word ?? String.fromCodePoint(text.codePointAt(offset)!));
  return `found ${JSON.stringify(shown)}${advice ? `: ${advice}` : ''}`;
}

/** 1-based line and column of an offset. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
