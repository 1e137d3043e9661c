/** `gagar.result/1`: what grading a group came to, one entry per input rollout, joined by id. */
import { z } from 'zod';
import {
  CRITERION_VERDICTS,
  DIMENSIONS,
  everyWord,
  FALLBACK_REASONS,
  FILE_KINDS,
  FLAGS,
  INTEGRITY_KINDS,
  INTEGRITY_VERDICTS,
  PATCH_REASONS,
  PATCH_STATES,
  RESULT_STATUSES,
  TIERS,
} from '../vocabulary.js';
import { Citation, Finding, Lead } from './citation.js';

export const RESULT_SCHEMA = 'gagar.result/1';

const number = z.number();
const count = z.int().min(0);
const perId = z.record(z.string(), number);
/** Half-open token span and its multiplier. */
export const MultiplierSpan = z.tuple([count, count, number]);
export type MultiplierSpan = z.infer<typeof MultiplierSpan>;

export const PatchFile = z.strictObject({
  path: z.string(),
  old_path: z.string().optional(),
  added: count,
  deleted: count,
  kind: z.enum(FILE_KINDS),
});
export type PatchFile = z.infer<typeof PatchFile>;

export const PatchReport = z.strictObject({
  state: z.enum(PATCH_STATES),
  reason: z.enum(PATCH_REASONS).optional(),
  path: z.string().optional(),
  hunk: count.optional(),
  files: z.array(PatchFile),
  notes: z.array(z.string()),
});
export type PatchReport = z.infer<typeof PatchReport>;

export const Scores = z.record(z.enum(DIMENSIONS), number);
export type Scores = z.infer<typeof Scores>;

export const FlagVerdict = z.strictObject({ holds: z.boolean(), finding_ids: z.array(z.string()) });
export const Flags = z.record(z.enum(FLAGS), FlagVerdict);
export type Flags = z.infer<typeof Flags>;

export const Integrity = z.strictObject({
  verdict: z.enum(INTEGRITY_VERDICTS),
  kinds: z.array(z.enum(INTEGRITY_KINDS)),
  finding_ids: z.array(z.string()),
});
export type Integrity = z.infer<typeof Integrity>;

export const TamperReport = z.strictObject({
  source: z.enum(['judge', 'detector']),
  claim: z.string(),
  citations: z.array(Citation),
});

export const Rerun = z.strictObject({
  survives: z.boolean().nullable(),
  collected: z.strictObject({
    base: z.array(z.string()),
    candidate: z.array(z.string()),
    pristine: z.array(z.string()),
  }),
  flaky: z.array(z.string()),
});
export type Rerun = z.infer<typeof Rerun>;

export const AssessedCriterion = z.strictObject({
  id: z.string(),
  verdict: z.enum(CRITERION_VERDICTS),
  weight: number,
  /** What was seen, or why nothing could be said. */
  reason: z.string(),
  citations: z.array(Citation),
});
export type AssessedCriterion = z.infer<typeof AssessedCriterion>;

export const GrsVerdict = z.strictObject({
  /** null where a criterion of it could not be assessed. */
  s_sol: number.nullable(),
  s_beh: number.nullable(),
  criteria: z.array(AssessedCriterion),
});
export type GrsVerdict = z.infer<typeof GrsVerdict>;

export const RolloutResult = z.strictObject({
  id: z.string(),
  valid: z.boolean(),
  invalid_reason: z.string().nullable(),
  passed: z.boolean(),
  passed_effective: z.boolean(),
  /** null where the base could not be had, so nobody could try. */
  patch: PatchReport.nullable(),
  /** Object id of the candidate's tree; equal for identical candidates. */
  tree: z.string().nullable(),
  /** Equal for patches that differ in layout and comments only: they are one candidate to a judge. */
  work: z.string().nullable().default(null),
  reward: number,
  reward_effective: number,
  advantage_outcome: number.nullable(),
  advantage: number.nullable(),
  reward_equivalent: number.nullable(),
  grs: GrsVerdict.nullable(),
  token_multipliers: z.array(MultiplierSpan).nullable(),
  rerun: Rerun.nullable(),
  scores: Scores.nullable(),
  weighted: number.nullable(),
  tier: z.enum(TIERS).nullable(),
  tier_reasons: z.array(z.string()),
  tie_group: count.nullable(),
  rank: z.int().min(1).nullable(),
  factor: number.nullable(),
  flags: Flags.nullable(),
  integrity: Integrity,
  tamper_reports: z.array(TamperReport),
});
export type RolloutResult = z.infer<typeof RolloutResult>;

/** What a pass gives a candidate. */
const GivenScores = z.strictObject(everyWord(DIMENSIONS, () => z.int().min(1).max(5)));

/** One scoring pass, whole enough for `refold`. */
export const ScoringPass = z.strictObject({
  aliases: z.record(z.string(), z.string()),
  order: z.array(z.string()),
  scores: z.record(z.string(), GivenScores),
  flags: z.record(z.string(), z.partialRecord(z.enum(FLAGS), z.array(z.string()))),
  comparisons: z.array(z.strictObject({ above: z.string(), below: z.string(), finding_id: z.string() })),
});
export type ScoringPass = z.infer<typeof ScoringPass>;

export const Stations = z.strictObject({
  effective: perId,
  grs: perId.nullable(),
  length: z.strictObject({ reference: number, rewards: perId }).nullable(),
  outcome: perId,
  lambda: number.nullable(),
  lambda_applied: number.nullable(),
  capped: z.boolean(),
});
export type Stations = z.infer<typeof Stations>;

export const Requires = z.strictObject({
  centering: z.enum(['mean', 'none']),
  std_norm: z.literal(false),
  reward_clip: z.literal(false),
  reward_scaling: z.literal(false),
  batch_whiten: z.literal(false),
  kl_in_reward: z.literal(false),
});

export const Usage = z.strictObject({
  input_tokens: count,
  cached_input_tokens: count,
  cache_write_tokens: count,
  output_tokens: count,
  requests: count,
  tool_calls: count,
  checks: count,
  cost_usd: number.nullable(),
});
export type Usage = z.infer<typeof Usage>;

export const Timing = z.strictObject({
  queued_s: number,
  workspace_s: number,
  investigate_s: number,
  score_s: number,
  total_s: number,
});
export type Timing = z.infer<typeof Timing>;

export const JudgeIdentity = z.strictObject({
  kind: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  protocol: z.string(),
  prompt_digest: z.string().nullable(),
  rubric_digest: z.string(),
  profile_digest: z.string(),
  seed: z.string(),
  alias_map: z.record(z.string(), z.string()),
});
export type JudgeIdentity = z.infer<typeof JudgeIdentity>;

/** Where a batch read the group, and the sha256 of its canonical record: what makes a resumed run grade nothing twice. */
export const Source = z.strictObject({
  file: z.string(),
  line: z.int().min(1).nullable(),
  digest: z.string(),
});
export type Source = z.infer<typeof Source>;

export const Result = z.strictObject({
  schema: z.literal(RESULT_SCHEMA),
  group_id: z.string(),
  attempt: z.int().nullable(),
  input_digest: z.string(),
  route: z.strictObject({ name: z.enum(['gar', 'grs', 'none']), reason: z.string() }),
  status: z.enum(RESULT_STATUSES),
  has_signal: z.boolean(),
  fallback: z
    .strictObject({ reason: z.enum(FALLBACK_REASONS), stage: z.string(), detail: z.string() })
    .nullable(),
  investigation: z.strictObject({
    status: z.enum(['complete', 'incomplete']),
    reason: z.string().nullable(),
  }),
  n: count,
  n_valid: count,
  n_passed: count,
  n_passed_effective: count,
  mean_reward: number.nullable(),
  lambda: number.nullable(),
  lambda_applied: number.nullable(),
  lambda_max: number.nullable(),
  capped: z.boolean(),
  mass: z.strictObject({
    positive_before: number,
    positive_after: number,
    negative_before: number,
    negative_after: number,
    failure_shift: number,
  }),
  stations: Stations,
  requires: Requires,
  rollouts: z.array(RolloutResult),
  passes: z.array(ScoringPass),
  findings: z.array(Finding),
  leads: z.array(Lead),
  /** Tie groups of ids, best first, per tier. */
  order: z.record(z.enum(TIERS), z.array(z.array(z.string()))),
  stability: z.strictObject({
    passes: count,
    tier_flips: count,
    kendall_tau_b: number.nullable(),
    merged_ties: count,
  }),
  judge: JudgeIdentity,
  usage: Usage,
  timing: Timing,
  recording: z.string().nullable(),
  source: Source.optional(),
  version: z.string(),
  policy_versions: z
    .array(z.string())
    .optional()
    .describe(
      'Versions of the policies in the group, as the trainer names them; left out where it names none.',
    ),
  warnings: z.array(z.string()),
});
export type Result = z.infer<typeof Result>;
