/** Encodings that turn words into other letters, and how to turn them back. */
import { fromBinary } from '../diff/binary.js';
export interface Undoing {
  readonly hidden: string;
  /** Cheap: whether it is worth trying. */
  readonly when: RegExp;
  readonly undo: (text: string) => string;
}

/** Bytes that are words: UTF-8, and mostly letters and blanks; most runs are told by their first bytes. */
function wordsOf(bytes: Uint8Array): string {
  if (bytes.length < 12 || !isWordy(bytes.subarray(0, 64)) || !isWordy(bytes)) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** Letters of ASCII and all that stands for other scripts, blanks and the marks of sentences. */
function isWordy(bytes: Uint8Array): boolean {
  let wordy = 0;
  for (const byte of bytes) {
    const letter = byte | 0x20;
    if ((letter >= 0x61 && letter <= 0x7a) || MARKS.has(byte) || byte >= 0x80) wordy += 1;
  }
  return wordy > bytes.length * 0.7;
}

const MARKS: ReadonlySet<number> = new Set([...' \n.,:_'].map((one) => one.charCodeAt(0)));

function base64(run: string): string {
  try {
    return wordsOf(fromBinary(atob(run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))));
  } catch {
    return '';
  }
}

/** Lines that hold nothing but base64 between their marks, put together. */
function base64Lines(text: string): string {
  const blocks: string[] = [];
  let block: string[] = [];
  const close = (): void => {
    if (block.length > 1) blocks.push(base64(block.join('')));
    block = [];
  };
  for (const line of text.split('\n')) {
    const run = /^[^\w+/]{0,40}([\w+/-]+={0,2})[^\w]{0,9}$/.exec(line)?.[1];
    // The last line of a block may be short.
    if (run !== undefined && (run.length >= 16 || block.length > 0)) block.push(run.replace(/=+$/, ''));
    if (run === undefined || run.length < 16) close();
  }
  close();
  return blocks.filter((decoded) => decoded !== '').join('\n');
}

const hex = (run: string): string =>
  wordsOf(Uint8Array.from(run.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16)));

const each =
  (runs: RegExp, decode: (run: string) => string) =>
  (text: string): string =>
    (text.match(runs) ?? [])
      .slice(0, MAX_RUNS)
      .map(decode)
      .filter((decoded) => decoded !== '')
      .join('\n');

/** More encoded pieces of one text tell nothing new. */
const MAX_RUNS = 200;
const codePoint = (code: string, radix: number): string => {
  const value = Number.parseInt(code, radix);
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
};
const ESCAPES = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|U([0-9a-f]{8})|([0-3][0-7]{2}))/gi;

export const ENCODINGS: readonly Undoing[] = [
  {
    hidden: 'base64',
    when: /[\w+/-]{24}/,
    undo: each(/[A-Za-z0-9+/_-]{24,}={0,2}/g, (run) => {
      const once = base64(run);
      // What was encoded twice decodes to one run again.
      return /^[\w+/=-]+$/.test(once.trim()) ? `${once}\n${base64(once.trim())}` : once;
    }),
  },
  {
    hidden: 'base64 over several lines',
    when: /\n[^\w+/\n]{0,40}[\w+/-]{4,}={0,2}[^\w\n]{0,9}(?:\n|$)/,
    undo: base64Lines,
  },
  {
    hidden: 'hexadecimal digits',
    when: /(?:[0-9a-f]{2}[\s:]?){12}/i,
    undo: each(/(?:[0-9a-f]{2}[\s:]?){12,}/gi, hex),
  },
  {
    hidden: 'percent escapes',
    when: /(?:%[0-9a-f]{2}.{0,12}){3}/i,
    undo: (text) => text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => codePoint(code, 16)),
  },
  {
    hidden: 'entities',
    when: /(?:&#x?[0-9a-f]{2,6};.{0,12}){3}/i,
    undo: (text) =>
      text.replace(/&#(x?)([0-9a-f]{2,6});/gi, (_, x: string, code: string) =>
        codePoint(code, x === '' ? 10 : 16),
      ),
  },
  {
    hidden: 'escapes of a string',
    when: /\\(?:x[0-9a-f]{2}|u\{?[0-9a-f]{4}|[0-3][0-7]{2})/i,
    undo: (text) =>
      text.replace(ESCAPES, (_, x?: string, u?: string, braced?: string, long?: string, octal?: string) =>
        octal === undefined ? codePoint(x ?? u ?? braced ?? long ?? '20', 16) : codePoint(octal, 8),
      ),
  },
  {
    hidden: 'numbers of characters',
    when: /(?:\b\d{2,3}\b[,\s]{1,4}){16}/,
    undo: each(/(?:\b\d{2,3}\b[,\s]{1,4}){16,}/g, (run) =>
      wordsOf(Uint8Array.from(run.match(/\d+/g) ?? [], Number)),
    ),
  },
];
