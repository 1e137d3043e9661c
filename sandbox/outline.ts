/** The members at the top of a JSON object, small ones parsed and large ones only named: a document of any size in constant memory. */
import { isObject, type JsonObject, type Parsed, parseJson } from '../src/text/json.js';
import type { ByteSource } from './bytes.js';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
/** A member above this is a history or a log, no fact. */
const MAX_MEMBER = 4 * 1024 * 1024;
/** What all members may come to; a document below it is parsed at once. */
const MAX_ALL = 16 * 1024 * 1024;
const SMALL = 1024 * 1024;

/** null where the text is not one JSON object; one that is cut off is read up to the cut. A large or cut member is `undefined`. */
export async function outlineOf(source: ByteSource): Promise<JsonObject | null> {
  if (source.size <= SMALL) {
    const parsed = parseJson((await source.read(0, source.size)).toString('utf8').replace(/^\ufeff/, ''));
    if (parsed.ok) return isObject(parsed.value) ? parsed.value : null;
  }
  const scanner = new Scanner();
  for await (const chunk of source.chunks()) {
    scanner.push(chunk);
    if (scanner.done) break;
  }
  if (!scanner.isObject || scanner.trailing) return null;
  const found: [string, unknown][] = [];
  let left = MAX_ALL;
  for (const { key, from, to } of scanner.all()) {
    const size = to - from;
    const name = await jsonAt(source, key.from, key.to - key.from);
    if (!name.ok || typeof name.value !== 'string') continue;
    const small = size <= Math.min(MAX_MEMBER, left);
    const value = small ? await jsonAt(source, from, size) : { ok: true as const, value: undefined };
    if (small) left -= size;
    found.push([name.value, value.ok ? value.value : undefined]);
  }
  return Object.fromEntries(found);
}

const jsonAt = async (source: ByteSource, from: number, length: number): Promise<Parsed> =>
  parseJson((await source.read(from, length)).toString('utf8'));

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Far more members than any document of a harness has. */
const MAX_MEMBERS = 10_000;

/** Follows brackets and strings of a document, and notes where the members of its outermost object begin and end. */
class Scanner {
  private readonly members: (Range & { readonly key: Range })[] = [];
  isObject = false;
  done = false;
  /** True where something follows the object: then it is the first line of many. */
  trailing = false;
  private depth = 0;
  private offset = 0;
  private inString = false;
  private escaped = false;
  private keyStart = -1;
  private key: Range | null = null;
  private value = -1;

  push(chunk: Buffer): void {
    let at = 0;
    for (; at < chunk.length && !this.done; at++) {
      if (this.inString) at = this.skip(chunk, at);
      else this.follow(chunk[at] ?? 0, this.offset + at);
    }
    this.trailing = this.done && chunk.subarray(at).some((byte) => byte > SPACE);
    this.offset += chunk.length;
  }

  private follow(byte: number, place: number): void {
    if (byte === QUOTE) {
      this.inString = true;
      if (this.depth === 1 && this.key === null) this.keyStart = place;
    } else if (byte === COLON && this.depth === 1 && this.value < 0) this.value = place + 1;
    else if (byte === COMMA && this.depth === 1) this.close(place);
    else if (OPEN.has(byte)) {
      if (this.depth === 0) {
        this.isObject = byte === 0x7b;
        this.done = !this.isObject;
      }
      this.depth += 1;
    } else if (CLOSE.has(byte)) {
      this.depth -= 1;
      if (this.depth > 0) return;
      this.close(place);
      this.done = true;
    }
  }

  /** The members, and the one that the text ends in. */
  all(): readonly (Range & { readonly key: Range })[] {
    // Where it would have ended is not known, so that it is large.
    if (this.depth > 0) this.close(Number.MAX_SAFE_INTEGER);
    return this.members;
  }

  private close(place: number): void {
    const { key, value } = this;
    if (key !== null && value >= 0 && this.members.length < MAX_MEMBERS)
      this.members.push({ key, from: value, to: place });
    this.key = null;
    this.value = -1;
  }

  /** Runs to the end of the string or of the chunk; quotes are found natively. */
  private skip(chunk: Buffer, from: number): number {
    const start = this.escaped ? from + 1 : from;
    let quote = chunk.indexOf(QUOTE, start);
    while (quote >= 0 && backslashes(chunk, quote, start) % 2 === 1) quote = chunk.indexOf(QUOTE, quote + 1);
    const end = quote < 0 ? chunk.length : quote;
    this.escaped = quote < 0 && backslashes(chunk, end, start) % 2 === 1;
    if (quote < 0) return end;
    this.inString = false;
    if (this.depth === 1 && this.key === null && this.keyStart >= 0) {
      this.key = { from: this.keyStart, to: this.offset + end + 1 };
      this.keyStart = -1;
    }
    return end;
  }
}

function backslashes(chunk: Buffer, end: number, start: number): number {
  let at = end - 1;
  while (at >= start && chunk[at] === BACKSLASH) at -= 1;
  return end - 1 - at;
}
