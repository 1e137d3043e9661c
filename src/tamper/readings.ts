/** The ways in which a text can be read: as it stands, and with what hides its words undone. */
import { ENCODINGS } from './encodings.js';
import { spaced } from './lexicon.js';
import { PUZZLES, turnedAround } from './puzzles.js';

export interface Reading {
  /** How its words were hidden, for people; null where they were not. */
  readonly hidden: string | null;
  readonly text: string;
}

/** Escapes of a text inside a text: their letters are no part of the word behind them. */
const BLANKS = /\\[nrt"'`]/g;

/**
 * Every reading of a text; only those that differ from it are given besides the first.
 * @param puzzles whether words that were taken apart or respelled are looked for as well
 */
export function* readingsOf(raw: string, puzzles: boolean): Generator<Reading, void> {
  const seen = revealed(raw);
  const text = spaced(seen.includes('\\') ? seen.replace(BLANKS, ' ') : seen);
  yield { hidden: seen === raw ? null : 'characters that cannot be seen or look like others', text };
  for (const { hidden, when, undo } of puzzles ? [...ENCODINGS, ...PUZZLES] : ENCODINGS) {
    if (!when.test(seen)) continue;
    const undone = undo(seen);
    if (undone !== '' && undone !== seen) yield { hidden, text: spaced(revealed(undone)) };
  }
}

const ALIKE =
  'аaеeоoрpсcіiуyхxѕsјjԁdһhԛqԝwѵvӏlАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSαaοoνvρpυuιiΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXօoսuհh';
const LATIN = new Map(
  Array.from({ length: ALIKE.length / 2 }, (_, at) => [ALIKE[2 * at] ?? '', ALIKE[2 * at + 1] ?? '']),
);
/** Undoes invisible, reversed, styled and look-alike characters, and escape sequences of terminals. */
function revealed(text: string): string {
  // Almost all text is plain.
  if (!/[^\n\t\x20-\x7e]/.test(text)) return text;
  return text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/\u202e([^\u202c\n]*)\u202c?/g, (_, turned: string) => turnedAround(turned))
    .replace(/\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\))/g, ' ')
    .replace(/[\p{Cf}\p{DI}\u2800]/gu, '')
    .replace(/[\r\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')
    .normalize('NFKC')
    .replace(/[\p{L}\p{M}]+/gu, (word) => {
      if (!/[\u0370-\u058f\u04bb]/.test(word)) return word;
      const isDrawnAlike = /[A-Za-z]/.test(word) || [...word].every((letter) => LATIN.has(letter));
      return isDrawnAlike ? [...word].map((letter) => LATIN.get(letter) ?? letter).join('') : word;
    });
}
