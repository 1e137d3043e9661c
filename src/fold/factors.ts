/** Factors of the passes that keep their reward: who loses it takes no place from the others of its tier. */
import { factorsOf, type Order } from '../arithmetic/factors.js';
import type { JudgeOutcome } from '../judge/outcome.js';
import { type FoldSettings, isZeroed } from './settings.js';

export function factorsAmong(
  order: Order,
  { integrity }: Pick<JudgeOutcome, 'integrity'>,
  settings: FoldSettings,
): Map<string, number> {
  const kept = (groups: Order['T1']): string[][] =>
    groups
      .map((group) => group.filter((id) => !isZeroed(integrity.get(id), settings)))
      .filter((group) => group.length > 0);
  const { T1, T2, T3 } = order;
  return factorsOf({ T1: kept(T1), T2: kept(T2), T3: kept(T3) }, settings.profile.value);
}
