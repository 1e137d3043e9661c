/** The ways in which a text can be read: as it stands, and with what hides its words undone. */
import { signalsOf, spaced } from './lexicon.js';

export interface Reading {
  /** How its words were hidden, for people; null where they were not. */
  readonly hidden: string | null;
  readonly text: string;
}

/** Every reading of a text; only those that differ from it are given besides the first. */
export function* readingsOf(raw: string): Generator<Reading, void> {
  const seen = revealed(raw);
  const text = spaced(seen);
  yield { hidden: seen === raw ? null : 'characters that cannot be seen or look like others', text };
  for (const { hidden, when, undo } of UNDOINGS) {
    if (!when.test(text)) continue;
    const undone = undo(text);
    if (undone !== '' && undone !== text) yield { hidden, text: spaced(revealed(undone)) };
  }
}

// --- characters that hide ---------------------------------------------------

const ALIKE =
  'аaеeоoрpсcіiуyхxѕsјjԁdһhԛqԝwѵvӏlАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSαaοoνvρpυuιiΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXօoսuհh';
const LATIN = new Map(
  Array.from({ length: ALIKE.length / 2 }, (_, at) => [ALIKE[2 * at] ?? '', ALIKE[2 * at + 1] ?? '']),
);
/** Undoes invisible, reversed, styled and look-alike characters, and escape sequences of terminals. */
function revealed(text: string): string {
  // Almost all text is plain.
  if (!/[^\n\t\x20-\x7e]/.test(text)) return text;
  return text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/\u202e([^\u202c\n]*)\u202c?/g, (_, turned: string) => turnedAround(turned))
    .replace(/\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\u001b\n]*(?:\u0007|\u001b\\))/g, ' ')
    .replace(/[\p{Cf}\p{DI}\u2800]/gu, '')
    .replace(/[\r\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')
    .normalize('NFKC')
    .replace(/[\p{L}\p{M}]+/gu, (word) => {
      if (!/[\u0370-\u058f\u04bb]/.test(word)) return word;
      const isDrawnAlike = /[A-Za-z]/.test(word) || [...word].every((letter) => LATIN.has(letter));
      return isDrawnAlike ? [...word].map((letter) => LATIN.get(letter) ?? letter).join('') : word;
    });
}

const turnedAround = (text: string): string => [...text].reverse().join('');

// --- encodings --------------------------------------------------------------

interface Undoing {
  readonly hidden: string;
  /** Cheap: whether it is worth trying. */
  readonly when: RegExp;
  readonly undo: (text: string) => string;
}

/** Bytes that are words: mostly letters and blanks. */
function wordsOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const letters = text.match(/[\p{L}\p{Zs}\n.,:_]/gu)?.length ?? 0;
  return text.length >= 12 && letters > text.length * 0.7 ? text : '';
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0) & 0xff);

function base64(run: string): string {
  try {
    return wordsOf(bytesOf(atob(run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))));
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
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

const LEET_WORD = /(?<![\w@$])(?=[a-z]*[013457@$])(?=[\d@$]*[a-z])[a-z013457@$]{4,24}(?![\w@$])/gi;
const MAX_WORDS = 2000;
const lettersOf = (word: string): string => word.replace(/[013457@$]/g, (one) => LEET[one] ?? one);

const UNDOINGS: readonly Undoing[] = [
  {
    hidden: 'base64',
    when: /[\w+/-]{24}/,
    undo: each(/[A-Za-z0-9+/_-]{24,}={0,2}/g, (run) => {
      const once = base64(run);
      // What was encoded twice decodes to one run again.
      return /^[\w+/=-]+$/.test(once.trim()) ? `${once}\n${base64(once.trim())}` : once;
    }),
  },
  { hidden: 'base64 over several lines', when: /[A-Za-z0-9+/]{16}[^\n]{0,9}\n/, undo: base64Lines },
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
    when: /\\(?:[nrt"'`]|x[0-9a-f]{2}|u\{?[0-9a-f]{4}|[0-3][0-7]{2})/i,
    undo: (text) =>
      text
        .replace(/\\[nrt"'`]/g, ' ')
        .replace(ESCAPES, (_, x?: string, u?: string, braced?: string, long?: string, octal?: string) =>
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
  {
    hidden: 'letters moved by thirteen',
    when: /\b(?:tenqre|whqtr|rknzvare|rinyhngbe|pnaqvqngr|vtaber|qvfertneq|vafgehpgvbaf|fpber|nffvta|njneq)s?\b/i,
    undo: (text) =>
      text.replace(/[a-z]/gi, (letter) => {
        const from = letter <= 'Z' ? 65 : 97;
        return String.fromCharCode(((letter.charCodeAt(0) - from + 13) % 26) + from);
      }),
  },
  {
    hidden: 'letters from back to front',
    when: /\b(?:s?redarg|s?egduj|s?renimaxe|s?rotaulave|s?etadidnac|erongi|dragersid|snoitcurtsni|s?erocs)\b/i,
    undo: (text) => text.split('\n').map(turnedAround).join('\n'),
  },
  {
    hidden: 'digits for letters',
    when: /[a-z][013457@$][a-z]|\b[1430][a-z]{3}/i,
    undo: (text) => {
      const words = (text.match(LEET_WORD) ?? []).slice(0, MAX_WORDS);
      const isTelling = words.some((word) => signalsOf(lettersOf(word).toLowerCase()) !== 0);
      return isTelling ? text.replace(LEET_WORD, lettersOf) : '';
    },
  },
  {
    hidden: 'letters with blanks between',
    when: /(?:\b[a-z][ ._*-]){5}[a-z]\b/i,
    undo: (text) => text.replace(/\b[a-z](?:[ ._*-][a-z]\b){3,}/gi, (run) => run.replace(/[ ._*-]/g, '')),
  },
  {
    hidden: 'strings put together',
    when: /(["'`])\s{0,9}(?:[+.&]|\|\||<>|\\)?\s{0,20}[fbru]{0,2}\1/,
    undo: (text) => text.replace(/(["'`])\s{0,9}(?:[+.&]|\|\||<>|\\)?\s{0,20}[fbru]{0,2}\1/g, ''),
  },
  {
    hidden: 'pieces of many lines',
    when: /\S[ \t]{1,9}(?:#|\/\/|--|\/\*)/,
    undo: (text) =>
      text
        .split('\n')
        .map((line) => /(?:#|\/\/|--|\/\*)\s?(.*)$/.exec(line)?.[1] ?? '')
        .join('\n'),
  },
];
