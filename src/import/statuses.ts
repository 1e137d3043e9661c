/** Words for the outcome of one test, in the cases and forms that harnesses write. */
import type { TestStatuses } from './claim.js';

const WORDS: ReadonlyMap<string, TestStatuses[string]> = new Map([
  ['passed', 'pass'],
  ['pass', 'pass'],
  ['xfail', 'pass'],
  ['failed', 'fail'],
  ['fail', 'fail'],
  ['skipped', 'skip'],
  ['skip', 'skip'],
  ['pending', 'skip'],
]);

/** `error` for every word that is none of them. */
export const statusOf = (word: unknown): TestStatuses[string] =>
  (typeof word === 'string' && WORDS.get(word.toLowerCase())) || 'error';
