/** Guesses where an element of a list ends: in front of the next gap like the one before it. JSON.parse is the judge. */
import { type Parsed, parseJson } from '../../src/text/json.js';

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Bytes of a gap: a bracket, a comma, blanks, a bracket. */
const MAX_GAP = 64;
/** How far ahead a gap is looked for. */
const REACH = 64 * 1024;
/** A guess that fails costs a search and an exception, as much as many small elements: it has to be earned by that many. */
const PRICE = 32;
const MOST = 4 * PRICE;

/** An element that was found whole. */
export interface Guessed {
  readonly bytes: Buffer;
  readonly parsed: Parsed;
}

/** What one program writes has the same gap between all elements: finding it natively is far faster than following each byte. */
export class Gap {
  private bytes: Buffer | null = null;
  private earned = MOST;

  /** @param from the place behind an element @param to the first byte of the next one */
  learn(chunk: Buffer, from: number, to: number): void {
    this.earn();
    const fits = to - from < MAX_GAP && chunk[from - 1] === CLOSE_OBJECT && chunk[to] === OPEN_OBJECT;
    const wanted = fits && this.earned >= PRICE;
    this.bytes = wanted ? Buffer.from(chunk.subarray(from - 1, to + 1)) : null;
  }

  /** The object that starts here, or null where it has to be followed: a text that parses is one value and nothing more. */
  guess(chunk: Buffer, start: number): Guessed | null {
    if (this.bytes === null || this.earned < PRICE) return null;
    const end = chunk.subarray(start, start + REACH).indexOf(this.bytes);
    if (end >= 0) {
      const bytes = chunk.subarray(start, start + end + 1);
      const parsed = parseJson(bytes.toString('utf8'));
      if (parsed.ok) {
        this.earn();
        return { bytes, parsed };
      }
    }
    this.earned -= PRICE;
    return null;
  }

  private earn(): void {
    this.earned = Math.min(MOST, this.earned + 1);
  }
}
