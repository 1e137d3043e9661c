/** A group put under aliases: who may be seen, in which order, and what the detectors ask of it. */
import { contendersOf, representatives } from '../../src/fold/facts.js';
import { aliasesOf, nonceOf, orderOf } from '../../src/judge/alias.js';
import { type Case, openCase, renamedLead } from '../../src/judge/case.js';
import { type AskedLeads, leadsToAnswer } from '../../src/judge/leads.js';
import type { AliasMap } from '../../src/judge/unblind.js';
import type { JudgeRequest } from '../grade/judge.js';

/** What aliases and order of an investigation are drawn for; the laid-out workspace uses the same. */
export const INVESTIGATION = 'investigate';

export interface BlindGroup {
  readonly seen: Case;
  /** Id by alias. */
  readonly ids: AliasMap;
  /** Id of the representative by id, for candidates that are scored. */
  readonly representatives: ReadonlyMap<string, string>;
  /** In terms of aliases. */
  readonly leads: AskedLeads;
  readonly nonce: string;
}

/** Masked rollouts are not shown: nothing is asked about them. */
export function blindGroup({ facts, opened, detected }: JudgeRequest, seed: string): BlindGroup {
  const visible = facts.rollouts.filter(({ valid }) => valid).map(({ id }) => id);
  const aliases = aliasesOf(seed, visible, INVESTIGATION);
  const nameOf = (id: string): string => aliases.get(id) ?? id;
  const shared = representatives(contendersOf(facts));
  const ordered = orderOf(seed, visible, INVESTIGATION).map((id): [string, string] => [id, nameOf(id)]);
  const seen = openCase({
    material: opened.material,
    aliases: new Map(ordered),
    representatives: shared,
  });
  const leads = detected.leads
    .filter(({ candidate }) => aliases.has(candidate))
    .map((lead) => renamedLead(lead, nameOf));
  return {
    seen,
    ids: new Map(ordered.map(([id, alias]) => [alias, id])),
    representatives: shared,
    leads: leadsToAnswer(leads, seen.candidates),
    nonce: nonceOf(seed, INVESTIGATION),
  };
}
