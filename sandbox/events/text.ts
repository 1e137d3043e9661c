/** Records of a plain text: cut in front of the lines that a format names. */
import type { TextContainer } from '../../src/events/format.js';
import { hasMark, MARK } from './lines.js';
import { Collector, type Splitter, type TakeRecord } from './record.js';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** What is shown of a line to decide whether a record starts with it. */
const MAX_SHOWN = 1024;

export class TextSplitter implements Splitter {
  readonly unit = 'line';
  private readonly collector: Collector;
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

  constructor({ cutter }: TextContainer, maxHeld?: number) {
    this.collector = new Collector(maxHeld);
    this.startsRecord = cutter();
  }

  push(piece: Buffer, take: TakeRecord): void {
    const chunk = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    const base = this.offset - this.rest.length;
    this.rest = Buffer.alloc(0);
    let kept = base === 0 && hasMark(chunk) ? MARK : 0;
    if (kept > 0) this.start = kept;
    for (let at = kept; at < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, at);
      const end = newline < 0 ? chunk.length : newline;
      if (!this.inLine) {
        if (newline < 0 && end - at < MAX_SHOWN) {
          this.rest = Buffer.from(chunk.subarray(at));
          break;
        }
        if (this.decide(chunk, at, end)) {
          this.finish(chunk.subarray(kept, at), base + at, take);
          kept = at;
        }
      }
      this.inLine = newline < 0;
      at = end + 1;
    }
    this.collector.keep(chunk.subarray(kept, chunk.length - this.rest.length));
    this.offset += piece.length;
  }

  end(take: TakeRecord): void {
    const { rest } = this;
    const at = this.offset - rest.length;
    if (rest.length > 0 && this.decide(rest, 0, rest.length)) this.finish(Buffer.alloc(0), at, take);
    this.finish(rest, this.offset, take);
  }

  /** True where a record starts with this line and another one is open. */
  private decide(chunk: Buffer, from: number, to: number): boolean {
    this.line += 1;
    const end = to > from && chunk[to - 1] === RETURN ? to - 1 : to;
    const shown = chunk.toString('utf8', from, Math.min(end, from + MAX_SHOWN));
    const cuts = this.startsRecord(shown) && !this.blank;
    if (this.blank && shown.trim() !== '') this.blank = false;
    return cuts;
  }

  private finish(part: Buffer, next: number, take: TakeRecord): void {
    const { start, firstLine: number } = this;
    const { bytes, length } = this.collector.take(part);
    this.start = next;
    this.firstLine = this.line;
    if (length > 0) take({ start, length, bytes, number, whole: true });
  }
}
