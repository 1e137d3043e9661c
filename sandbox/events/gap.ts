/** Guesses where an element of a list ends: in front of the next gap like the one before it. JSON.parse is the judge. */
import { parseJson } from '../../src/text/json.js';
import { decoded, type Known } from './record.js';

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
export interface Guessed extends Known {
  readonly bytes: Buffer;
}

/** What one program writes has the same gap between all elements: finding it natively is far faster than following each byte. */
export class Gap {
  private bytes: Buffer | null = null;
  private earned = MOST;
  /** A view of the current piece of the file, used as long as the next gap lies in it. */
  private chunk: Buffer | null = null;
  private from = 0;
  private ahead: Buffer = Buffer.alloc(0);

  /** @param from the place behind an element @param to the first byte of the next one */
  learn(chunk: Buffer, from: number, to: number): void {
    this.earn();
    const fits = to - from < MAX_GAP && chunk[from - 1] === CLOSE_OBJECT && chunk[to] === OPEN_OBJECT;
    const wanted = fits && this.earned >= PRICE;
    if (!wanted) this.bytes = null;
    else if (!this.knows(chunk, from - 1, to + 1)) this.bytes = Buffer.from(chunk.subarray(from - 1, to + 1));
  }

  /** True where this is the gap looked for already, as it nearly always is. */
  private knows(chunk: Buffer, from: number, to: number): boolean {
    const { bytes } = this;
    if (bytes?.length !== to - from) return false;
    for (let at = from; at < to; at++) if (chunk[at] !== bytes[at - from]) return false;
    return true;
  }

  /** The object that starts here, or null where it has to be followed: a text that parses is one value and nothing more. */
  guess(chunk: Buffer, start: number): Guessed | null {
    if (this.bytes === null || this.earned < PRICE) return null;
    const end = this.find(this.bytes, chunk, start);
    if (end >= 0) {
      const bytes = chunk.subarray(start, end + 1);
      const text = decoded(bytes);
      const parsed = parseJson(text.text);
      if (parsed.ok) {
        this.earn();
        return { bytes, ...text, parsed };
      }
    }
    this.earned -= PRICE;
    return null;
  }

  /** The place of the next gap in reach, or -1. */
  private find(gap: Buffer, chunk: Buffer, start: number): number {
    if (chunk === this.chunk) {
      const end = this.ahead.indexOf(gap, start - this.from);
      if (end >= 0) return this.from + end;
    }
    this.chunk = chunk;
    this.from = start;
    this.ahead = chunk.subarray(start, start + REACH);
    const end = this.ahead.indexOf(gap);
    return end < 0 ? -1 : start + end;
  }

  private earn(): void {
    this.earned = Math.min(MOST, this.earned + 1);
  }
}
