/** What an examination leaves for the result: everything that was verified, by id, whatever becomes of the scoring. */
import type { Evidence } from '../../src/judge/outcome.js';
import {
  findingsById,
  integrityOf,
  leadsById,
  tamperReportsById,
  type VerifyIntegrity,
} from '../../src/judge/unblind.js';
import type { JudgeRequest } from '../grade/judge.js';
import type { BlindGroup } from './blind-group.js';
import type { Examination } from './examine.js';

/** No code shows a violation by itself yet, so nobody is confirmed. */
const NOTHING_SHOWN: VerifyIntegrity = async () => false;

export async function evidenceOf(
  { detected }: JudgeRequest,
  { ids, leads }: BlindGroup,
  { end, ledger, checks, usage, seconds }: Examination,
): Promise<Evidence> {
  const findings = findingsById(ledger.findings, ids);
  return {
    findings,
    leads: leadsById(detected.leads, ledger.leads, leads, ids),
    integrity: await integrityOf(findings, NOTHING_SHOWN),
    tamperReports: tamperReportsById(ledger.tampering, ids),
    reruns: new Map([...checks.reruns].map(([alias, rerun]) => [ids.get(alias) ?? alias, rerun])),
    investigation:
      end.status === 'complete'
        ? { status: 'complete', reason: null }
        : { status: 'incomplete', reason: end.status === 'incomplete' ? end.reason : end.failure.detail },
    usage,
    seconds: { investigate: seconds, score: 0 },
    warnings: [],
  };
}
