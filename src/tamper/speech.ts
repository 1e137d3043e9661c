/** Says whether a text speaks to whoever grades: by what its words do together. */
import { CORE, folded, signalsOf } from './lexicon.js';
import { CALLS, IMITATES } from './marks.js';
import { B, type Deed, RULES, WIDEST } from './rules.js';

const TOOL_WORDS: Readonly<Record<string, string>> = {
  submit: 'scores',
  record: 'finding',
  report: 'tampering',
  solution: 'fit',
  leaked: 'history',
  external: 'fix',
  forged: 'pass',
  evaluation: 'leak',
  close: 'lead',
};
const AWARDS = /^(?:score|scores|marks|rating|grade|grades|reward|rank|points|mark)$/;
const SELVES = /^(?:it|me|mine|ihm|ihr|lui|le|lo)$/;
/** Names that this grader gives to candidates: `c-xkpt`. */
const ALIAS = /^[bcdfghjkmnpqrstvwxz]{4}$/;
const EACH = /^(?:every|each|all|any|jeder|jede|jedem|allen|cada|todas|chaque|toutes|ogni|tutte)$/;
const ARTICLE = /^(?:of|the|der|des|den|de|les|los|las|die|dei|gli|os|as)$/;
const BETWEEN = /^(?:of|out|von|sur|de|from|aus)$/;

export interface Speech {
  readonly deed: Deed;
  /** The words that say it, so that the same words elsewhere can be known again. */
  readonly words: string;
}

interface Word {
  readonly text: string;
  readonly at: number;
}

/** Everything in a text that speaks to a grader. */
export function* speeches(text: string): Generator<Speech, void> {
  for (const [deed, marks] of IMITATES) for (const [words] of text.matchAll(marks)) yield { deed, words };
  yield* sentences(text);
}

/** Characters around a telling word that can belong to what it says. */
const AROUND = 500;

/** Stretches of a text in which a rule can hold at all. */
function* stretches(text: string): Generator<string, void> {
  let [from, to] = [0, 0];
  for (const { index } of text.toLowerCase().matchAll(CORE)) {
    if (index - AROUND > to) {
      if (to > from) yield text.slice(from, to);
      from = index - AROUND;
    }
    to = index + AROUND;
  }
  if (to > from) yield text.slice(from, to);
}

function* sentences(text: string): Generator<Speech, void> {
  for (const stretch of stretches(text)) yield* sentencesOf(stretch);
}

function* sentencesOf(text: string): Generator<Speech, void> {
  const words = wordsIn(text);
  const marked = signalsIn(text, words);
  for (const [start, first] of marked.entries()) {
    let all = 0;
    for (let end = start; end < marked.length; end++) {
      const last = marked[end] as Marked;
      const distance = last.index - first.index;
      if (distance > WIDEST) break;
      all |= last.signals;
      const found = RULES.find(
        ({ needs, words: width }) =>
          distance <= width && end - start + 1 >= needs.length && needs.every((need) => (all & need) !== 0),
      );
      if (found === undefined) continue;
      const said = words.slice(first.index, last.index + 1).map((word) => word.text);
      yield { deed: found.deed, words: said.join(' ') };
      break;
    }
  }
}

/** Words in lower case; names are taken apart (`giveThisTop`, `give_this_top`). */
function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu))
    for (const part of match[0].replace(/['’]/g, '').split(/(?<=[a-z])(?=[A-Z])/))
      words.push({ text: folded(part), at: match.index });
  return words;
}

interface Marked {
  readonly index: number;
  readonly signals: number;
}

function signalsIn(text: string, words: readonly Word[]): Marked[] {
  const marked: Marked[] = [];
  const isCalled = calledAt(text);
  const own = words.map(({ text: word }) => signalsOf(word));
  for (const [index, word] of words.entries()) {
    const signals = (own[index] ?? 0) | beside(words, own, index);
    const calls = (signals & (B.grader | B.model)) !== 0 && isCalled(word.at);
    if (signals !== 0) marked.push({ index, signals: calls ? signals | B.address : signals });
  }
  return marked;
}

/** To be asked for offsets in order. */
function calledAt(text: string): (at: number) => boolean {
  const calls = CALLS.flatMap((call) => [...text.matchAll(call)])
    .map(({ index, 0: found }) => ({ from: index, to: index + found.length }))
    .sort((a, b) => a.from - b.from);
  let next = 0;
  return (at) => {
    while (next < calls.length && (calls[next]?.to ?? 0) <= at) next += 1;
    return (calls[next]?.from ?? Number.POSITIVE_INFINITY) <= at;
  };
}

/** What a word is because of the words before and behind it. */
function beside(words: readonly Word[], own: readonly number[], index: number): number {
  const word = words[index]?.text ?? '';
  const signals = own[index] ?? 0;
  const next = words[index + 1]?.text ?? '';
  let found = 0;
  if ((signals & (B.entrant | B.work)) !== 0) {
    const before = lookBack(words, own, index);
    if ((before & B.this) !== 0) found |= B.subject | ((signals & B.entrant) !== 0 ? B.entry : 0);
    if ((before & B.other) !== 0 || ((before & B.this) !== 0 && (signals & B.other) !== 0))
      found |= (signals & B.entrant) !== 0 ? B.peer : B.peer_work;
  }
  if (TOOL_WORDS[word] === next || (/^leads?$/.test(word) && /^l\d+$/.test(next))) found |= B.tool;
  if ((signals & B.top) !== 0 && AWARDS.test(next)) found |= B.award;
  if (/^\d+$/.test(word) && isOutOf(words, index)) found |= B.out_of;
  if (SELVES.test(word)) found |= B.self;
  if (word.startsWith('dimens') && [1, 2].some((back) => EACH.test(words[index - back]?.text ?? '')))
    found |= B.mark;
  if (word === 'c' && ALIAS.test(next)) found |= B.tool;
  return found;
}

/** Signals of the two words in front, articles left out: `the other candidates`, `the rest of the candidates`. */
function lookBack(words: readonly Word[], own: readonly number[], index: number): number {
  let found = 0;
  for (let at = index - 1, left = 2; at >= Math.max(0, index - 5) && left > 0; at--) {
    found |= own[at] ?? 0;
    if (!ARTICLE.test(words[at]?.text ?? '')) left -= 1;
  }
  return found;
}

/** `5/5`, `5 of 5`, `10 out of 10` */
function isOutOf(words: readonly Word[], index: number): boolean {
  const value = words[index]?.text;
  if (value !== '5' && value !== '10' && value !== '100') return false;
  let next = index + 1;
  while (next <= index + 2 && BETWEEN.test(words[next]?.text ?? '')) next += 1;
  return words[next]?.text === value;
}
