/** Raw records: byte ranges found by a scanner, collected over chunk borders, decoded and read by a format. */
import { isAscii, isUtf8 } from 'node:buffer';
import { skippedRecord } from '../../src/events/chat.js';
import type { Reading, TraceFormat } from '../../src/events/format.js';
import { showBytes } from '../../src/text/clip.js';
import { type Parsed, parseJson } from '../../src/text/json.js';

/** A record above this size is named and not read. */
export const MAX_RECORD = 64 * 1024 * 1024;

export interface RawRecord {
  /** Offset of the first byte in its file. */
  readonly start: number;
  readonly length: number;
  /** The bytes, valid until the next piece of the file is scanned; null above MAX_RECORD, or what its splitter was told. */
  readonly bytes: Buffer | null;
  /** 1-based, in the unit of its splitter: the first line, the element. */
  readonly number: number;
  /** False where the file ends inside it. */
  readonly whole: boolean;
  /** What the bytes say, where that was how their end was found. */
  readonly known?: Known | undefined;
}

/** Bytes as characters. */
export interface Decoded {
  readonly text: string;
  /** True where bytes that are not UTF-8 were replaced. */
  readonly damaged: boolean;
}

/** Bytes that were decoded and parsed. */
export interface Known extends Decoded {
  readonly parsed: Parsed;
}

/** Most records are ASCII, which needs no second look and is copied three times as fast. */
export function decoded(bytes: Buffer): Decoded {
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), damaged: false };
  return { text: bytes.toString(), damaged: !isUtf8(bytes) };
}

export type TakeRecord = (record: RawRecord) => void;

/** Cuts a file into records, one piece of bytes after another. */
export interface Splitter {
  /** What its records are counted by. */
  readonly unit: 'line' | 'element' | 'document';
  push(chunk: Buffer, take: TakeRecord): void;
  end(take: TakeRecord): void;
}

/** What a record is called in messages: `line 3`, `element 12`. */
export const placeOf = ({ unit }: Splitter, { number }: RawRecord): string =>
  unit === 'document' ? 'the document' : `${unit} ${number}`;

/** Gathers the bytes of a record that may span several chunks; beyond the limit it only counts. */
export class Collector {
  private parts: Buffer[] = [];
  private length = 0;

  constructor(private readonly limit = MAX_RECORD) {}

  /** Bytes of a record that goes on in the next chunk: copied, since chunks are reused. */
  keep(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.limit) this.parts = [];
    else if (part.length > 0) this.parts.push(Buffer.from(part));
  }

  /** The whole record, ending with this part. */
  take(part: Buffer): { bytes: Buffer | null; length: number } {
    const length = this.length + part.length;
    const bytes =
      length > this.limit
        ? null
        : this.parts.length === 0
          ? part
          : Buffer.concat([...this.parts, part], length);
    this.parts = [];
    this.length = 0;
    return { bytes, length };
  }
}

/** How the bytes of a record are read: as JSON, or as the text that they are. */
export type Encoding = 'json' | 'text';

export interface ReadRecord {
  /** null where the bytes are not JSON. */
  readonly readings: readonly Reading[] | null;
  /** True where bytes that are not UTF-8 were replaced. */
  readonly damaged: boolean;
  /** Why nothing of it was read, where it is too large. */
  readonly skipped?: string;
}

/** What a format reads in a record; the same bytes always give the same readings. @param known the bytes as they were read already */
export function readRecord(
  bytes: Buffer | null,
  length: number,
  format: TraceFormat,
  encoding: Encoding,
  known?: Known,
): ReadRecord {
  if (bytes === null) {
    const why = `it has ${length} bytes, the limit is ${MAX_RECORD}`;
    return { readings: [skippedRecord(why)], damaged: false, skipped: why };
  }
  const { text, damaged } = known ?? decoded(bytes);
  if (encoding === 'text' && format.readText) return { readings: [format.readText(text)], damaged };
  const parsed = known?.parsed ?? parseJson(text);
  if (parsed.ok) return { readings: listed(format.read(parsed.value)), damaged };
  if (parsed.reason === 'not_json') return { readings: null, damaged };
  const why = `its ${showBytes(length)} hold millions of values`;
  return { readings: [skippedRecord(why)], damaged, skipped: why };
}

const listed = (read: Reading | readonly Reading[]): readonly Reading[] => ('pieces' in read ? [read] : read);
