/** Reads texts of events out of the raw files: records by range, a window of bytes and the last readings kept for the next one. */
import { skippedRecord } from '../../src/events/chat.js';
import type { Piece, TraceFormat } from '../../src/events/format.js';
import type { ByteSource } from '../bytes.js';
import type { Place } from './entry.js';
import { type Encoding, MAX_RECORD, readRecord } from './record.js';

const WINDOW = 1 << 20;
/** Records kept: a call and its result stand near each other. */
const KEPT = 8;
/** Above this a record is kept alone. */
const SMALL = 1 << 20;

interface Window {
  readonly file: number;
  readonly start: number;
  readonly bytes: Buffer;
}

type Pieces = readonly Piece[];

/** Serves one walk through a trajectory and is dropped with it; its memory is bounded by one record and one window. */
export class RecordReader {
  private window: Window = { file: -1, start: 0, bytes: Buffer.alloc(0) };
  private readonly kept = new Map<string, Pieces>();
  private large: { readonly key: string; readonly pieces: Pieces } | null = null;

  constructor(
    private readonly sources: readonly ByteSource[],
    private readonly format: TraceFormat,
    private readonly encodings: readonly Encoding[],
    /** Bytes that are read on ahead; 0 for a single look. */
    private readonly ahead = WINDOW,
  ) {}

  /** The text of one piece, or null where the record has none. */
  async text(place: Place): Promise<string | null> {
    const pieces = await this.pieces(place);
    return pieces[place.piece]?.text ?? null;
  }

  private async pieces({ file, start, length }: Place): Promise<Pieces> {
    const key = `${file}:${start}`;
    const kept = this.large?.key === key ? this.large.pieces : this.kept.get(key);
    if (kept) return kept;
    const bytes = length > MAX_RECORD ? null : await this.bytes(file, start, length);
    const { readings } = readRecord(bytes, length, this.format, this.encodings[file] ?? 'json');
    // A record that was read once is read again; that it is JSON was seen when the index was built.
    const pieces = (readings ?? [skippedRecord('it is no longer JSON')]).flatMap((reading) => reading.pieces);
    this.keep(key, pieces, length);
    return pieces;
  }

  /** Small records in number; of the large ones the last, since it may hold a whole trajectory. */
  private keep(key: string, pieces: Pieces, length: number): void {
    if (length > SMALL) this.large = { key, pieces };
    else this.kept.set(key, pieces);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value ?? key);
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
