/** Guesses where an element of a list ends: in front of the next gap like the one before it. JSON.parse is the judge. */
import { type Parsed, parseJson } from '../../src/text/json.js';

const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Bytes of a gap: a bracket, a comma, blanks, a bracket. */
const MAX_GAP = 64;
/** Guesses that may fail before no more are made; one that holds makes up for one that failed. So a stretch without a gap is searched a few times at most. */
const PATIENCE = 8;

/** An element that was found whole. */
export interface Guessed {
  readonly bytes: Buffer;
  readonly parsed: Parsed;
}

/** What one program writes has the same gap between all elements: finding it natively is far faster than following each byte. */
export class Gap {
  private bytes: Buffer | null = null;
  private patience = PATIENCE;

  /** @param from the place behind an element @param to the first byte of the next one */
  learn(chunk: Buffer, from: number, to: number): void {
    const fits = to - from < MAX_GAP && chunk[from - 1] === CLOSE_OBJECT && chunk[to] === OPEN_OBJECT;
    this.bytes = fits ? Buffer.from(chunk.subarray(from - 1, to + 1)) : null;
  }

  /** The object that starts here, or null where it has to be followed: a text that parses is one value and nothing more. */
  guess(chunk: Buffer, start: number): Guessed | null {
    if (this.bytes === null || this.patience === 0) return null;
    const end = chunk.indexOf(this.bytes, start);
    if (end >= 0) {
      const bytes = chunk.subarray(start, end + 1);
      const parsed = parseJson(bytes.toString('utf8'));
      if (parsed.ok) {
        this.patience = Math.min(PATIENCE, this.patience + 1);
        return { bytes, parsed };
      }
    }
    this.patience -= 1;
    return null;
  }
}
