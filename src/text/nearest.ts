/** Finds the known word that a misspelt one was probably meant to be. */

const MAX_LENGTH = 64;

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, beforeLast[j - 2]! + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** The closest of `known` within a third of the word's length, letter case aside; null where nothing is near and none begins with it. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > MAX_LENGTH) return null;
  const lower = word.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const steps = distance(lower, candidate.toLowerCase());
    if (steps < least) [best, least] = [candidate, steps];
  }
  return best ?? known.find((candidate) => isStart(lower, candidate.toLowerCase())) ?? null;
}

/** `valid` for `validity`: a word that was not written to its end. */
const isStart = (word: string, whole: string): boolean => word.length >= 4 && whole.startsWith(word);
