/** The one record of a file that is not cut: a document as a whole. */
import { hasMark, MARK } from './lines.js';
import { Collector, type Splitter, type TakeRecord } from './record.js';

export class WholeSplitter implements Splitter {
  readonly unit = 'document';
  private readonly collector: Collector;
  private start = 0;
  private size = 0;

  constructor(maxHeld?: number) {
    this.collector = new Collector(maxHeld);
  }

  push(chunk: Buffer): void {
    if (this.size === 0 && hasMark(chunk)) this.start = MARK;
    this.collector.keep(this.size === 0 ? chunk.subarray(this.start) : chunk);
    this.size += chunk.length;
  }

  end(take: TakeRecord): void {
    const { bytes, length } = this.collector.take(Buffer.alloc(0));
    if (length > 0) take({ start: this.start, length, bytes, number: 1, whole: true });
  }
}
