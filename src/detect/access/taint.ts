/** Follows what was taken from outside to where it was put, so that reading it there is reading it from outside. */
import type { TraceEvent } from '../../events/event.js';
import type { LeakRow } from '../catalogue.js';
import { wordsOf } from '../events/words.js';
import { type Access, gaveSomething } from './access.js';

const MAX_PLACES = 500;
/** A shorter name is a word of everyday commands. */
const MIN_NAME = 3;

export interface Taint {
  /** Remembers where the event put what it took; `names` are what programs call the result of their own accord. */
  put(event: TraceEvent, names?: readonly string[]): void;
  /** Offset in the input of a place that was put earlier, or -1. */
  find(event: TraceEvent): number;
}

const TARGET =
  /^(-o|-O|-d|-t|-C|-P|--output|--output-document|--dest|--target|--download|--directory-prefix|--directory|--pack-destination|--prefix|-dest|>|>>)$/;
const ATTACHED =
  /^(?:--(?:output|dest|target|directory|prefix|pack-destination|output-document|output-dir)=|-o|-d|-O|-P|-C|[12]?>>?)(.+)$/;
const MOVES = /^(cp|mv|rsync|ln|tar|unzip|install|clone|add|wheel|unpack|extract|7z|bsdtar|gunzip|scp)$/;

/** The event reads what was put in such a place: where its own words do not tell what it reaches, its output may. */
export function readOfPut(event: TraceEvent, taint: Taint, row: LeakRow, claim: string): Access[] {
  const at = event.type === 'call' ? taint.find(event) : -1;
  if (at < 0 || !gaveSomething(event)) return [];
  taint.put(event);
  return [{ row, at, reach: 'unclear', shownAt: 0, claim }];
}

export function watchTaint(): Taint {
  const places = new Set<string>();
  const add = (word: string): void => {
    const name = plain(word);
    if (name.length >= MIN_NAME && places.size < MAX_PLACES && !COMMON.test(name)) places.add(name);
  };
  return {
    put: (event, names = []) => {
      for (const name of names) add(name);
      const words = wordsOf(event.input).map(({ text }) => text);
      words.forEach((word, at) => {
        if (TARGET.test(word)) add(words[at + 1] ?? '');
        else if (ATTACHED.test(word)) add(ATTACHED.exec(word)?.[1] ?? '');
      });
      for (const segment of segmentsOf(event.input)) {
        const moving = segment.findIndex((word) => MOVES.test(word.slice(word.lastIndexOf('/') + 1)));
        const last = segment.at(-1);
        if (moving >= 0 && last !== undefined && segment.length > moving + 1 && !last.includes('://'))
          add(last);
      }
    },
    find: (event) => {
      if (places.size === 0 || event.kind === 'edit') return -1;
      const input = event.input.slice(0, 65_536);
      for (const place of places) {
        const at = placeIn(input, place);
        if (at >= 0) return at;
      }
      return -1;
    },
  };
}

/** The current folder, the repository and devices hold everything else as well. */
const COMMON =
  /^(\.{1,2}|\/|\/tmp|\/dev\/.*|tmp|~|src|lib|repo|\/repo|\/testbed|\/workspace|\/app|\/home\/\w+|&?\d|-|null)$/;
const plain = (word: string): string =>
  word
    .replace(/^["']+|["';]+$/g, '')
    .replace(/^\.\//, '')
    .replace(/\/+$/, '');

function placeIn(input: string, place: string): number {
  for (let at = input.indexOf(place); at >= 0; at = input.indexOf(place, at + 1)) {
    const before = input[at - 1] ?? ' ';
    const after = input[at + place.length] ?? ' ';
    if (!/[\w.-]/.test(before) && !/[\w-]/.test(after)) return at;
  }
  return -1;
}

function segmentsOf(input: string): string[][] {
  const segments: string[][] = [];
  for (const { text, first } of wordsOf(input)) {
    if (first) segments.push([]);
    segments.at(-1)?.push(text);
  }
  return segments;
}
