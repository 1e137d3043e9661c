/** A test log by lines: bytes stay on disk, lines are shown escaped, nothing is ever read out of them. */
import type { LineReader } from '../src/material.js';
import { showBytes } from '../src/text/clip.js';
import { renderBytes, renderCut } from '../src/text/render.js';
import type { ByteSource } from './bytes.js';
import { LineIndex } from './line-index.js';
import { LineSearch } from './line-search.js';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Bytes of a long line that `lines` shows. */
const SHOWN = 2000;
/** Bytes of a line that `line` gives. */
const WHOLE = 1_000_000;
/** Bytes that a walk over a few lines reads at once. */
const PIECE = 64 * 1024;

export interface LogReader extends LineReader, AsyncDisposable {}

/** Reads a text once to find its lines; takes the source over and disposes it. */
export async function openLog(source: ByteSource): Promise<LogReader> {
  const index = new LineIndex();
  for await (const chunk of source.chunks()) index.add(chunk);
  return new IndexedLog(source, index);
}

interface RawLine {
  /** The first bytes of the line, without its end. */
  readonly start: Buffer;
  readonly bytes: number;
}

class IndexedLog implements LogReader {
  readonly bytes: number;
  readonly lineCount: number;

  constructor(
    private readonly source: ByteSource,
    private readonly index: LineIndex,
  ) {
    this.bytes = source.size;
    this.lineCount = index.lineCount;
  }

  async lines(from: number, to: number): Promise<string[]> {
    const shown: string[] = [];
    for await (const line of this.raw(from, to, SHOWN)) shown.push(showLine(line));
    return shown;
  }

  async line(number: number): Promise<string | null> {
    for await (const line of this.raw(number, number, WHOLE)) return renderBytes(shownPart(line));
    return null;
  }

  async search(literal: string, limit: number): Promise<number[]> {
    if (literal === '' || literal.includes('\n')) return [];
    const search = new LineSearch(literal, limit);
    for await (const chunk of this.source.chunks()) {
      search.add(chunk);
      if (search.done) break;
    }
    search.end();
    return search.found;
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.source[Symbol.asyncDispose]();
  }

  /** Walks over lines; of each at most `kept` bytes are held. */
  private async *raw(from: number, to: number, kept: number): AsyncGenerator<RawLine> {
    const first = Math.max(1, from);
    const last = Math.min(to, this.lineCount);
    if (first > last) return;
    const mark = this.index.before(first);
    let number = mark.line;
    let start: Buffer[] = [];
    let bytes = 0;
    const take = (part: Buffer): void => {
      const held = Math.min(bytes, kept);
      if (number >= first && held < kept && part.length > 0)
        start.push(Buffer.from(part.subarray(0, kept - held)));
      bytes += part.length;
    };
    const close = (): RawLine => {
      const line = lineOf(Buffer.concat(start), bytes);
      start = [];
      bytes = 0;
      return line;
    };
    for await (const chunk of this.source.chunks(mark.offset, PIECE)) {
      let begin = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, begin)) {
        take(chunk.subarray(begin, at));
        const line = close();
        if (number >= first) yield line;
        number += 1;
        begin = at + 1;
        if (number > last) return;
      }
      take(chunk.subarray(begin));
    }
    if (number <= last) yield close();
  }
}

/** A CR in front of the newline is part of the line end. */
function lineOf(start: Buffer, bytes: number): RawLine {
  const whole = start.length === bytes;
  const crlf = whole && start.at(-1) === CARRIAGE_RETURN;
  return crlf ? { start: start.subarray(0, -1), bytes: bytes - 1 } : { start, bytes };
}

/** The rendered start of a line, up to a place where it can be cut. */
const shownPart = ({ start, bytes }: RawLine): Buffer =>
  start.length === bytes ? start : start.subarray(0, renderCut(start, start.length));

function showLine(line: RawLine): string {
  const shown = shownPart(line);
  if (shown.length === line.bytes) return renderBytes(shown);
  return `${renderBytes(shown)}… [line of ${showBytes(line.bytes)}, the first ${shown.length} bytes are shown]`;
}
