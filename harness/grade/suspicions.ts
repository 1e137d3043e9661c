/** What code suspects of a group that a rubric refines: nobody compares there, and nobody answers a lead. */
import type { Detected } from '../../src/detect/run.js';
import { provenAlone } from '../../src/integrity/proven.js';
import { integrityKey } from '../../src/integrity/verify.js';
import type { JudgeOutcome } from '../../src/judge/outcome.js';
import { staticJudge } from '../../src/judge/static.js';
import type { GroupMaterial } from '../../src/material.js';
import type { Rerun } from '../../src/records/rollout-result.js';

const UNANSWERED = 'a rubric refines this group, so nobody was asked';

/** Suspicions cost nothing, here as elsewhere; without them a leak that code has proved would read as clean. */
export async function withSuspicions(
  outcome: JudgeOutcome,
  material: GroupMaterial,
  detected: Detected,
  reruns: ReadonlyMap<string, Rerun>,
): Promise<JudgeOutcome> {
  const { findings, leads, integrity } = staticJudge({ material, ...detected, reruns, passes: [] });
  const verify = integrityKey({ material, leads: detected.leads, reruns });
  return {
    ...outcome,
    findings,
    integrity,
    leads: leads.map((lead) => (lead.status === 'left_open' ? { ...lead, reason: UNANSWERED } : lead)),
    warnings: [...outcome.warnings, ...(await provenAlone(findings, verify))],
  };
}
