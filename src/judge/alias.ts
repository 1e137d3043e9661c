/** Aliases, orders and nonces from a seed: the same group always gives the same ones, and no candidate can foresee them. */

/** Hash of a text into four words (cyrb128); it spreads a seed, and keeps no secret. */
function words(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ unit, 597399067);
    b = c ^ Math.imul(b ^ unit, 2869860233);
    c = d ^ Math.imul(c ^ unit, 951274213);
    d = a ^ Math.imul(d ^ unit, 2716044179);
  }
  a = Math.imul(c ^ (a >>> 18), 597399067);
  b = Math.imul(d ^ (b >>> 22), 2869860233);
  c = Math.imul(a ^ (c >>> 17), 951274213);
  d = Math.imul(b ^ (d >>> 19), 2716044179);
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a];
}

/** Whole numbers below `below`, in a sequence that `key` alone decides (sfc32). */
export function dice(key: string): (below: number) => number {
  let [a, b, c, d] = words(key);
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return (below) => Math.floor((next() / 2 ** 32) * below);
}

/** `items` in an order that seed and purpose alone decide, whatever order they come in. */
export function orderOf(seed: string, items: readonly string[], purpose: string): string[] {
  const shuffled = [...items].sort();
  const roll = dice(`${seed} order ${purpose}`);
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = roll(i + 1);
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}

// No vowels and no digit that could be taken for a letter: an alias never spells anything, and never looks like an id.
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const LENGTH = 4;

/** A neutral name for each id, such as `c-xkpt`: others for every purpose, and never one that is itself an id. */
export function aliasesOf(seed: string, ids: readonly string[], purpose: string): Map<string, string> {
  const roll = dice(`${seed} alias ${purpose}`);
  const taken = new Set(ids);
  const fresh = (): string => {
    for (;;) {
      const letters = Array.from({ length: LENGTH }, () => LETTERS[roll(LETTERS.length)]);
      const alias = `c-${letters.join('')}`;
      if (taken.has(alias)) continue;
      taken.add(alias);
      return alias;
    }
  };
  const named = new Map([...ids].sort().map((id) => [id, fresh()]));
  return new Map(ids.map((id) => [id, named.get(id)!]));
}

/** The names under which a group is laid out for people; who assesses by them can be told what was seen there. */
export const workspaceAliases = (seed: string, ids: readonly string[]): Map<string, string> =>
  aliasesOf(seed, ids, 'workspace');

/** 24 hex digits that mark where data of this run begins and ends. */
export function nonceOf(seed: string, purpose: string): string {
  const roll = dice(`${seed} nonce ${purpose}`);
  return Array.from({ length: 24 }, () => roll(16).toString(16)).join('');
}
