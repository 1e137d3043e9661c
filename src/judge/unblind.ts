/** From aliases back to ids: what the result keeps of an investigation, and what the scoring passes get to see of it. */
import type { VerifyIntegrity } from '../integrity/verify.js';
import type { Finding, Lead } from '../records/citation.js';
import type { Integrity } from '../records/rollout-result.js';
import { isIntegrityKind } from '../vocabulary.js';
import { renamedCitation, renamedLead } from './case.js';
import type { AskedLeads } from './leads.js';
import type { Tampering } from './ledger.js';
import type { TamperReport } from './outcome.js';

/** Names by alias: `{ alias: id }`. */
export type AliasMap = ReadonlyMap<string, string>;

const ALIAS = /\bc-[a-z]{4}\b/g;

/** Names every alias in a text by what `name` gives for it. */
const renamedText = (text: string, ids: AliasMap, name: (alias: string, id: string) => string): string =>
  text.replace(ALIAS, (alias) => {
    const id = ids.get(alias);
    return id === undefined ? alias : name(alias, id);
  });

export function findingsById(findings: readonly Finding[], ids: AliasMap): Finding[] {
  const idOf = (alias: string): string => ids.get(alias) ?? alias;
  return findings.map((finding) => ({
    ...finding,
    candidate: idOf(finding.candidate),
    claim: renamedText(finding.claim, ids, (_, id) => id),
    citations: finding.citations.map((citation) => renamedCitation(citation, idOf)),
  }));
}

/** All leads of the detectors by id, answered where the judge answered; twins share an answer. */
export function leadsById(
  detected: readonly Lead[],
  answered: readonly Lead[],
  { same }: Pick<AskedLeads, 'same'>,
  ids: AliasMap,
): Lead[] {
  const byId = new Map(
    answered.map((lead) => [lead.id, renamedLead(lead, (alias) => ids.get(alias) ?? alias)]),
  );
  return detected.map((lead) => {
    const answer = byId.get(same.get(lead.id) ?? lead.id);
    if (answer === undefined) return { ...lead, reason: 'no passing candidate is in question' };
    const reason = renamedText(answer.reason, ids, (_, id) => id);
    return { ...lead, status: answer.status, reason, finding_ids: answer.finding_ids };
  });
}

export interface Verdicts {
  readonly integrity: ReadonlyMap<string, Integrity>;
  /** Why findings confirmed nothing, for people. */
  readonly warnings: readonly string[];
}

/** Two keys: the judge's finding is one of them, `verify` the other. Findings are by id. */
export async function integrityOf(findings: readonly Finding[], verify: VerifyIntegrity): Promise<Verdicts> {
  const suspected = new Map<string, Integrity>();
  const confirmed = new Map<string, Integrity>();
  const warnings: string[] = [];
  for (const { id, candidate, about, polarity, citations } of findings) {
    if (!isIntegrityKind(about) || polarity !== 'negative') continue;
    const why = await verify(about, candidate, citations);
    const verdicts = why === null ? confirmed : suspected;
    const known = verdicts.get(candidate);
    verdicts.set(candidate, {
      verdict: why === null ? 'confirmed' : 'suspected',
      kinds: [...new Set([...(known?.kinds ?? []), about])],
      finding_ids: [...(known?.finding_ids ?? []), id],
    });
    if (why !== null) warnings.push(`${id}: ${about} of ${candidate} is not confirmed: ${why}`);
  }
  // A confirmed verdict names what is confirmed; other suspicions stand in the findings.
  return { integrity: new Map([...suspected, ...confirmed]), warnings };
}

export function tamperReportsById(reports: readonly Tampering[], ids: AliasMap): Map<string, TamperReport[]> {
  const idOf = (alias: string): string => ids.get(alias) ?? alias;
  const byId = new Map<string, TamperReport[]>();
  for (const { candidate, claim, citations } of reports) {
    const id = idOf(candidate);
    const report: TamperReport = {
      source: 'judge',
      claim: renamedText(claim, ids, (_, other) => other),
      citations: citations.map((citation) => renamedCitation(citation, idOf)),
    };
    byId.set(id, [...(byId.get(id) ?? []), report]);
  }
  return byId;
}

/** Stands in citations for candidates that no scoring pass knows. */
const NOT_SCORED = 'not scored';

/**
 * Findings for the scoring passes, which give candidates other names: claims name nobody, twins speak through their
 * representative, and what is about nobody that is scored is left out.
 * @param ledger findings in terms of aliases
 * @param representatives id of the representative by id
 */
export function findingsToScore(
  ledger: readonly Finding[],
  ids: AliasMap,
  representatives: ReadonlyMap<string, string>,
): Finding[] {
  const neutral = ledger.map((finding) => ({
    ...finding,
    claim: renamedText(finding.claim, ids, (alias) =>
      alias === finding.candidate ? 'this candidate' : 'another candidate',
    ),
  }));
  return findingsById(neutral, ids).flatMap((finding) => {
    const candidate = representatives.get(finding.candidate);
    if (candidate === undefined) return [];
    const name = (id: string): string => representatives.get(id) ?? NOT_SCORED;
    return [{ ...finding, candidate, citations: finding.citations.map((one) => renamedCitation(one, name)) }];
  });
}
