/** Records inside one big JSON document: the elements of the array reached by a path of keys, found byte by byte. */
import { Gap } from './gap.js';
import { hasMark, MARK } from './lines.js';
import { Collector, type Known, type RawRecord, type Splitter, type TakeRecord } from './record.js';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const MAX_KEY = 1000;

/** A lenient scanner: it follows strings and brackets, and leaves it to JSON.parse to judge an element. */
export class DocumentSplitter implements Splitter {
  readonly unit = 'element';
  private readonly collector: Collector;
  private offset = 0;
  /** Open brackets. */
  private depth = 0;
  /** Depth of the object whose keys are compared: one more for each key of the path whose value is open; 0 outside. */
  private watch = 0;
  /** True where the next value at the watched depth lies on the path. */
  private fits = true;
  private expectsKey = false;
  /** The key being read, as far as earlier chunks had it; null outside keys. */
  private key: string | null = null;
  private inString = false;
  private escaped = false;
  /** Depth inside the array whose elements are records; 0 outside of it. */
  private listDepth = 0;
  private elements = 0;
  /** null where the elements themselves are not wanted. */
  private readonly gap: Gap | null;
  /** Start of the open element in its file; -1 between elements. */
  private element = -1;
  /** Places in the current piece: from where on the open element is not collected yet, and what ended the last one, or -1. */
  private kept = 0;
  private comma = -1;
  /** True once the array was met. */
  found = false;
  /** True once an element of it was met. */
  filled = false;
  /** True where the document is a list and the path names keys, or the other way round. */
  hopeless = false;
  /** True once the brackets of the document are closed. */
  closed = false;
  /** Offset of the first byte behind the document that is no blank; -1 without one. */
  trailing = -1;

  constructor(
    private readonly path: readonly string[],
    maxHeld?: number,
  ) {
    this.collector = new Collector(maxHeld);
    this.gap = maxHeld === undefined ? new Gap() : null;
  }

  push(chunk: Buffer, take: TakeRecord): void {
    this.kept = 0;
    this.comma = -1;
    for (let at = this.offset === 0 && hasMark(chunk) ? MARK : 0; at < chunk.length; at++) {
      if (this.inString) {
        at = this.skipString(chunk, at);
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (byte <= SPACE) continue;
      if (this.closed && this.trailing < 0) this.trailing = this.offset + at;
      if (this.listDepth > 0 && this.depth === this.listDepth) {
        const ends = byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT;
        if (ends && this.element >= 0) {
          take(this.finish(chunk.subarray(this.kept, at), true));
          this.comma = at;
        } else if (!ends && this.element < 0) {
          const end = this.start(chunk, at, take);
          if (end > at) {
            at = end - 1;
            continue;
          }
        }
      }
      this.follow(byte);
    }
    if (this.element >= 0) this.collector.keep(chunk.subarray(this.kept));
    this.offset += chunk.length;
  }

  /** Opens an element, and takes it where its end can be guessed. @returns the place behind what was taken */
  private start(chunk: Buffer, at: number, take: TakeRecord): number {
    this.element = this.offset + at;
    this.filled = true;
    this.kept = at;
    if (this.comma > 0) this.gap?.learn(chunk, this.comma, at);
    this.comma = -1;
    const guessed = this.gap?.guess(chunk, at) ?? null;
    if (guessed === null) return at;
    take(this.finish(guessed.bytes, true, guessed));
    return at + guessed.bytes.length;
  }

  end(take: TakeRecord): void {
    if (this.element >= 0) take(this.finish(Buffer.alloc(0), false));
  }

  private finish(part: Buffer, whole: boolean, known?: Known): RawRecord {
    const { bytes, length } = this.collector.take(part);
    const start = this.element;
    this.element = -1;
    this.elements += 1;
    return { start, length, bytes, number: this.elements, whole, known };
  }

  private follow(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.inString = true;
        if (this.expectsKey) this.key = '';
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.open(byte === OPEN_LIST);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.close();
        break;
      case COMMA:
        this.expectsKey = this.watch > 0 && this.depth === this.watch;
        if (this.expectsKey) this.fits = false;
    }
  }

  private open(isList: boolean): void {
    if (this.depth === 0) this.hopeless = isList !== (this.path.length === 0);
    if (this.fits && this.depth === this.watch) {
      const atEnd = this.watch === this.path.length;
      if (isList && atEnd) {
        this.found = true;
        this.listDepth = this.depth + 1;
      } else if (!isList && !atEnd) {
        this.watch += 1;
        this.expectsKey = true;
      }
      this.fits = false;
    }
    this.depth += 1;
  }

  private close(): void {
    this.depth = Math.max(0, this.depth - 1);
    this.listDepth = this.listDepth > this.depth ? 0 : this.listDepth;
    this.watch = Math.min(this.watch, this.depth);
    this.expectsKey = false;
    if (this.depth === 0) this.closed = true;
  }

  /** Runs to the end of the string or of the chunk; returns the last place that was read. */
  private skipString(chunk: Buffer, from: number): number {
    const start = this.escaped ? from + 1 : from;
    const end = endOfString(chunk, start);
    if (this.key !== null && this.key.length < MAX_KEY) {
      this.key += chunk.toString('utf8', from, Math.min(end, from + MAX_KEY));
    }
    // An escape cut by the chunk's end: its second half comes first in the next one.
    this.escaped = end === chunk.length && backslashesBefore(chunk, end, start) % 2 === 1;
    if (end < chunk.length) this.closeString();
    return end;
  }

  private closeString(): void {
    this.inString = false;
    if (this.key === null) return;
    this.fits = this.key === this.path[this.watch - 1];
    this.key = null;
    this.expectsKey = false;
  }
}

/** The place of the quote that ends a string, or the end of the chunk. Quotes are found natively, far faster than by a loop. */
function endOfString(chunk: Buffer, start: number): number {
  let quote = chunk.indexOf(QUOTE, start);
  while (quote >= 0 && backslashesBefore(chunk, quote, start) % 2 === 1)
    quote = chunk.indexOf(QUOTE, quote + 1);
  return quote < 0 ? chunk.length : quote;
}

function backslashesBefore(chunk: Buffer, end: number, start: number): number {
  let at = end - 1;
  while (at >= start && chunk[at] === BACKSLASH) at -= 1;
  return end - 1 - at;
}
