/** Reads texts of events out of the raw files: records by range, a window of bytes and the last readings kept for the next one. */
import { skippedRecord } from '../../src/events/chat.js';
import type { Reading, TraceFormat } from '../../src/events/format.js';
import type { ByteSource } from '../bytes.js';
import type { Place } from './entry.js';
import { MAX_RECORD, readRecord } from './record.js';

const WINDOW = 1 << 20;
/** Readings kept: a call and its result stand near each other. */
const KEPT = 8;
/** Readings of larger records are not kept. */
const SMALL = 1 << 20;

interface Window {
  readonly file: number;
  readonly start: number;
  readonly bytes: Buffer;
}

/** Serves one walk through a trajectory and is dropped with it; its memory is bounded by one record and one window. */
export class RecordReader {
  private window: Window = { file: -1, start: 0, bytes: Buffer.alloc(0) };
  private readonly readings = new Map<string, Reading>();

  constructor(
    private readonly sources: readonly ByteSource[],
    private readonly format: TraceFormat,
    /** Bytes that are read on ahead; 0 for a single look. */
    private readonly ahead = WINDOW,
  ) {}

  /** The text of one piece, or null where the record has none. */
  async text(place: Place): Promise<string | null> {
    const reading = await this.reading(place);
    return reading.pieces[place.piece]?.text ?? null;
  }

  private async reading({ file, start, length }: Place): Promise<Reading> {
    const key = `${file}:${start}`;
    const kept = this.readings.get(key);
    if (kept) return kept;
    const bytes = length > MAX_RECORD ? null : await this.bytes(file, start, length);
    // A record that was read once is read again; that it is JSON was seen when the index was built.
    const reading = readRecord(bytes, length, this.format).reading ?? skippedRecord('it is no longer JSON');
    if (length <= SMALL) this.readings.set(key, reading);
    if (this.readings.size > KEPT) this.readings.delete(this.readings.keys().next().value ?? key);
    return reading;
  }

  private async bytes(file: number, start: number, length: number): Promise<Buffer> {
    const { window } = this;
    const inside =
      file === window.file && start >= window.start && start + length <= window.start + window.bytes.length;
    if (!inside) {
      const bytes = (await this.sources[file]?.read(start, Math.max(length, this.ahead))) ?? Buffer.alloc(0);
      this.window = { file, start, bytes };
    }
    const from = start - this.window.start;
    return this.window.bytes.subarray(from, from + length);
  }
}
