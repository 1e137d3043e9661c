/** From the order of the passes to discount factors, by the table of a profile. */
import type { Profile } from '../records/profile.js';
import type { Tier } from '../vocabulary.js';

/** Tie groups of ids, best first, per tier. */
export type Order = Readonly<Record<Tier, readonly (readonly string[])[]>>;

/** Factor in (0, 1] of every id in the order. */
export function factorsOf(order: Order, profile: Profile): Map<string, number> {
  const factors = new Map<string, number>();
  for (const tier of ['T1', 'T2', 'T3'] as const)
    for (const [place, group] of order[tier].entries())
      for (const id of group) factors.set(id, factorAt(tier, place, order[tier].length, profile));
  return factors;
}

function factorAt(tier: Tier, place: number, groups: number, { T1, T2, T3 }: Profile): number {
  if (tier === 'T1') return place === 0 ? T1.first : T1.other;
  if (tier === 'T3') return T3;
  const down = groups === 1 ? 0 : place / (groups - 1);
  return T2.from * (1 - down) + T2.to * down;
}
