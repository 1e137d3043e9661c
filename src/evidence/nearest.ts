/** Finds what a wrong quote most likely meant, so that the next try can be right. Bounded work. */
import { clip } from '../text/clip.js';

/** Numbered lines of one text, in which a quote is looked for. */
export interface Section {
  /** What the lines belong to, e.g. `src/calc.py (new side)`. */
  readonly name: string;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

export interface Nearest {
  /** Where it stands, e.g. `src/calc.py (new side) line 9`. */
  readonly place: string;
  /** The line as it is shown there, clipped. */
  readonly text: string;
}

const MAX_LINES = 4000;
const MAX_COMPARED = 400;
const MAX_SHOWN = 300;
/** Share of common letter pairs below which lines have nothing to do with each other. */
const MIN_LIKENESS = 0.5;

/** The line that holds the quote's first line, or holds it but for blanks, or is most like it; null where none is. */
export function nearestTo(quote: string, sections: readonly Section[]): Nearest | null {
  const wanted =
    quote
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? '';
  const lines = sections
    .flatMap(({ name, lines }) => lines.map(({ number, text }) => ({ name, number, text })))
    .slice(0, MAX_LINES);
  const packed = pack(wanted);
  const found =
    lines.find(({ text }) => text.includes(wanted)) ??
    lines.find(({ text }) => packed !== '' && pack(text).includes(packed)) ??
    mostLike(wanted, lines);
  if (!found || wanted === '') return null;
  return { place: `${found.name} line ${found.number}`, text: clip(found.text, MAX_SHOWN) };
}

const pack = (text: string): string => text.slice(0, 100_000).replace(/\s/g, '');

function mostLike<T extends { readonly text: string }>(wanted: string, lines: readonly T[]): T | undefined {
  const pairs = pairsOf(wanted);
  let best: T | undefined;
  let most = MIN_LIKENESS;
  for (const line of lines) {
    const likeness = dice(pairs, pairsOf(line.text));
    if (likeness > most) {
      most = likeness;
      best = line;
    }
  }
  return best;
}

function pairsOf(text: string): Set<string> {
  const letters = text.trim().slice(0, MAX_COMPARED).toLowerCase();
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < letters.length; i++) pairs.add(letters.slice(i, i + 2));
  return pairs;
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}
