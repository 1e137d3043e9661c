/** Neutral names and frame marks that follow from a seed: the same group gives the same ones, and no candidate can choose its own. */

/** Letters that cannot be taken for each other. */
const LETTERS = [...'abcdefghjkmnpqrstuvwxyz'];
/** More than a group has rollouts. */
const NAMES = LETTERS.flatMap((first) => LETTERS.map((second) => `c-${first}${second}`));

/**
 * Shuffled aliases such as `c-kf`, which say nothing of order, harness or verdict.
 * @param seed hex digits, e.g. an `input_digest`
 * @param purpose makes independent sets of one seed, e.g. `investigation` or `pass 2`
 * @param ids at most 256, in any order
 * @returns id by alias, sorted by alias
 */
export async function aliasesOf(
  seed: string,
  purpose: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const words = await wordsOf(`aliases\0${seed}\0${purpose}`, NAMES.length);
  const names = [...NAMES];
  // Fisher and Yates; 32 bits over a few hundred places leave no bias that anyone could use.
  for (let last = names.length - 1; last > 0; last -= 1) {
    const other = (words[last] as number) % (last + 1);
    [names[last], names[other]] = [names[other] as string, names[last] as string];
  }
  const sorted = [...ids].sort((a, b) => (a < b ? -1 : 1));
  const pairs = sorted.map((id, index) => [names[index] as string, id] as const);
  return new Map(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A mark for frames around candidate text: 24 hex digits that a text cannot have known when it was written. */
export async function nonceOf(seed: string, purpose: string): Promise<string> {
  const words = await wordsOf(`nonce\0${seed}\0${purpose}`, 3);
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** Words of 32 bits: SHA-256 of the text and a counter. */
async function wordsOf(text: string, count: number): Promise<number[]> {
  const words: number[] = [];
  for (let block = 0; words.length < count; block += 1) {
    const bytes = new TextEncoder().encode(`${text}\0${block}`);
    const view = new DataView(await globalThis.crypto.subtle.digest('SHA-256', bytes));
    for (let at = 0; at < view.byteLength; at += 4) words.push(view.getUint32(at));
  }
  return words.slice(0, count);
}
