/** The static judge: five scores, flags and closed leads from detectors and measures alone, by the table. */
import type { Measures } from '../detect/measures.js';
import type { GroupMaterial } from '../material.js';
import type { Citation, Finding, Lead } from '../records/citation.js';
import type { Integrity, ScoringPass } from '../records/result.js';
import { DIMENSIONS, type Dimension, type Flag, INTEGRITY_KINDS, type IntegrityKind } from '../vocabulary.js';
import { minimalityWitness } from './static-positive.js';
import { BEST_SCORE, DEFAULT_SCORE, type Effect, STATIC_TABLE, type StaticRow } from './static-table.js';

export interface StaticInput {
  readonly material: GroupMaterial;
  readonly leads: readonly Lead[];
  readonly shown: ReadonlySet<string>;
  readonly measures: ReadonlyMap<string, Measures>;
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

interface Supported {
  readonly finding: Finding;
  readonly effect: Effect;
}

export function staticJudge({ material, leads, shown, measures, passes }: StaticInput): StaticVerdict {
  const scored = scoredIds(material, passes);
  const supported: Supported[] = [];
  const closed = leads.map((lead) => {
    const rows = rowsFor(lead, measures.get(lead.candidate));
    if (!shown.has(lead.id)) return leftOpen(lead, rows);
    const own = rows.filter(({ effect }) => scored.has(lead.candidate) || 'suspect' in effect);
    const found = own.map((row) => support(lead, row, supported));
    return close(lead, own, found);
  });
  const negative = supported.map(({ finding }) => finding);
  const positive = positiveFindings(material, measures, passes, supported);
  const findings = [...negative, ...positive];
  const pass = scoringPass([...passes].sort(), supported, positive, measures);
  return { findings, leads: closed, pass, integrity: suspicions(negative) };
}

/** The candidates to score and those with the same tree: one of them stands for all. */
function scoredIds({ candidates }: GroupMaterial, passes: readonly string[]): ReadonlySet<string> {
  const trees = new Set(candidates.filter(({ id }) => passes.includes(id)).map(({ tree }) => tree?.oid));
  const clones = candidates.filter(
    ({ rollout, tree }) => rollout.passed && tree !== null && trees.has(tree.oid),
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
  supported: readonly Supported[],
): Finding[] {
  const lowered = new Set(
    supported
      .filter(({ effect }) => 'dimension' in effect && effect.dimension === 'minimality')
      .map(({ finding }) => finding.candidate),
  );
  const witnesses = passes
    .filter((id) => !lowered.has(id))
    .flatMap((id) => minimalityWitness(id, material, measures.get(id)))
    .map((finding) => ({ finding, key: contentOf(finding.citations) + finding.candidate }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return witnesses.map(({ finding }, index) => ({ ...finding, id: `F${supported.length + index + 1}` }));
}

/** Orders findings by what they cite, so that ids of rollouts decide nothing but ties. */
const contentOf = (citations: readonly Citation[]): string =>
  JSON.stringify(citations.map((citation) => ({ ...citation, candidate: '' })));

function scoringPass(
  ids: readonly string[],
  supported: readonly Supported[],
  positive: readonly Finding[],
  measures: ReadonlyMap<string, Measures>,
): ScoringPass {
  const own = ids.map((id) => ({
    id,
    work: measures.get(id)?.fingerprint ?? id,
    ...verdictOf(id, supported, positive),
  }));
  const twinsOf = (work: string) => own.filter((one) => one.work === work);
  // Object.fromEntries defines own properties, so that no id can name a prototype.
  return {
    aliases: Object.fromEntries(ids.map((id) => [id, id])),
    order: [...ids],
    scores: Object.fromEntries(own.map(({ id, work }) => [id, sharedScores(twinsOf(work))])),
    flags: Object.fromEntries(own.map((one) => [one.id, sharedFlags(one, twinsOf(one.work))])),
    comparisons: [],
  };
}

interface OwnVerdict {
  readonly scores: Readonly<Record<Dimension, number>>;
  readonly flags: ReadonlyMap<Flag, readonly string[]>;
}

function verdictOf(id: string, supported: readonly Supported[], positive: readonly Finding[]): OwnVerdict {
  const mine = supported.filter(({ finding }) => finding.candidate === id);
  const score = (dimension: Dimension): number => {
    const caps = mine.flatMap(({ effect }) =>
      'dimension' in effect && effect.dimension === dimension ? [effect.cap] : [],
    );
    if (caps.length > 0) return Math.min(...caps);
    const raised = positive.some(({ candidate, about }) => candidate === id && about === dimension);
    return raised ? BEST_SCORE : DEFAULT_SCORE;
  };
  const flags = new Map<Flag, string[]>();
  for (const { effect, finding } of mine) {
    if ('flag' in effect) flags.set(effect.flag, [...(flags.get(effect.flag) ?? []), finding.id]);
  }
  return { scores: perDimension(score), flags };
}

const perDimension = (score: (dimension: Dimension) => number): Record<Dimension, number> =>
  Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, score(dimension)])) as Record<
    Dimension,
    number
  >;

/**
 * Token-equal patches are one work: layout and comments of one of them lower nothing, and a 5 needs a finding for each.
 */
const sharedScores = (twins: readonly OwnVerdict[]): Record<Dimension, number> =>
  perDimension((dimension) => {
    const scores = twins.map(({ scores }) => scores[dimension]);
    const best = Math.max(...scores);
    return best === BEST_SCORE && Math.min(...scores) < BEST_SCORE ? DEFAULT_SCORE : best;
  });

const sharedFlags = (own: OwnVerdict, twins: readonly OwnVerdict[]): ScoringPass['flags'][string] =>
  Object.fromEntries(
    [...own.flags]
      .filter(([flag]) => twins.every(({ flags }) => flags.has(flag)))
      .map(([flag, ids]) => [flag, [...ids]]),
  );

function suspicions(findings: readonly Finding[]): Map<string, Integrity> {
  const kinds = new Set<string>(INTEGRITY_KINDS);
  const suspected = new Map<string, Integrity>();
  for (const { id, candidate, about } of findings) {
    if (!kinds.has(about)) continue;
    const known = suspected.get(candidate) ?? { verdict: 'suspected', kinds: [], finding_ids: [] };
    suspected.set(candidate, {
      verdict: 'suspected',
      kinds: [...new Set([...known.kinds, about as IntegrityKind])],
      finding_ids: [...known.finding_ids, id],
    });
  }
  return suspected;
}
