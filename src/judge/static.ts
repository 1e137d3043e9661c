/** The static judge: five scores, flags and closed leads from detectors and measures alone, by the table. */
import type { Measures } from '../detect/measures.js';
import type { CandidateMaterial, GroupMaterial } from '../material.js';
import type { Citation, Finding, Lead } from '../records/citation.js';
import type { ScoringPass } from '../records/result.js';
import type { Integrity, Rerun } from '../records/rollout-result.js';
import { isIntegrityKind } from '../vocabulary.js';
import { forgedFindings } from './static-forged.js';
import { type Supported, scoringPass } from './static-pass.js';
import { minimalityWitness } from './static-positive.js';
import { type Effect, STATIC_TABLE, type StaticRow } from './static-table.js';

export interface StaticInput {
  readonly material: GroupMaterial;
  readonly leads: readonly Lead[];
  readonly shown: ReadonlySet<string>;
  readonly measures: ReadonlyMap<string, Measures>;
  /** Pristine re-runs by id. */
  readonly reruns?: ReadonlyMap<string, Rerun>;
  /** Ids of the candidates to score. */
  readonly passes: readonly string[];
}

export interface StaticVerdict {
  /** Named `F1`, `F2`, … in the order of the leads, positive ones last. */
  readonly findings: readonly Finding[];
  /** Every lead of the input, closed. */
  readonly leads: readonly Lead[];
  readonly pass: ScoringPass;
  /** Candidates under suspicion; nobody is ever confirmed here. */
  readonly integrity: ReadonlyMap<string, Integrity>;
}

export function staticJudge({
  material,
  leads,
  shown,
  measures,
  passes,
  reruns = new Map(),
}: StaticInput): StaticVerdict {
  const scored = scoredIds(material, passes, measures);
  const supported: Supported[] = [];
  const closed = leads.map((lead) => {
    const rows = rowsFor(lead, measures.get(lead.candidate));
    if (!shown.has(lead.id)) return leftOpen(lead, rows);
    const own = rows.filter(({ effect }) => scored.has(lead.candidate) || 'suspect' in effect);
    const found = own.map((row) => support(lead, row, supported));
    return close(lead, own, found);
  });
  const forged = forgedFindings(material, leads, reruns, supported.length);
  const negative = [...supported.map(({ finding }) => finding), ...forged];
  const large = new Set(
    negative.flatMap(({ about, candidate }) => (about === 'minimality' ? candidate : [])),
  );
  const positive = positiveFindings(
    material,
    measures,
    passes.filter((id) => !large.has(id)),
    negative.length,
  );
  return {
    findings: [...negative, ...positive],
    leads: closed,
    pass: scoringPass({
      passes,
      negative: supported,
      positive,
      workOf: (id) => measures.get(id)?.fingerprint ?? id,
    }),
    integrity: suspicions(negative),
  };
}

/** The candidates to score and those with the same work: one of them stands for all. */
function scoredIds(
  { candidates }: GroupMaterial,
  passes: readonly string[],
  measures: ReadonlyMap<string, Measures>,
): ReadonlySet<string> {
  const workOf = ({ id, tree }: CandidateMaterial): string | undefined =>
    measures.get(id)?.fingerprint ?? tree?.oid;
  const works = new Set(candidates.filter(({ id }) => passes.includes(id)).map(workOf));
  const clones = candidates.filter(
    (one) => one.rollout.passed && one.tree !== null && works.has(workOf(one)),
  );
  return new Set([...passes, ...clones.map(({ id }) => id)]);
}

const rowsFor = (lead: Lead, measures: Measures | undefined): StaticRow[] =>
  STATIC_TABLE.filter(
    ({ detector, atLeast }) =>
      detector === lead.detector &&
      (atLeast === undefined ||
        (measures !== undefined &&
          measures.churned_lines >= atLeast.churned_lines &&
          measures.churned_share >= atLeast.churned_share)),
  );

const aboutOf = (effect: Effect): Finding['about'] =>
  'flag' in effect ? effect.flag : 'suspect' in effect ? effect.suspect : effect.dimension;

function support(lead: Lead, { effect, because }: StaticRow, into: Supported[]): Finding {
  const finding: Finding = {
    id: `F${into.length + 1}`,
    candidate: lead.candidate,
    about: aboutOf(effect),
    polarity: 'negative',
    claim: because,
    citations: lead.citations,
    source: 'detector',
  };
  into.push({ finding, effect });
  return finding;
}

function leftOpen(lead: Lead, rows: readonly StaticRow[]): Lead {
  const suspicious = rows.length > 0 && rows.every(({ effect }) => 'suspect' in effect);
  return suspicious
    ? { ...lead, status: 'left_suspicious', reason: 'a trace whose content is not known; it has no effect' }
    : {
        ...lead,
        status: 'left_open',
        reason: 'a question that code alone cannot answer; it lowers no score',
      };
}

function close(lead: Lead, rows: readonly StaticRow[], found: readonly Finding[]): Lead {
  if (found.length === 0)
    return { ...lead, status: 'left_open', reason: 'only passing candidates are scored' };
  const status = rows.every(({ effect }) => 'suspect' in effect) ? 'left_suspicious' : 'confirmed';
  return {
    ...lead,
    status,
    reason: rows.map(({ because }) => because).join('; '),
    finding_ids: found.map(({ id }) => id),
  };
}

function positiveFindings(
  material: GroupMaterial,
  measures: ReadonlyMap<string, Measures>,
  passes: readonly string[],
  offset: number,
): Finding[] {
  const witnesses = passes
    .flatMap((id) => minimalityWitness(id, material, measures.get(id)))
    .map((finding) => ({ finding, key: contentOf(finding.citations) + finding.candidate }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return witnesses.map(({ finding }, index) => ({ ...finding, id: `F${offset + index + 1}` }));
}

/** Orders findings by what they cite, so that ids of rollouts decide nothing but ties. */
const contentOf = (citations: readonly Citation[]): string =>
  JSON.stringify(citations.map((citation) => ({ ...citation, candidate: '' })));

function suspicions(findings: readonly Finding[]): Map<string, Integrity> {
  const suspected = new Map<string, Integrity>();
  for (const { id, candidate, about } of findings) {
    if (!isIntegrityKind(about)) continue;
    const known = suspected.get(candidate) ?? { verdict: 'suspected', kinds: [], finding_ids: [] };
    suspected.set(candidate, {
      verdict: 'suspected',
      kinds: [...new Set([...known.kinds, about])],
      finding_ids: [...known.finding_ids, id],
    });
  }
  return suspected;
}
