/** Finds the rows of tables in a run that no attempt was found for: what they say would be lost without a word. */
import type { Claim } from '../../src/import/claim.js';
import type { Attempt } from '../../src/import/join.js';

/** Ids by table. One that nothing at all is called after may be about anything, and is passed over. */
export function strayRows(
  joined: readonly Attempt[],
  claims: readonly Claim[],
  instance?: string,
): ReadonlyMap<string, readonly string[]> {
  const placed = new Set(joined.flatMap((attempt) => attempt.claims));
  const known = new Set([...placed].flatMap(({ called }) => called?.table ?? []));
  const stray = new Map<string, string[]>();
  for (const claim of claims) {
    const table = claim.called?.table;
    if (table === undefined || claim.attempt === null || !known.has(table) || placed.has(claim)) continue;
    if (instance !== undefined && claim.instance !== null && claim.instance !== instance) continue;
    stray.set(table, [...(stray.get(table) ?? []), claim.attempt]);
  }
  return stray;
}
