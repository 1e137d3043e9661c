/** Listens to one text after another and keeps a report of each that speaks to whoever grades, or hides something. */
import type { TamperReport } from '../judge/outcome.js';
import type { Citation } from '../records/citation.js';
import { type Hit, heardIn, hiddenIn } from './hits.js';
import type { Known } from './known.js';

export interface Heard {
  /** Where the text stands, at the beginning of a claim: `A file name`. */
  readonly where: string;
  readonly text: string;
  /** The place of an offset into the text. */
  readonly cite: (at: number) => readonly Citation[];
}

export interface Ear {
  /**
   * Listens to a text.
   * @param puzzles whether words that were taken apart are looked for as well: for what the candidate wrote, not for what it read
   */
  hear(heard: Heard, puzzles: boolean): Promise<void>;
  /** Looks for characters that a person would not see. */
  look(heard: Heard): void;
  readonly reports: readonly TamperReport[];
}

export function openEar(known: Known, most: number): Ear {
  const reports: TamperReport[] = [];
  const report = ({ where, cite }: Heard, hit: Hit | null): void => {
    if (hit !== null)
      reports.push({ source: 'detector', claim: `${where} ${hit.does}.`, citations: [...cite(hit.at)] });
  };
  const isFull = (): boolean => reports.length >= most;
  return {
    hear: async (heard, puzzles) => {
      if (heard.text !== '' && !isFull()) report(heard, await heardIn(heard.text, known, puzzles));
    },
    look: (heard) => {
      if (heard.text !== '' && !isFull()) report(heard, hiddenIn(heard.text));
    },
    reports,
  };
}
