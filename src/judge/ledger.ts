/** The judge's ledger: findings whose every citation holds, leads with their answers, attempts to steer; nothing else gets in. */
import type { CheckReader } from '../evidence/checks.js';
import { type Provenance, proofProblem } from '../evidence/provenance.js';
import { resolveCitation } from '../evidence/resolve.js';
import type { Citation, Finding, Lead } from '../records/citation.js';
import { quoted } from '../records/field.js';
import { DIMENSIONS, type LEAD_STATUSES } from '../vocabulary.js';
import type { Case } from './case.js';

export type FindingDraft = Pick<Finding, 'candidate' | 'about' | 'polarity' | 'claim' | 'citations'>;

export interface LeadAnswer {
  readonly lead: string;
  readonly status: Exclude<(typeof LEAD_STATUSES)[number], 'left_open'>;
  readonly reason: string;
  readonly finding_ids: readonly string[];
}

export interface Tampering {
  readonly candidate: string;
  readonly claim: string;
  readonly citations: readonly Citation[];
}

/** What was written, or everything that keeps it from being written. */
export type Entry = { readonly id: string } | { readonly problems: readonly string[] };

/** Everything in terms of aliases. */
export interface Ledger {
  readonly findings: readonly Finding[];
  readonly leads: readonly Lead[];
  readonly tampering: readonly Tampering[];
  readonly finished: boolean;
  /** Passing trees, by the alias of their representative, of which nothing is recorded, not even that nothing was found. */
  readonly unexamined: readonly string[];
  record(draft: FindingDraft): Promise<Entry>;
  close(answer: LeadAnswer): Entry;
  report(tampering: Tampering): Promise<Entry>;
  /** What is still to be done, or nothing: then the investigation is over. */
  finish(nothingFound: readonly string[]): readonly string[];
}

export interface LedgerInput {
  readonly caseFile: Case;
  readonly leads: readonly Lead[];
  readonly checks: CheckReader;
}

/** More findings than any group needs; a judge that loops must not fill the scoring passes. */
const MAX_FINDINGS = 400;
const QUALITY: ReadonlySet<string> = new Set(DIMENSIONS);

export function openLedger({ caseFile, leads: given, checks }: LedgerInput): Ledger {
  const findings: Finding[] = [];
  const leads = new Map(given.map((lead) => [lead.id, lead]));
  const tampering: Tampering[] = [];
  /** Named in a `finish`, also in one that was refused for something else. */
  const nothingFound = new Set<string>();
  let finished = false;

  const resolveAll = async (citations: readonly Citation[]) => {
    const problems: string[] = [];
    const provenances: Provenance[] = [];
    for (const [index, citation] of citations.entries()) {
      const resolution = await resolveCitation(citation, caseFile.material, { checks });
      if (resolution.ok) provenances.push(resolution.provenance);
      else {
        const near = resolution.nearest;
        const hint = near === undefined ? '' : `; nearest: ${near.place}: ${near.text}`;
        problems.push(`citations[${index}]: ${resolution.reason}${hint}`);
      }
    }
    return { problems, provenances };
  };

  return {
    findings,
    get leads() {
      return [...leads.values()];
    },
    tampering,
    get finished() {
      return finished;
    },
    get unexamined() {
      return unexaminedIn(caseFile, findings, nothingFound);
    },
    record: async (draft) => {
      caseFile.candidate(draft.candidate);
      const known = findings.find((finding) => sameFinding(finding, draft));
      if (known !== undefined) return { id: known.id };
      const early = draftProblems(draft, findings.length);
      if (early.length > 0) return { problems: early };
      const { problems, provenances } = await resolveAll(draft.citations);
      if (problems.length > 0) return { problems };
      const unproved =
        draft.polarity === 'neutral' ? null : proofProblem(draft.about, draft.candidate, provenances);
      if (unproved !== null) return { problems: [unproved] };
      const id = `F${findings.length + 1}`;
      findings.push({ id, ...draft, source: 'judge' });
      return { id };
    },
    close: ({ lead: id, status, reason, finding_ids }) => {
      const lead = leads.get(id);
      const problems = lead === undefined ? [unknownLead(id, leads)] : [];
      const named = finding_ids.map((name) => findings.find((finding) => finding.id === name));
      finding_ids.forEach((name, index) => {
        if (named[index] === undefined) problems.push(unknownFinding(name, findings.length));
      });
      if (lead === undefined || problems.length > 0) return { problems };
      const own = named.some((finding) => isOf(caseFile, finding, lead) && finding?.polarity === 'negative');
      if (status === 'confirmed' && !own)
        return { problems: [`confirmed needs a negative finding about ${lead.candidate} in finding_ids`] };
      leads.set(id, { ...lead, status, reason, finding_ids: [...finding_ids] });
      return { id };
    },
    report: async (report) => {
      caseFile.candidate(report.candidate);
      const { problems } = await resolveAll(report.citations);
      if (problems.length > 0) return { problems };
      tampering.push(report);
      return { id: `T${tampering.length}` };
    },
    finish: (named) => {
      for (const alias of named) caseFile.candidate(alias);
      for (const alias of named) nothingFound.add(alias);
      const todo = unfinished([...leads.values()], unexaminedIn(caseFile, findings, nothingFound));
      finished = todo.length === 0;
      return todo;
    },
  };
}

const sameFinding = (finding: Finding, draft: FindingDraft): boolean =>
  finding.candidate === draft.candidate &&
  finding.about === draft.about &&
  finding.polarity === draft.polarity &&
  finding.claim === draft.claim &&
  JSON.stringify(finding.citations) === JSON.stringify(draft.citations);

function draftProblems({ about, polarity, citations }: FindingDraft, count: number): string[] {
  const problems: string[] = [];
  if (count >= MAX_FINDINGS) problems.push(`the ledger is full: it holds ${MAX_FINDINGS} findings`);
  if (polarity === 'positive' && !QUALITY.has(about))
    problems.push(`${about} is something wrong: a finding about it is negative, or neutral`);
  if (polarity !== 'neutral' && citations.length === 0)
    problems.push(`a ${polarity} finding needs at least one citation`);
  return problems;
}

/** Twins share their tree, so a finding about one of them answers a lead of the other. */
const isOf = (caseFile: Case, finding: Finding | undefined, lead: Lead): boolean =>
  finding !== undefined &&
  caseFile.candidate(finding.candidate).representative === caseFile.candidate(lead.candidate).representative;

function unknownLead(id: string, leads: ReadonlyMap<string, Lead>): string {
  const known = [...leads.keys()].slice(0, 40).join(', ');
  return `there is no lead ${quoted(id)}${known === '' ? '; this group has none' : `; there are ${known}`}`;
}

const unknownFinding = (id: string, count: number): string =>
  `there is no finding ${quoted(id)}${count === 0 ? '; none is recorded yet' : `; there are F1 to F${count}`}`;

function unexaminedIn(
  caseFile: Case,
  findings: readonly Finding[],
  nothingFound: ReadonlySet<string>,
): string[] {
  const covered = new Set(
    [...nothingFound, ...findings.map(({ candidate }) => candidate)].map(
      (alias) => caseFile.candidate(alias).representative,
    ),
  );
  return caseFile.candidates
    .filter(({ alias, passed, representative }) => passed && representative === alias && !covered.has(alias))
    .map(({ alias }) => alias);
}

const unfinished = (leads: readonly Lead[], unexamined: readonly string[]): string[] => [
  ...leads
    .filter(({ status }) => status === 'left_open')
    .map(
      ({ id, candidate, detector }) =>
        `lead ${id} (${detector}) of ${candidate} is open: close it with close_lead`,
    ),
  ...unexamined.map(
    (alias) => `${alias} has no finding: look at it, then record one or name it in nothing_found`,
  ),
];
