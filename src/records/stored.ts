/** What folding a stored result again reads of it; the rest is handed on as it stands, or computed anew. */
import { z } from 'zod';
import { Finding } from './citation.js';
import { Result } from './result.js';
import { RolloutResult } from './rollout-result.js';
import { LARGEST } from './shape-config.js';

const handedOn = z.object({});
const { shape: row } = RolloutResult;
const { shape: whole } = Result;

/** As `advantages` takes it. */
const InReach = z.number().min(-LARGEST).max(LARGEST);

const StoredRow = z.object({
  id: row.id,
  valid: row.valid,
  invalid_reason: row.invalid_reason,
  passed: row.passed,
  passed_effective: row.passed_effective,
  patch: handedOn.nullable(),
  tree: row.tree,
  work: row.work,
  reward: InReach,
  reward_effective: InReach,
  integrity: row.integrity,
  token_multipliers: z.array(z.unknown()).nullable(),
  rerun: handedOn.nullable(),
  tamper_reports: z.array(handedOn),
});

/** Results are folded by the thousand: checking all of one costs as much as folding it. */
export const StoredResult = z.object({
  schema: whole.schema,
  group_id: whole.group_id,
  attempt: whole.attempt,
  input_digest: whole.input_digest,
  route: whole.route,
  fallback: whole.fallback,
  investigation: handedOn,
  stations: z.object({ length: handedOn.nullable() }),
  rollouts: z.array(StoredRow),
  passes: whole.passes,
  findings: z.array(Finding.pick({ id: true, candidate: true }).strip()),
  leads: z.array(handedOn),
  judge: whole.judge,
  usage: handedOn,
  timing: whole.timing,
  recording: whole.recording,
  source: whole.source,
  policy_versions: whole.policy_versions,
  warnings: whole.warnings,
});
