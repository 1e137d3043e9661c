/** A group put under aliases: who may be seen, in which order, and what the detectors ask of it. */
import { contendersOf, type GroupFacts, representatives } from '../../src/fold/facts.js';
import { aliasesOf, nonceOf, orderOf } from '../../src/judge/alias.js';
import { type Case, openCase, renamedLead } from '../../src/judge/case.js';
import { type AskedLeads, leadsToAnswer } from '../../src/judge/leads.js';
import type { AliasMap } from '../../src/judge/unblind.js';
import type { Lead } from '../../src/records/citation.js';
import type { JudgeRequest } from '../grade/judge.js';

/** What aliases and order of an investigation are drawn for; the laid-out workspace uses the same. */
const INVESTIGATION = 'investigate';

export interface BlindGroup {
  readonly caseFile: Case;
  /** Id by alias. */
  readonly ids: AliasMap;
  /** Id of the representative by id, for candidates that are scored. */
  readonly representatives: ReadonlyMap<string, string>;
  /** What is asked in this run, by id. */
  readonly runLeads: readonly Lead[];
  /** The same in terms of aliases. */
  readonly leads: AskedLeads;
  readonly nonce: string;
}

/** Alias by id, in the order in which they are shown. Masked rollouts are not shown: nothing is asked about them. */
export function aliasesShown({ inputDigest, rollouts }: GroupFacts): ReadonlyMap<string, string> {
  const visible = rollouts.filter(({ valid }) => valid).map(({ id }) => id);
  const aliases = aliasesOf(inputDigest, visible, INVESTIGATION);
  return new Map(orderOf(inputDigest, visible, INVESTIGATION).map((id) => [id, aliases.get(id) ?? id]));
}

/** @param runLeads by id; those of the recording where one is played or gone on from */
export function blindGroup(
  { facts, opened }: Pick<JudgeRequest, 'facts' | 'opened'>,
  runLeads: readonly Lead[],
): BlindGroup {
  const aliases = aliasesShown(facts);
  const shared = representatives(contendersOf(facts));
  const caseFile = openCase({ material: opened.material, aliases, representatives: shared });
  const leads = runLeads
    .filter(({ candidate }) => aliases.has(candidate))
    .map((lead) => renamedLead(lead, (id) => aliases.get(id) ?? id));
  return {
    caseFile,
    ids: new Map([...aliases].map(([id, alias]) => [alias, id])),
    representatives: shared,
    runLeads,
    leads: leadsToAnswer(leads, caseFile.candidates),
    nonce: nonceOf(facts.inputDigest, INVESTIGATION),
  };
}
