/** Reads a stored result to fold it again: checks what the fold reads, the rest is handed on as it stands or computed anew. */
import { z } from 'zod';
import { Finding } from './citation.js';
import { checkRecord, documentRefusal, type RecordPlace, readDocument } from './document.js';
import type { PathProblem } from './problem.js';
import { RESULT_SCHEMA, Result } from './result.js';
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
  patch: z.object({ files: z.array(handedOn).nullish() }).nullable(),
  tree: row.tree,
  work: row.work,
  reward: InReach,
  reward_effective: InReach,
  integrity: row.integrity,
  token_multipliers: z.array(z.unknown()).nullable(),
  rerun: handedOn.nullable(),
  tamper_reports: z.array(handedOn),
});

/**
 * Results are folded by the thousand: checking all of one costs as much as folding it. Compiled, the check takes a
 * quarter of its time.
 */
const StoredResult = z.compile(
  z.object({
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
  }),
);

/** As `parseResult`, checked no further than folding it again reads. @throws Fault input with every problem found */
export function parseStored(input: Uint8Array | string, place: RecordPlace = {}): Result {
  const document = readDocument(input, place);
  const problems = problemsIn(document.value);
  if (problems.length > 0) throw documentRefusal(document, problems);
  return document.value as Result;
}

/** A compiled schema says only whether something is wrong; what it is, the slower way finds. */
function problemsIn(value: unknown): readonly PathProblem[] {
  if (StoredResult.validate(value)) return [];
  const checked = checkRecord(StoredResult, RESULT_SCHEMA, value);
  return 'problems' in checked ? checked.problems : [];
}
