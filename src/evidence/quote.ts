/** The rules of a quote: how long it is, and what it means that it stands in a rendered text. */
import { MAX_QUOTE, MIN_QUOTE } from '../records/citation.js';
import { renderText } from '../text/render.js';

/** Texts above this size hold no short quotes: looking for whole lines in them would cost too much. */
const MAX_SEARCHED = 4_000_000;
// A carriage return as it is, or as a rendering shows it.
const RETURNS = /(?:\r|\u27E6U\+000D\u27E7)(?=\n|$)/g;
const OPEN = '\u27E6';
/** Tab and newline as a one-line place shows them; no rendering of a text holds these escapes. */
const BREAKS: readonly (readonly [string, string])[] = [
  ['\u27E6U+0009\u27E7', '\t'],
  ['\u27E6U+000A\u27E7', '\n'],
];

const solid = (text: string): number => text.replace(/\s/g, '').length;

/** Text with the CRs in front of its newlines and at its end dropped. Nothing else is forgiven. */
export const withoutReturns = (text: string): string => text.replace(RETURNS, '');

const withBreaks = (quote: string): string =>
  BREAKS.reduce((text, [shown, character]) => text.replaceAll(shown, character), quote);

/** Why a quote could stand nowhere, or null. */
export function quoteProblem(quote: string): string | null {
  if (quote.length > MAX_QUOTE) return `the quote has ${quote.length} characters; the most is ${MAX_QUOTE}`;
  if (solid(quote) === 0) return 'the quote is blank';
  // The bracket of an escape is a visible character of the rendering that is quoted.
  const visible = withoutReturns(quote).replaceAll(OPEN, '');
  if (renderText(visible) === visible) return null;
  return 'the quote holds invisible characters; quote them as the tool showed them, e.g. \u27E6U+200B\u27E7';
}

/** Why a quote does not stand in a text that is rendered and without returns, or null. */
export function placeProblem(quote: string, text: string): string | null {
  const plain = withoutReturns(withBreaks(quote));
  if (!text.includes(plain)) return 'the quote does not stand there';
  if (solid(plain) >= MIN_QUOTE || isWholeLines(plain, text)) return null;
  return `the quote has fewer than ${MIN_QUOTE} characters that are no blanks, and is no whole line`;
}

/** True where the quote is one line or several, from the first to the last character that is no blank. */
function isWholeLines(quote: string, text: string): boolean {
  if (text.length > MAX_SEARCHED) return false;
  const wanted = quote
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const lines = text.split('\n');
  return lines.some((_, at) => wanted.every((line, i) => lines[at + i]?.trim() === line));
}
