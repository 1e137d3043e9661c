/** Which groups are judged at all: mixed ones, and all-passed ones where somebody will look or a pass is in question. */
import { STATIC_TABLE } from '../judge/static-table.js';
import type { Lead } from '../records/citation.js';
import type { Rerun } from '../records/rollout-result.js';
import { contendersOf, type GroupFacts } from './facts.js';

/** More distinct passing trees than a judge can compare in one ledger. */
const MAX_TREES = 64;

export type Gate =
  | { readonly judge: true }
  | {
      readonly judge: false;
      readonly why: 'no_valid_rollouts' | 'all_failed' | 'all_passed' | 'group_too_large';
    };

/** Detectors whose leads ask after a leak or a forged pass: the Z classes. */
const INTEGRITY_DETECTORS: ReadonlySet<string> = new Set(
  STATIC_TABLE.filter(({ effect }) => 'suspect' in effect).map(({ detector }) => detector),
);

/** @param reruns pristine re-runs by id: a pass that does not survive one is in question */
export function gateOf(
  facts: GroupFacts,
  leads: readonly Lead[],
  reruns: ReadonlyMap<string, Rerun> = new Map(),
): Gate {
  const valid = facts.rollouts.filter((rollout) => rollout.valid);
  const passes = valid.filter(({ passed }) => passed);
  if (valid.length === 0) return { judge: false, why: 'no_valid_rollouts' };
  if (passes.length === 0) return { judge: false, why: 'all_failed' };
  if (new Set(contendersOf(facts).map(({ tree }) => tree)).size > MAX_TREES)
    return { judge: false, why: 'group_too_large' };
  const mixed = passes.length < valid.length;
  if (
    mixed ||
    facts.group.purpose !== 'train' ||
    leads.some(({ detector }) => INTEGRITY_DETECTORS.has(detector)) ||
    passes.some(({ id }) => reruns.get(id)?.survives === false)
  )
    return { judge: true };
  return { judge: false, why: 'all_passed' };
}
