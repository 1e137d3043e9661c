import { expect, test } from 'vitest';
import { aliasesOf, nonceOf, orderOf } from '../../../src/judge/alias.js';

const IDS = Array.from({ length: 256 }, (_, index) => `roll-${index}`);
const SEED = 'ab'.repeat(32);

test('aliases are distinct, neutral, and depend on nothing but seed, ids and purpose', () => {
  const aliases = aliasesOf(SEED, IDS, 'investigate');
  expect(new Set(aliases.values()).size).toBe(IDS.length);
  for (const alias of aliases.values()) expect(alias).toMatch(/^c-[b-df-hj-np-tv-z]{4}$/);
  const shuffled = aliasesOf(SEED, IDS.toReversed(), 'investigate');
  expect(new Map([...shuffled].sort())).toEqual(new Map([...aliases].sort()));
});

test('another seed or purpose gives other aliases, orders and nonces', () => {
  const all = [
    [SEED, 'investigate'],
    [SEED, 'pass 1'],
    ['cd'.repeat(32), 'investigate'],
  ] as const;
  const aliases = all.map(([seed, purpose]) => aliasesOf(seed, IDS, purpose).get('roll-7'));
  const orders = all.map(([seed, purpose]) => orderOf(seed, IDS, purpose).join());
  const nonces = all.map(([seed, purpose]) => nonceOf(seed, purpose));
  for (const three of [aliases, orders, nonces]) expect(new Set(three).size).toBe(3);
  expect(nonces[0]).toMatch(/^[0-9a-f]{24}$/);
});

test('no alias is one of the ids', () => {
  const [alias = ''] = aliasesOf(SEED, ['a'], 'p').values();
  const again = aliasesOf(SEED, ['a', alias], 'p');
  expect([...again.values()]).not.toContain(alias);
});

test('every place in the order is as likely as any other', () => {
  const first = new Map<string, number>();
  for (let i = 0; i < 3000; i++) {
    const [id = ''] = orderOf(`seed ${i}`, ['a', 'b', 'c'], 'p');
    first.set(id, (first.get(id) ?? 0) + 1);
  }
  for (const count of first.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
});
