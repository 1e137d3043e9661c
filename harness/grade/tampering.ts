/** Puts what detectors reported of attempts to steer a judge beside what the judge reported itself. */
import type { JudgeOutcome, TamperReport } from '../../src/judge/outcome.js';

export function withTampering(
  outcome: JudgeOutcome,
  tampering: ReadonlyMap<string, readonly TamperReport[]>,
): JudgeOutcome {
  const reports = new Map(outcome.tamperReports);
  for (const [id, found] of tampering) reports.set(id, [...found, ...(reports.get(id) ?? [])]);
  return { ...outcome, tamperReports: reports };
}
