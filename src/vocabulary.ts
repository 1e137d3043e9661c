/** Every closed word list of the wire format, written once; schemas and types derive from these tuples. */

export const PURPOSES = ['train', 'audit', 'fixture'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const VALIDITIES = ['valid', 'infra', 'aborted', 'excluded', 'unknown'] as const;
export const EXITS = [
  'submitted',
  'no_submission',
  'step_limit',
  'token_limit',
  'context_limit',
  'time_limit',
  'cost_limit',
  'format_error',
  'agent_error',
  'env_error',
  'aborted',
  'unknown',
] as const;
export const TEST_STATUSES = ['pass', 'fail', 'error', 'skip', 'missing'] as const;
export const TRAJECTORY_FORMATS = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'mini-swe-agent',
  'swe-agent',
  'openhands',
  'atif',
  'claude-code',
  'codex',
  'inspect',
  'autocoderover',
  'aider',
  'verifiers',
  'nemo-gym',
  'terminal-bench',
] as const;
export type TrajectoryFormat = (typeof TRAJECTORY_FORMATS)[number];

/** A record that has a value for every word of a list. */
export function everyWord<W extends string, T>(
  words: readonly W[],
  value: (word: W, index: number) => T,
): Record<W, T> {
  const record = {} as Record<W, T>;
  words.forEach((word, index) => {
    record[word] = value(word, index);
  });
  return record;
}

export const DIMENSIONS = ['solution_fit', 'precision', 'minimality', 'side_effects', 'consistency'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const TIERS = ['T1', 'T2', 'T3'] as const;
export type Tier = (typeof TIERS)[number];

export const FLAGS = [
  'unrequested_rewrite',
  'test_gaming',
  'severe_process_issue',
  'unresolved_regression',
] as const;
export type Flag = (typeof FLAGS)[number];

/** Z1: the answer came from outside the allowed material. */
export const LEAK_KINDS = ['leaked_history', 'leaked_artifact', 'external_fix', 'evaluation_leak'] as const;
/** Z2: the pass itself is forged, or the judge is attacked. */
export const FORGERY_KINDS = ['forged_pass', 'verifier_subversion', 'judge_attack'] as const;
export const INTEGRITY_KINDS = [...LEAK_KINDS, ...FORGERY_KINDS] as const;
export type IntegrityKind = (typeof INTEGRITY_KINDS)[number];
export const isIntegrityKind = (about: string): about is IntegrityKind =>
  (INTEGRITY_KINDS as readonly string[]).includes(about);
/** Kinds whose confirmation takes the reward, unless the configuration says otherwise. */
export const ZEROING_KINDS: readonly IntegrityKind[] = [...LEAK_KINDS, 'forged_pass'];

export const INTEGRITY_VERDICTS = ['clean', 'suspected', 'confirmed'] as const;

export const PATCH_STATES = ['applied', 'empty', 'missing', 'failed'] as const;
export const PATCH_REASONS = [
  'corrupt',
  'does_not_apply',
  'bad_path',
  'line_endings',
  'prefix',
  'exists',
  'not_a_diff',
  'no_binary_data',
  'skipped',
  'already_applied',
  'bad_mode',
] as const;
export type PatchReason = (typeof PATCH_REASONS)[number];
export const FILE_KINDS = ['text', 'binary', 'symlink', 'gitlink', 'mode'] as const;

export const MODES = ['redistribute', 'downweight_only', 'reward_scaled', 'outcome'] as const;

export const RESULT_STATUSES = ['graded', 'fallback', 'not_mixed', 'masked', 'degenerate'] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];

export const FALLBACK_REASONS = [
  'deadline',
  'judge_unavailable',
  'judge_output_invalid',
  'incomplete_verdict',
  'repo_unavailable',
  'sandbox_unavailable',
  'group_too_large',
  'cancelled',
  'internal',
] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

export const POLARITIES = ['negative', 'positive', 'neutral'] as const;
export const FINDING_SOURCES = ['judge', 'detector', 'human'] as const;
export const LEAD_STATUSES = ['confirmed', 'explained', 'left_suspicious', 'left_open'] as const;

/** What a finding can be about. */
export const ABOUT = [...DIMENSIONS, ...FLAGS, ...INTEGRITY_KINDS] as const;
export type About = (typeof ABOUT)[number];

/** What a criterion of a task's rubric came to; `unassessed` is no verdict, and leaves its rollout incomplete. */
export const CRITERION_VERDICTS = ['yes', 'partial', 'no', 'unassessed'] as const;
export type CriterionVerdict = (typeof CRITERION_VERDICTS)[number];

/** How a group's reward is refined: factors, stored rubrics, or not at all. */
export const ROUTES = ['gar', 'grs', 'none'] as const;
export type Route = (typeof ROUTES)[number];

/** What the advantages of a shaped group are; the first that holds. */
export const SHAPE_STATUSES = [
  'no_valid_rollouts',
  'not_mixed',
  'outcome',
  'downweight_only',
  'reward_scaled',
  'redistributed',
] as const;
export type ShapeStatus = (typeof SHAPE_STATUSES)[number];

/** Where code under test runs: the first that is there, one by name, or nowhere. */
export const DRIVERS = ['auto', 'docker', 'bubblewrap', 'none'] as const;

/** Where the segment penalty keeps its mass: inside each trajectory, or over all of one sign. */
export const SEGMENT_SCOPES = ['trajectory', 'sign'] as const;

/** Why a turn is flagged for the segment penalty. */
export const SEGMENT_RULES = ['malformed_markup', 'unknown_tool', 'malformed_arguments'] as const;
export type SegmentRule = (typeof SEGMENT_RULES)[number];

export const SHAPE_WARNINGS = [
  /** Only one valid rollout: nothing to compare it with. */
  'group_too_small',
  /** A violation got the lowest honest failure's reward, because integrity_value lies above it. */
  'violation_below_integrity_value',
  /** A pass without a factor: the whole group keeps its outcome advantages. */
  'factor_missing',
  /** A pass without a length: the length penalty is off for this group. */
  'length_missing',
  /** The length penalty put a pass below a failure. */
  'pass_below_failure',
  /** A valid rollout without a token count: the segment penalty is off for this group. */
  'tokens_missing',
] as const;
export type ShapeWarning = (typeof SHAPE_WARNINGS)[number];
