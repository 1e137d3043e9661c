/** Records of a JSONL file: one a line, blank lines left out, whatever ends the lines. */
import { Collector, type Splitter, type TakeRecord } from './record.js';

const NEWLINE = 0x0a;

export class LineSplitter implements Splitter {
  readonly unit = 'line';
  private readonly collector: Collector;
  private offset = 0;
  private start = 0;
  private number = 1;

  constructor(maxHeld?: number) {
    this.collector = new Collector(maxHeld);
  }

  push(chunk: Buffer, take: TakeRecord): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.finish(chunk.subarray(from, at), true, take);
      from = at + 1;
      this.start = this.offset + from;
      this.number += 1;
    }
    this.collector.keep(chunk.subarray(from));
    this.offset += chunk.length;
  }

  end(take: TakeRecord): void {
    this.finish(Buffer.alloc(0), false, take);
  }

  private finish(part: Buffer, whole: boolean, take: TakeRecord): void {
    const { number } = this;
    const { bytes, length } = this.collector.take(part);
    if (bytes === null) take({ start: this.start, length, bytes, number, whole });
    else if (this.start === 0 && hasMark(bytes)) this.finishMarked(bytes, whole, take);
    else if (!isBlank(bytes)) take({ start: this.start, length, bytes, number, whole });
  }

  private finishMarked(bytes: Buffer, whole: boolean, take: TakeRecord): void {
    const rest = bytes.subarray(MARK);
    if (!isBlank(rest)) take({ start: MARK, length: rest.length, bytes: rest, number: this.number, whole });
  }
}

/** Bytes of a byte order mark, which belongs to no record. */
export const MARK = 3;

export const hasMark = (bytes: Buffer): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function isBlank(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
