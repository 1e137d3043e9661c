/** Splits a byte stream into lines: any size of chunk, BOM and CRLF dropped, blank lines passed over, memory bounded. */
import { Fault } from '../../src/fault.js';

export interface Line {
  /** 1-based; blank lines count. */
  readonly number: number;
  /** The fault where the bytes are no usable text. */
  readonly text: string | Fault;
}

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

interface LineOptions {
  readonly maxBytes?: number;
  /** Lines before the first byte. */
  readonly before?: number;
}

/** Yields the lines that one chunk ends together, so a caller can answer them before it waits for more. */
export async function* lineBatches(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxBytes = MAX_LINE_BYTES, before = 0 }: LineOptions = {},
): AsyncGenerator<Line[]> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let number = before;
  const add = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes > maxBytes) parts = [];
    else parts.push(part);
  };
  const end = (): Line[] => {
    number += 1;
    const text = bytes > maxBytes ? tooLong(maxBytes) : decode(parts);
    parts = [];
    bytes = 0;
    return text instanceof Fault || text.trim() !== '' ? [{ number, text }] : [];
  };
  for await (const chunk of input) {
    const batch: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, at));
      batch.push(...end());
      from = at + 1;
    }
    add(chunk.subarray(from));
    yield batch;
  }
  yield end();
}

/** Bytes that end with a line, and how many lines lie before them. */
export interface WholeLines {
  readonly bytes: Uint8Array;
  readonly before: number;
}

/** Cuts a stream behind the last line end of each chunk. A line that is too long is cut as well, and stays too long. */
export async function* wholeLines(
  input: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<WholeLines> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let before = 0;
  for await (const chunk of input) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const bytes = Buffer.concat([...parts, chunk.subarray(0, end)]);
      // Counted first: whoever gets the bytes may give them away.
      const ends = countLineEnds(bytes);
      yield { bytes, before };
      before += ends;
      parts = [];
      held = 0;
    }
    if (held <= maxBytes) parts.push(chunk.subarray(end));
    held += chunk.length - end;
  }
  if (held > 0) yield { bytes: Buffer.concat(parts), before };
}

function countLineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A byte order mark, which the decoder drops, is fine at the start of any line: files get concatenated. */
function decode(parts: readonly Uint8Array[]): string | Fault {
  try {
    return utf8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
  } catch {
    return new Fault('input', 'the line is not UTF-8');
  }
}

const tooLong = (maxBytes: number): Fault =>
  new Fault('input', `the line is longer than ${maxBytes} bytes; write one group a line`);
