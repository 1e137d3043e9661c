/** Words that were respelled, turned around or taken apart, and how to put them together again. */
import type { Undoing } from './encodings.js';
import { signalsOf } from './lexicon.js';

export const turnedAround = (text: string): string => [...text].reverse().join('');

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
/** Where one string literal ends and the next one, of the same quotes, goes on. */
const JOINT = /(["'`])(?:\s{0,9}(?:[+.&]|\|\||<>|\\)\s{0,20}|\s{1,20})[fbru]{0,2}\1/;
const JOINTS = new RegExp(JOINT.source, 'g');

export const PUZZLES: readonly Undoing[] = [
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
    when: JOINT,
    undo: (text) => text.replace(JOINTS, ''),
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
