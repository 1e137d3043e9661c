/** Records of a JSONL file: one a line, blank lines left out, whatever ends the lines. */
import { Collector, type RawRecord, type Splitter } from './record.js';

const NEWLINE = 0x0a;

export class LineSplitter implements Splitter {
  private readonly collector = new Collector();
  private offset = 0;
  private start = 0;
  private line = 1;

  *push(chunk: Buffer): Generator<RawRecord> {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const record = this.finish(chunk.subarray(from, at), true);
      if (record !== null) yield record;
      from = at + 1;
      this.start = this.offset + from;
      this.line += 1;
    }
    this.collector.keep(chunk.subarray(from));
    this.offset += chunk.length;
  }

  *end(): Generator<RawRecord> {
    const record = this.finish(Buffer.alloc(0), false);
    if (record !== null) yield record;
  }

  private finish(part: Buffer, whole: boolean): RawRecord | null {
    const { bytes, length } = this.collector.take(part);
    const skip = this.start === 0 && bytes !== null && hasMark(bytes) ? 3 : 0;
    const rest = bytes?.subarray(skip) ?? null;
    if (rest !== null && isBlank(rest)) return null;
    return {
      start: this.start + skip,
      length: length - skip,
      bytes: rest,
      place: `line ${this.line}`,
      whole,
    };
  }
}

/** A byte order mark belongs to no record. */
export const hasMark = (bytes: Buffer): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}
