/** The text that a citation names, as every kind of place gives it. */
import type { Section } from './nearest.js';
import type { Source } from './provenance.js';
import { withoutReturns } from './quote.js';

/** A quote of 400 characters cannot span more lines. */
export const MAX_CITED_LINES = 400;
/** Bytes of the cited lines that are looked at. */
export const MAX_CITED_BYTES = 2_000_000;
/** Lines on both sides of the cited ones that are searched for something near. */
export const MARGIN = 1000;

export type Around = () => readonly Section[] | Promise<readonly Section[]>;

export interface Located {
  /** Why there is no such place, or null. */
  readonly problem: string | null;
  /** The cited text, rendered and without returns; empty where there is none. */
  readonly text: string;
  readonly source: Source;
  /** Lines in which the quote may have been meant to stand. */
  readonly around: Around;
}

export const nowhere = (problem: string, around: Around = () => []): Located => ({
  problem,
  text: '',
  source: {},
  around,
});

export const citedText = (text: string, around: Around, source: Source = {}): Located => ({
  problem: null,
  text,
  source,
  around,
});

/** Consecutive lines as a section. */
export const section = (name: string, first: number, lines: readonly string[]): Section => ({
  name,
  lines: lines.map((text, i) => ({ number: first + i, text })),
});

/** A rendered text that is cited as a whole, without lines. */
export function wholeText(rendered: string, name: string, source: Source = {}): Located {
  const text = withoutReturns(rendered);
  return citedText(text, () => [section(name, 1, text.split('\n', 2 * MARGIN))], source);
}
