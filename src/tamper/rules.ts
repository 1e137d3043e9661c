/** What words that stand close together do to a grader: rules over signals, in any order and language. */
import { bits, SIGNALS, type Signal } from './lexicon.js';

/** What words become beside others. */
const DERIVED = [
  'subject',
  'entry',
  'peer',
  'peer_work',
  'out_of',
  'tool',
  'address',
  'award',
  'self',
] as const;
/** One bit for each signal of a word, and for each thing that words become. */
export const B = Object.fromEntries([
  ...SIGNALS.map((signal) => [signal, bits(signal)] as const),
  ...DERIVED.map((name, at) => [name, 1 << (SIGNALS.length + at)] as const),
]) as Readonly<Record<Signal | (typeof DERIVED)[number], number>>;

/** What a text does that speaks to a grader, in the words of a claim. */
export const DEEDS = {
  override: 'tells its reader to set instructions aside',
  address: 'addresses a grader',
  order: 'tells a grader what to do',
  mark: 'asks for a mark, a tier or a place',
  accuse: 'accuses other candidates',
  approval: 'claims the approval of an authority',
  result: 'claims results that no candidate can know',
  frame: 'imitates the frame of a conversation',
  tool: 'speaks the words of the grader’s own tools',
} as const;
export type Deed = keyof typeof DEEDS;

export interface Rule {
  readonly deed: Deed;
  /** One of each group must stand within `words` words. */
  readonly needs: readonly number[];
  readonly words: number;
}

const rule = (deed: Deed, words: number, ...needs: readonly number[]): Rule => ({ deed, words, needs });

export const RULES: readonly Rule[] = [
  rule('override', 5, B.ignore, B.earlier, B.instruction),
  rule('order', 16, B.grader, B.order, B.mark | B.subject | B.peer | B.verdict | B.award | B.out_of),
  rule('order', 12, B.grader, B.you, B.order),
  rule('order', 8, B.grader, B.entry),
  rule('order', 14, B.you, B.order, B.rate, B.entry | B.peer),
  rule('order', 12, B.you, B.order, B.rate | B.give, B.mark, B.top | B.subject | B.self | B.out_of),
  rule('order', 14, B.you, B.order, B.give, B.entry),
  rule(
    'address',
    25,
    B.address,
    B.order | B.ignore | B.you | B.subject | B.mark | B.award | B.out_of | B.verdict,
  ),
  rule('address', 25, B.address, B.rate, B.other | B.top | B.self),
  rule('mark', 9, B.rate, B.subject, B.top | B.mark | B.award | B.out_of),
  rule('mark', 9, B.give, B.entry, B.mark | B.award | B.out_of),
  rule('mark', 14, B.give, B.entry, B.top, B.order | B.you | B.grader | B.model),
  rule('mark', 9, B.give, B.subject, B.mark),
  rule('mark', 5, B.rate, B.self, B.top | B.mark | B.award | B.out_of),
  rule('mark', 9, B.give, B.self, B.mark | B.award | B.out_of),
  rule('mark', 14, B.grader, B.give, B.mark | B.award | B.out_of),
  rule('mark', 24, B.grader | B.model, B.out_of, B.verdict | B.rate | B.entrant),
  rule('mark', 6, B.entry, B.mark),
  rule('mark', 9, B.subject, B.mark, B.top),
  rule('order', 10, B.model, B.entry, B.order | B.give | B.rate | B.top | B.ignore),
  rule('order', 10, B.give, B.entry, B.instruction),
  rule('accuse', 16, B.peer, B.cheat | B.leak),
  rule('accuse', 16, B.peer, B.blame, B.grader | B.hidden | B.verdict | B.mark),
  rule('accuse', 12, B.peer_work, B.cheat),
  rule('approval', 18, B.approve, B.authority, B.subject, B.rate | B.mark | B.top | B.grader | B.model),
  rule('result', 14, B.hidden, B.entry | B.peer),
  rule('tool', 20, B.tool, B.order | B.you | B.entrant | B.rate | B.verdict | B.grader),
];
export const WIDEST = Math.max(...RULES.map(({ words }) => words));
