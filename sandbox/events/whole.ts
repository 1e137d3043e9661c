/** A file that is one record as a whole. */
import { hasMark } from './lines.js';
import { Collector, type RawRecord, type Splitter } from './record.js';

export class WholeSplitter implements Splitter {
  private readonly collector = new Collector();
  private start = 0;
  private size = 0;

  push(chunk: Buffer): readonly RawRecord[] {
    if (this.size === 0 && hasMark(chunk)) this.start = 3;
    this.collector.keep(this.size === 0 ? chunk.subarray(this.start) : chunk);
    this.size += chunk.length;
    return [];
  }

  *end(): Generator<RawRecord> {
    const { bytes, length } = this.collector.take(Buffer.alloc(0));
    if (length > 0) yield { start: this.start, length, bytes, place: 'the document', whole: true };
  }
}
