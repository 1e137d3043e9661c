import { expect, test } from 'vitest';
import { aliasesOf, nonceOf } from '../../../src/judge/alias.js';

const SEED = 'ab'.repeat(32);
const ids = Array.from({ length: 256 }, (_, index) => `r${index}`);

test('aliases are neutral, one for each id, sorted, and the same for the same seed in any order', async () => {
  const aliases = await aliasesOf(SEED, 'workspace', ids);
  expect(new Set(aliases.values())).toEqual(new Set(ids));
  expect([...aliases.keys()]).toEqual([...aliases.keys()].sort());
  expect([...aliases.keys()].every((alias) => /^c-[a-z]{2}$/.test(alias))).toBe(true);
  expect(await aliasesOf(SEED, 'workspace', [...ids].reverse())).toEqual(aliases);
});

test('another seed or purpose gives other aliases and marks', async () => {
  const few = ids.slice(0, 8);
  const all = [
    await aliasesOf(SEED, 'workspace', few),
    await aliasesOf(SEED, 'pass 1', few),
    await aliasesOf('cd'.repeat(32), 'workspace', few),
  ].map((aliases) => JSON.stringify([...aliases]));
  expect(new Set(all).size).toBe(3);
  const marks = [await nonceOf(SEED, 'a'), await nonceOf(SEED, 'b'), await nonceOf('cd', 'a')];
  expect(new Set(marks).size).toBe(3);
  expect(marks.every((mark) => /^[0-9a-f]{24}$/.test(mark))).toBe(true);
});

test('the order of aliases does not follow the order of ids', async () => {
  const places = await Promise.all(
    Array.from({ length: 200 }, async (_, seed) => {
      const aliases = await aliasesOf(String(seed), 'x', ['a', 'b', 'c', 'd']);
      return [...aliases.values()].indexOf('a');
    }),
  );
  // 50 each where chance is even; four standard deviations are 25.
  for (const place of [0, 1, 2, 3]) {
    const count = places.filter((one) => one === place).length;
    expect(count).toBeGreaterThan(25);
    expect(count).toBeLessThan(75);
  }
});
