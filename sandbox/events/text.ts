/** Records of a plain text: cut in front of the lines that a format names. */
import type { TextContainer } from '../../src/events/format.js';
import { hasMark } from './lines.js';
import { Collector, type RawRecord, type Splitter } from './record.js';

const NEWLINE = 0x0a;
/** What is shown of a line to decide whether a record starts with it. */
const MAX_SHOWN = 1024;

export class TextSplitter implements Splitter {
  private readonly collector = new Collector();
  private readonly startsRecord: (line: string) => boolean;
  private offset = 0;
  private start = 0;
  private line = 0;
  private firstLine = 1;
  /** A line whose beginning came at the end of a piece, not yet decided on. */
  private rest: Buffer = Buffer.alloc(0);
  /** True inside a line that was decided on. */
  private inLine = false;
  private blank = true;

  constructor({ cutter }: TextContainer) {
    this.startsRecord = cutter();
  }

  *push(piece: Buffer): Generator<RawRecord> {
    const chunk = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    const base = this.offset - this.rest.length;
    this.rest = Buffer.alloc(0);
    let kept = base === 0 && hasMark(chunk) ? 3 : 0;
    if (kept > 0) this.start = kept;
    for (let at = kept; at < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, at);
      const end = newline < 0 ? chunk.length : newline;
      if (!this.inLine) {
        if (newline < 0 && end - at < MAX_SHOWN) {
          this.rest = Buffer.from(chunk.subarray(at));
          break;
        }
        if (this.decide(chunk.subarray(at, end))) {
          const record = this.finish(chunk.subarray(kept, at), base + at);
          if (record !== null) yield record;
          kept = at;
        }
      }
      this.inLine = newline < 0;
      at = end + 1;
    }
    this.collector.keep(chunk.subarray(kept, chunk.length - this.rest.length));
    this.offset += piece.length;
  }

  *end(): Generator<RawRecord> {
    const { rest } = this;
    const at = this.offset - rest.length;
    if (rest.length > 0 && this.decide(rest)) {
      const record = this.finish(Buffer.alloc(0), at);
      if (record !== null) yield record;
    }
    const record = this.finish(rest, this.offset);
    if (record !== null) yield record;
  }

  /** True where a record starts with this line and another one is open. */
  private decide(line: Buffer): boolean {
    this.line += 1;
    const shown = line.toString('utf8', 0, MAX_SHOWN).replace(/\r$/, '');
    const cuts = this.startsRecord(shown) && !this.blank;
    if (shown.trim() !== '') this.blank = false;
    return cuts;
  }

  /** null for a record of blank lines. */
  private finish(part: Buffer, next: number): RawRecord | null {
    const { bytes, length } = this.collector.take(part);
    const record = { start: this.start, length, bytes, place: `line ${this.firstLine}`, whole: true };
    this.start = next;
    this.firstLine = this.line;
    return length === 0 ? null : record;
  }
}
