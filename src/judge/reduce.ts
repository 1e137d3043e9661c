/** A candidate reduced to its diff: what it did, said and printed is left out, its tree and its verdict stay. */
import type { GroupMaterial } from '../material.js';

export const reducedToDiff = (material: GroupMaterial, ids: ReadonlySet<string>): GroupMaterial => ({
  ...material,
  candidates: material.candidates.map((candidate) =>
    ids.has(candidate.id) ? { ...candidate, events: null, testLog: null } : candidate,
  ),
});
