/** The first of two keys: code that shows a violation by itself. Without it a judge's word confirms nothing. */
import type { GroupMaterial } from '../material.js';
import type { Citation, Lead } from '../records/citation.js';
import type { Rerun } from '../records/rollout-result.js';
import { type IntegrityKind, LEAK_KINDS } from '../vocabulary.js';
import { whyNotForged } from './forgery.js';
import { type LeakKind, leakKey } from './leak.js';

/** Why the citations do not show the violation, or null where they do. Everything by id. */
export type VerifyIntegrity = (
  kind: IntegrityKind,
  candidate: string,
  citations: readonly Citation[],
) => Promise<string | null>;

export interface KeyInput {
  readonly material: GroupMaterial;
  readonly leads: readonly Lead[];
  /** Pristine re-runs by id: only these can show that a pass is forged. */
  readonly reruns: ReadonlyMap<string, Rerun>;
}

const LEAKS: ReadonlySet<string> = new Set(LEAK_KINDS);
const isLeak = (kind: IntegrityKind): kind is LeakKind => LEAKS.has(kind);

export function integrityKey({ material, leads, reruns }: KeyInput): VerifyIntegrity {
  const leaks = leakKey(material);
  const treeOf = (id: string) => material.candidates.find((one) => one.id === id)?.tree?.oid;
  // What holds for a tree holds for every rollout that ended in it.
  const rerunOf = (id: string): Rerun | undefined =>
    reruns.get(id) ??
    [...reruns].find(([other]) => treeOf(other) !== undefined && treeOf(other) === treeOf(id))?.[1];
  return async (kind, candidate, citations) => {
    if (isLeak(kind)) return leaks.whyNot(kind, candidate, citations);
    // An attack on the judge is reported; what it did to a pass only a re-run can show.
    if (kind === 'judge_attack') return 'no code shows an attack on a judge';
    return whyNotForged(candidate, citations, { material, leads, rerun: rerunOf(candidate) });
  };
}
