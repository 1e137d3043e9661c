/** What an examination leaves for the result: everything that was verified, by id, whatever becomes of the scoring. */
import { integrityKey } from '../../src/integrity/verify.js';
import type { Evidence } from '../../src/judge/outcome.js';
import { findingsById, integrityOf, leadsById, tamperReportsById } from '../../src/judge/unblind.js';
import type { JudgeRequest } from '../grade/judge.js';
import type { BlindGroup } from './blind-group.js';
import type { Examination } from './examine.js';

export async function evidenceOf(
  { opened, detected, reruns: before }: JudgeRequest,
  { ids, runLeads, leads }: BlindGroup,
  { end, ledger, checks, usage, seconds }: Examination,
): Promise<Evidence> {
  const findings = findingsById(ledger.findings, ids);
  const own = new Map([...checks.reruns].map(([alias, rerun]) => [ids.get(alias) ?? alias, rerun]));
  const { material } = opened;
  // What the judge itself ran again is the later word.
  const reruns = new Map([...before, ...own]);
  // The first key is code of today, also where an old recording is played.
  const verify = integrityKey({ material, leads: detected.leads, reruns });
  const integrity = await integrityOf(findings, verify);
  return {
    findings,
    leads: leadsById(runLeads, ledger.leads, leads, ids),
    integrity: integrity.integrity,
    tamperReports: tamperReportsById(ledger.tampering, ids),
    reruns: own,
    investigation:
      end.status === 'complete'
        ? { status: 'complete', reason: null }
        : { status: 'incomplete', reason: end.status === 'incomplete' ? end.reason : end.failure.detail },
    usage,
    seconds: { investigate: seconds, score: 0 },
    warnings: integrity.warnings,
  };
}
