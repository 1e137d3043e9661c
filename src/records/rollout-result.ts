/** One rollout of a result: what became of its patch, what a judge made of it, and what it earns. */
import { z } from 'zod';
import {
  CRITERION_VERDICTS,
  DIMENSIONS,
  FILE_KINDS,
  FLAGS,
  INTEGRITY_KINDS,
  INTEGRITY_VERDICTS,
  PATCH_REASONS,
  PATCH_STATES,
  TIERS,
} from '../vocabulary.js';
import { Citation } from './citation.js';
import { count, ids, number } from './values.js';

const citations = z.array(Citation);

/** Half-open token span and its multiplier. */
export const MultiplierSpan = z.tuple([count, count, number]);
export type MultiplierSpan = z.infer<typeof MultiplierSpan>;

export const PatchFile = z.strictObject({
  path: z.string().describe('Path after the change; unusual bytes are shown as escapes.'),
  old_path: z.string().optional().describe('Path before the change, where the file was renamed.'),
  added: count.describe('Lines that the change adds; 0 for binary files.'),
  deleted: count.describe('Lines that the change takes out; 0 for binary files.'),
  kind: z
    .enum(FILE_KINDS)
    .describe(
      'What is changed: text, bytes, a symbolic link, a submodule (gitlink), or the file mode alone.',
    ),
});
export type PatchFile = z.infer<typeof PatchFile>;

export const PatchReport = z.strictObject({
  state: z
    .enum(PATCH_STATES)
    .describe(
      'applied: it gives a tree; empty: its text is blank; missing: there is none; failed: it cannot be applied.',
    ),
  reason: z.enum(PATCH_REASONS).optional().describe('Why it failed; only where it did.'),
  path: z.string().optional().describe('File at which it failed, where it is known.'),
  hunk: count.optional().describe('Hunk of that file at which it failed, counted from 1, where it is known.'),
  files: z
    .array(PatchFile)
    .describe("What the candidate's tree changes against the base, one entry a path; empty unless applied."),
  notes: ids.describe('What was noticed on the way, for people: `label: detail`.'),
});
export type PatchReport = z.infer<typeof PatchReport>;

export const Scores = z.record(z.enum(DIMENSIONS), number);
export type Scores = z.infer<typeof Scores>;

const FlagVerdict = z.strictObject({
  holds: z.boolean().describe('true where more than half of the scoring passes set the flag.'),
  finding_ids: ids.describe('Findings that a pass set the flag with, also where it does not hold.'),
});
export const Flags = z.record(z.enum(FLAGS), FlagVerdict);
export type Flags = z.infer<typeof Flags>;

export const Integrity = z.strictObject({
  verdict: z
    .enum(INTEGRITY_VERDICTS)
    .describe(
      'confirmed: a finding and code agree; suspected: a finding alone, which costs nothing; clean: no finding accuses it.',
    ),
  kinds: z
    .array(z.enum(INTEGRITY_KINDS))
    .describe('Kinds of violation that the verdict is about; empty where clean.'),
  finding_ids: ids.describe('Findings that the verdict stands on; empty where clean.'),
});
export type Integrity = z.infer<typeof Integrity>;

const TamperReport = z.strictObject({
  source: z.enum(['judge', 'detector']).describe('Who noticed it; detector is code alone.'),
  claim: z.string().describe('What was noticed.'),
  citations: citations.describe('Where it stands.'),
});

export const Rerun = z.strictObject({
  survives: z
    .boolean()
    .nullable()
    .describe(
      'Whether the pass holds without the tests and settings of the candidate; null where the runs do not tell.',
    ),
  collected: z
    .strictObject({
      base: ids.describe('Of the base, with the test patch of the task.'),
      candidate: ids.describe("Of the candidate's tree as it is."),
      pristine: ids.describe("Of the candidate's tree with everything that tests it put back."),
    })
    .describe('Ids of the tests that the runner told of, per tree; empty where it did not run.'),
  flaky: ids.describe('Deciding tests that did not end the same way in each repetition.'),
});
export type Rerun = z.infer<typeof Rerun>;

export const AssessedCriterion = z.strictObject({
  id: z.string().describe("Id of the criterion in the task's rubric."),
  verdict: z
    .enum(CRITERION_VERDICTS)
    .describe('yes counts 1, partial 0.5, no 0; unassessed makes its score null.'),
  weight: number.describe(
    'Its weight in the rubric; a score divides by the sum of them, so they have no unit.',
  ),
  reason: z.string().describe('What was seen, or why nothing could be said.'),
  citations: citations.describe('Where it was seen.'),
});
export type AssessedCriterion = z.infer<typeof AssessedCriterion>;

export const GrsVerdict = z.strictObject({
  s_sol: number
    .nullable()
    .describe(
      'S_sol: share by weight, 0 to 1, of the solution criteria that hold; null where one is unassessed.',
    ),
  s_beh: number
    .nullable()
    .describe(
      'S_beh: share by weight, 0 to 1, of the behaviour criteria that hold; null where one is unassessed.',
    ),
  criteria: z.array(AssessedCriterion).describe('All criteria of the rubric, those of the solution first.'),
});
export type GrsVerdict = z.infer<typeof GrsVerdict>;

export const RolloutResult = z.strictObject({
  id: z.string().describe('Id of the rollout in the group; join by it, never by position.'),
  valid: z
    .boolean()
    .describe('false where the rollout is masked: it enters no mean, and its advantage is null.'),
  invalid_reason: z
    .string()
    .nullable()
    .describe(
      'Why it is masked: its validity in the group, evaluation_broken, or patch_<state> for a pass without a tree; null where it is valid.',
    ),
  passed: z.boolean().describe('The raw test verdict, as the group gives it.'),
  passed_effective: z.boolean().describe('passed, and no confirmed violation took the reward.'),
  patch: PatchReport.nullable().describe(
    'What became of the patch; null where there was no base to try it on.',
  ),
  tree: z
    .string()
    .nullable()
    .describe(
      "Git object id of the candidate's tree, equal for identical candidates; null unless the patch is applied.",
    ),
  work: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Digest of the change, equal for patches that differ in layout and comments only, which are one candidate to a judge; null where nobody compared.',
    ),
  reward: number.describe(
    "The trainer's reward before gagar, in its own unit; 1 for a pass and 0 for a failure by default.",
  ),
  reward_effective: number.describe(
    'The reward after the integrity station: lowered where a confirmed violation costs it, else `reward`.',
  ),
  advantage_outcome: number
    .nullable()
    .describe(
      'Advantage before the factors: the reward after all reward stations minus mean_reward; null where the rollout is masked.',
    ),
  advantage: number
    .nullable()
    .describe(
      'The advantage to train on, after the factors; advantage_outcome where none were used; null where the rollout is masked.',
    ),
  reward_equivalent: number
    .nullable()
    .describe(
      'advantage + mean_reward, for a trainer that subtracts the mean itself; mean_reward where masked; null in mode downweight_only and where nothing is valid.',
    ),
  grs: GrsVerdict.nullable().describe(
    "Verdict by the task's rubric; null where the rollout was not assessed by one.",
  ),
  token_multipliers: z
    .array(MultiplierSpan)
    .nullable()
    .describe(
      'The advantage of a token is advantage · multiplier: spans [from, to, multiplier] over [0, tokens) without gaps, `to` excluded; null where the segment penalty is off, and none where a masked rollout has no token count.',
    ),
  rerun: Rerun.nullable().describe('The pristine re-run; null where there was none.'),
  scores: Scores.nullable().describe(
    'Per dimension the mean over the scoring passes, 1 to 5; null where the rollout has no verdict: failed, masked, or nobody compared it.',
  ),
  weighted: number
    .nullable()
    .describe('Mean of the scores by the weights of the rubric, 1 to 5; null where scores is null.'),
  tier: z.enum(TIERS).nullable().describe('T1 is the best; null where scores is null.'),
  tier_reasons: ids.describe('The rules that led to the tier; empty where it is null.'),
  tie_group: count
    .nullable()
    .describe('Place of its tie group in the tier, from 0, best first; null where tier is null.'),
  rank: z
    .int()
    .min(1)
    .nullable()
    .describe(
      'From 1, best first, equal for ties, without gaps: of tie groups over all tiers, or of refined rewards on the route grs; null where there is neither.',
    ),
  factor: number
    .nullable()
    .describe(
      'Discount factor f in (0, 1] from tier and tie group; null for a rollout without a tier or that lost its reward, and where no factor was used.',
    ),
  flags: Flags.nullable().describe(
    'Flags of the pass and the findings behind them; null where scores is null.',
  ),
  integrity: Integrity.describe(
    'Whether it cheated; only a confirmed kind of `zeroing_kinds` costs the reward.',
  ),
  tamper_reports: z
    .array(TamperReport)
    .describe(
      'Texts of the candidate that speak to whoever grades; they never change a score by themselves.',
    ),
});
export type RolloutResult = z.infer<typeof RolloutResult>;
