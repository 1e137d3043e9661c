/** A group as a judge may see it: candidates under aliases, without ids, rewards, models, harnesses or policy versions. */
import { BASE } from '../evidence/provenance.js';
import { Fault } from '../fault.js';
import type { CandidateMaterial, GroupMaterial, TreeReader } from '../material.js';
import type { Citation, Lead } from '../records/citation.js';
import { quoted } from '../records/field.js';
import type { Rollout } from '../records/group.js';

export interface SeenCandidate {
  readonly alias: string;
  readonly passed: boolean;
  /** Alias of the candidate that stands for this tree; its own where no other has the same tree. */
  readonly representative: string;
  /** `id` and `rollout.id` are the alias. */
  readonly material: CandidateMaterial;
}

export interface Case {
  readonly aliases: ReadonlyMap<string, string>;
  /** In the order that the judge sees. */
  readonly candidates: readonly SeenCandidate[];
  /** What citations in terms of aliases are held against. */
  readonly material: GroupMaterial;
  /** @throws Fault input naming the known aliases. */
  candidate(alias: string): SeenCandidate;
  /** The tree of an alias, or of `base`. @throws Fault input */
  tree(name: string): TreeReader;
}

export interface CaseInput {
  readonly material: GroupMaterial;
  /** Alias by id, for the candidates that the judge may see, in the order in which it sees them. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Id of the representative by id, for passing candidates. */
  readonly representatives: ReadonlyMap<string, string>;
}

export function openCase({ material, aliases, representatives }: CaseInput): Case {
  const byId = new Map(material.candidates.map((candidate) => [candidate.id, candidate]));
  const candidates = [...aliases].flatMap(([id, alias]): SeenCandidate[] => {
    const candidate = byId.get(id);
    if (candidate === undefined) return [];
    const first = aliases.get(representatives.get(id) ?? id) ?? alias;
    return [
      {
        alias,
        passed: candidate.rollout.passed,
        representative: first,
        material: { ...candidate, id: alias, rollout: blindRollout(candidate.rollout, alias) },
      },
    ];
  });
  const byAlias = new Map(candidates.map((candidate) => [candidate.alias, candidate]));
  const candidate = (alias: string): SeenCandidate => {
    const found = byAlias.get(alias);
    if (found !== undefined) return found;
    const known = candidates.map((one) => one.alias).join(', ');
    throw new Fault('input', `there is no candidate ${quoted(alias)}; there are ${known}`);
  };
  return {
    aliases,
    candidates,
    material: { ...material, candidates: candidates.map((one) => one.material) },
    candidate,
    tree: (name) => (name === BASE ? material.base : treeOf(candidate(name))),
  };
}

function treeOf({ alias, material: { tree, patch } }: SeenCandidate): TreeReader {
  if (tree !== null) return tree;
  throw new Fault('input', `the patch of ${alias} is ${patch.state}, so it has no tree`);
}

/** Only what happened, never who did it or what it was paid. */
const blindRollout = ({ passed, tests, tokens, turns, exit }: Rollout, alias: string): Rollout => ({
  id: alias,
  passed,
  patch: null,
  ...(tests !== undefined && { tests }),
  ...(tokens !== undefined && { tokens }),
  ...(turns !== undefined && { turns }),
  ...(exit !== undefined && { exit: { status: exit.status } }),
});

/** The same place under other names of the candidates. */
export function renamedCitation(citation: Citation, name: (candidate: string) => string): Citation {
  if (citation.kind === 'file')
    return citation.tree === BASE ? citation : { ...citation, tree: name(citation.tree) };
  return 'candidate' in citation ? { ...citation, candidate: name(citation.candidate) } : citation;
}

export const renamedLead = (lead: Lead, name: (candidate: string) => string): Lead => ({
  ...lead,
  candidate: name(lead.candidate),
  citations: lead.citations.map((citation) => renamedCitation(citation, name)),
});
