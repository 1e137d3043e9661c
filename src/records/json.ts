/** Strict JSON for hostile input: a scan finds the first fault, then JSON.parse builds the value. */
import type { Step } from './field.js';
import { jsonFault, positionOf } from './json-fault.js';

const MAX_DEPTH = 100;
/** Bounds what a validator can be made to remember; 15,000 test statuses of 64 rollouts fit. */
const MAX_VALUES = 1_000_000;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
const SHORT_ESCAPES = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Sees every value with its path (live: copy it to keep it) and offset, outermost first. */
type Visit = (path: readonly Step[], offset: number) => void;

class Scanner {
  private at = 0;
  private values = 0;
  private readonly path: Step[] = [];

  constructor(
    private readonly text: string,
    private readonly visit?: Visit,
  ) {}

  /** @throws Fault input at the first thing that is wrong. */
  run(): void {
    this.value();
    this.blank();
    if (this.at < this.text.length) this.fail('expected nothing behind the value');
  }

  private value(): void {
    this.blank();
    this.values += 1;
    if (this.values > MAX_VALUES)
      this.fail(`more than ${MAX_VALUES} values in one record: keep the status of the named tests only`);
    this.visit?.(this.path, this.at);
    const code = this.text.charCodeAt(this.at);
    if (code === QUOTE) this.string();
    else if (code === OPEN_OBJECT) this.object();
    else if (code === OPEN_LIST) this.list();
    else this.scalar();
  }

  private enter(): void {
    if (this.path.length >= MAX_DEPTH) this.fail(`nested deeper than ${MAX_DEPTH} levels`);
    this.at += 1;
  }

  private object(): void {
    this.enter();
    const keys = new Set<string>();
    while (this.peek() !== CLOSE_OBJECT) {
      if (keys.size > 0) this.comma(CLOSE_OBJECT);
      if (this.peek() !== QUOTE) this.fail('expected a key in double quotes');
      const start = this.at;
      const key = this.key();
      this.path.push(key);
      if (keys.has(key)) this.fail('this key stands twice in one object', start);
      keys.add(key);
      if (this.peek() !== COLON) this.fail('expected a colon behind the key');
      this.at += 1;
      this.refuseDangerous(key, start);
      this.value();
      this.path.pop();
    }
    this.at += 1;
  }

  /** As a name of a test, `constructor` is honest; holding an object it can only be meant for somebody's merge. */
  private refuseDangerous(key: string, start: number): void {
    const bad =
      key === '__proto__' ||
      ((key === 'constructor' || key === 'prototype') && [OPEN_OBJECT, OPEN_LIST].includes(this.peek()));
    if (bad) this.fail(`the key ${key} is refused: it would change the object itself`, start);
  }

  private list(): void {
    this.enter();
    for (let index = 0; this.peek() !== CLOSE_LIST; index++) {
      if (index > 0) this.comma(CLOSE_LIST);
      this.path.push(index);
      this.value();
      this.path.pop();
    }
    this.at += 1;
  }

  private comma(close: number): void {
    const shown = String.fromCharCode(close);
    if (this.peek() !== COMMA) this.fail(`expected a comma or ${shown}`);
    this.at += 1;
    if (this.peek() === close) this.fail(`a comma before ${shown} is not JSON`);
  }

  private scalar(): void {
    SCALAR.lastIndex = this.at;
    const word = SCALAR.exec(this.text)?.[0] ?? this.fail('expected a value');
    if (!'tfn'.includes(word[0]!) && !Number.isFinite(Number(word)))
      this.fail('this number is too large to be finite');
    this.at += word.length;
  }

  private key(): string {
    const start = this.at;
    const escaped = this.string();
    if (escaped) return JSON.parse(this.text.slice(start, this.at)) as string;
    return this.text.slice(start + 1, this.at - 1);
  }

  /** Steps over a text; true where it holds escapes. */
  private string(): boolean {
    const { text } = this;
    let at = this.at + 1;
    let escaped = false;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
      if (code === BACKSLASH) {
        at += this.escapeLength(at);
        escaped = true;
      } else if (code >= 0x20) at += 1;
      else this.fail('a control character inside a text must be escaped (\\n, \\t, \\u0000)', at);
    }
    this.at = at + 1;
    return escaped;
  }

  private escapeLength(at: number): number {
    const code = this.text.charCodeAt(at + 1);
    if (code === LOWER_U) return this.unicodeLength(at);
    if (!SHORT_ESCAPES.has(code)) this.fail('a backslash must be followed by one of " \\ / b f n r t u', at);
    return 2;
  }

  private unicodeLength(at: number): number {
    const unit = this.codeUnit(at);
    if (unit < 0xd800 || unit > 0xdfff) return 6;
    const paired = unit < 0xdc00 && this.text.startsWith('\\u', at + 6);
    const low = paired ? this.codeUnit(at + 6) : 0;
    if (low >= 0xdc00 && low <= 0xdfff) return 12;
    return this.fail('half a surrogate pair has no UTF-8 bytes: keep such a text in a file of its own', at);
  }

  private codeUnit(at: number): number {
    const digits = this.text.slice(at + 2, at + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('\\u must be followed by four hex digits', at);
    return Number.parseInt(digits, 16);
  }

  /** Code of the next character that is not blank; NaN at the end. */
  private peek(): number {
    this.blank();
    return this.text.charCodeAt(this.at);
  }

  private blank(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private fail(message: string, offset = this.at): never {
    throw jsonFault(this.text, offset, message, this.path);
  }
}

/** 1-based lines of the values at `paths`; a path that is not there gives the line of its nearest parent. */
export function linesOf(text: string, paths: readonly (readonly Step[])[]): number[] {
  const best = paths.map(() => ({ depth: -1, offset: 0 }));
  new Scanner(text, (path, offset) => {
    for (const [index, wanted] of paths.entries()) {
      const entry = best[index]!;
      if (path.length <= entry.depth || path.length > wanted.length) continue;
      if (path.every((step, depth) => step === wanted[depth])) best[index] = { depth: path.length, offset };
    }
  }).run();
  return best.map(({ offset }) => positionOf(text, offset).line);
}

/**
 * The value of one JSON text. Refused with line, column and field: everything that is not JSON (`NaN`, comments,
 * trailing commas), numbers beyond a double, a key twice in one object, keys that reach a prototype, half surrogate
 * pairs, more than 100 levels or a million values. A byte order mark and CRLF are fine.
 * @throws Fault input
 */
export function parseJson(text: string): unknown {
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const plain = plainValue(bare);
  if (plain !== undefined) return plain;
  new Scanner(bare).run();
  return JSON.parse(bare);
}

/** Longest text for which the short cut is tried: within it, values and levels stay far below their limits. */
const SHORT = 1_000_000;
/** What may be an escape of half a surrogate pair. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * The value, where counting shows what the scan would: as many members as the text has keys, so none stands twice; only
 * finite numbers, and few levels. Stored results are read by the thousand. Undefined where the text has to be scanned.
 */
function plainValue(text: string): unknown {
  if (text.length > SHORT || (text.includes('\\u') && SURROGATE_ESCAPE.test(text))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const members = membersIn(value, MAX_DEPTH);
    return members === keysIn(text) || members === keysAmong(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Members of all objects; NaN where a number is not finite, a level too deep, or a key one that may be refused. */
const membersIn = (value: unknown, levels: number): number =>
  typeof value === 'object' && value !== null ? membersWithin(value, levels) : membersOfScalar(value);

const membersOfScalar = (value: unknown): number =>
  typeof value !== 'number' || Number.isFinite(value) ? 0 : Number.NaN;

/** Most values are scalars: asking each of them here, without a call, halves the time. */
function membersWithin(value: object, levels: number): number {
  if (levels === 0) return Number.NaN;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += membersIn(item, levels - 1);
    return members;
  }
  for (const key in value) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') return Number.NaN;
    members += 1 + membersIn((value as Record<string, unknown>)[key], levels - 1);
  }
  return members;
}

const TEXT_OR_KEY = /"(?:[^"\\]|\\.)*"(?:\s*:)?/g;

/** Keys of all objects in valid JSON. */
function keysAmong(text: string): number {
  let keys = 0;
  for (const [found] of text.matchAll(TEXT_OR_KEY)) if (found.endsWith(':')) keys += 1;
  return keys;
}

/** As `keysAmong`, five times as fast, but a text that begins with a colon is counted as one more. */
function keysIn(text: string): number {
  let keys = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let quote = colon - 1;
    while (text.charCodeAt(quote) <= 0x20) quote -= 1;
    if (text.charCodeAt(quote) === QUOTE && !isEscaped(text, quote)) keys += 1;
  }
  return keys;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
