/** `gagar.result/1`: what grading a group came to, one entry per input rollout, joined by id. */
import { z } from 'zod';
import {
  DIMENSIONS,
  type Dimension,
  everyWord,
  FALLBACK_REASONS,
  FLAGS,
  RESULT_STATUSES,
  ROUTES,
  TIERS,
} from '../vocabulary.js';
import { Finding, Lead } from './citation.js';
import { RolloutResult } from './rollout-result.js';
import { count, ids, number } from './values.js';

export const RESULT_SCHEMA = 'gagar.result/1';

const perId = z.record(z.string(), number);

/** What a pass asks in each dimension. */
const QUESTIONS: Readonly<Record<Dimension, string>> = {
  solution_fit: 'the change removes the cause, in the layer that owns it',
  precision: 'all that was asked for is covered, in the right places',
  minimality: 'every hunk is needed',
  side_effects: 'everything outside the task is left as it was',
  consistency: 'the change reads like the code around it',
};

/** What a pass gives a candidate. */
const GivenScores = z.strictObject(
  everyWord(DIMENSIONS, (dimension) =>
    z.int().min(1).max(5).describe(`From 1 to 5, how far ${QUESTIONS[dimension]}.`),
  ),
);

/** One scoring pass, whole enough for `refold`. */
export const ScoringPass = z.strictObject({
  aliases: z
    .record(z.string(), z.string())
    .describe('Rollout id by the alias that this pass showed it under.'),
  order: ids.describe('Rollout ids in the order in which this pass showed them.'),
  scores: z
    .record(z.string(), GivenScores)
    .describe('By rollout id; of rollouts with the same work one is scored for all.'),
  flags: z
    .record(z.string(), z.partialRecord(z.enum(FLAGS), ids))
    .describe('By rollout id, the flags that this pass set, each with its findings.'),
  comparisons: z
    .array(
      z.strictObject({
        above: z.string().describe('Rollout id of the better one.'),
        below: z.string().describe('Rollout id of the other one.'),
        finding_id: z.string().describe('The finding that decides between the two.'),
      }),
    )
    .describe('Pairs that a finding sets apart, whatever their scores.'),
});
export type ScoringPass = z.infer<typeof ScoringPass>;

export const Stations = z.strictObject({
  effective: perId.describe('Rewards after the integrity station.'),
  grs: perId
    .nullable()
    .describe('Rewards after R_test · S_sol · S_beh; null unless every pass was assessed on the route grs.'),
  length: z
    .strictObject({
      reference: number.describe(
        'Length in tokens that passes are compared with: a percentile of the passing lengths.',
      ),
      rewards: perId.describe('Rewards after the deduction for length.'),
    })
    .nullable()
    .describe('The length penalty; null where it is off or did not act.'),
  outcome: perId.describe('Advantages before the factors: reward − mean.'),
  lambda: number
    .nullable()
    .describe(
      'λ = Σ a / Σ f·a over the passes above the mean; null where nothing was redistributed or there is none.',
    ),
  lambda_applied: number.nullable().describe('min(λ, lambda_max); null where λ is null.'),
  capped: z.boolean().describe('true where λ exceeds lambda_max.'),
});
export type Stations = z.infer<typeof Stations>;

const Requires = z.strictObject({
  centering: z
    .enum(['mean', 'none'])
    .describe(
      'mean: the trainer subtracts the mean of the group; none: there is no reward_equivalent to centre.',
    ),
  std_norm: z.literal(false).describe('The trainer divides by no standard deviation.'),
  reward_clip: z.literal(false).describe('The trainer clips no reward.'),
  reward_scaling: z.literal(false).describe('The trainer scales no reward.'),
  batch_whiten: z.literal(false).describe('The trainer whitens no advantages over the batch.'),
  kl_in_reward: z.literal(false).describe('The trainer puts no KL penalty into the reward.'),
});

export const Usage = z.strictObject({
  input_tokens: count.describe('Tokens that the model read, from caches as well.'),
  cached_input_tokens: count.describe('The part of input_tokens that came from a prompt cache.'),
  cache_write_tokens: count.describe('The part of input_tokens that was written to a prompt cache.'),
  output_tokens: count.describe('Tokens that the model wrote.'),
  requests: count.describe('Requests to the model, repeated ones included.'),
  tool_calls: count.describe('Calls of tools, submissions of scores included.'),
  checks: count.describe('Checks and re-runs of tests in the sandbox.'),
  cost_usd: number
    .nullable()
    .describe('US dollars; null where no model was asked or its price is not known.'),
});
export type Usage = z.infer<typeof Usage>;

export const Timing = z.strictObject({
  queued_s: number.describe('Seconds from reading the group to its start; 0 outside of a batch.'),
  workspace_s: number.describe('Seconds for opening the base and building the trees.'),
  investigate_s: number.describe('Seconds of the investigation.'),
  score_s: number.describe('Seconds of the scoring passes, or of the assessment by a rubric.'),
  total_s: number.describe('Seconds for all of it, those in the queue included.'),
});
export type Timing = z.infer<typeof Timing>;

export const JudgeIdentity = z.strictObject({
  kind: z.string().describe('As --judge names it, without its argument; operator for somebody at the tools.'),
  provider: z.string().nullable().describe('Whose model was asked; null where none was.'),
  model: z.string().nullable().describe('Name of the model or of the operator; null where none was asked.'),
  protocol: z.string().describe('Name and version of the way of judging; none where nobody was asked.'),
  prompt_digest: z.string().nullable().describe('sha256 of all prompts; null where none were used.'),
  rubric_digest: z
    .string()
    .describe("sha256 of the rubric in use: the task's own where rollouts were assessed by it."),
  profile_digest: z.string().describe('sha256 of the factor profile in use.'),
  seed: z
    .string()
    .describe('What aliases and orders follow from: the input_digest; empty where nobody needed one.'),
  alias_map: z
    .record(z.string(), z.string())
    .describe('Rollout id by its alias in the investigation or assessment.'),
});
export type JudgeIdentity = z.infer<typeof JudgeIdentity>;

/** Where a batch read the group, and the sha256 of its canonical record: what makes a resumed run grade nothing twice. */
export const Source = z.strictObject({
  file: z.string().describe('File of the group.'),
  line: z.int().min(1).nullable().describe('Its line, from 1; null where the file holds one group.'),
  digest: z.string().describe('sha256 of the RFC 8785 JSON of the group as it was read.'),
});
export type Source = z.infer<typeof Source>;

export const Result = z.strictObject({
  schema: z.literal(RESULT_SCHEMA).describe('Name and version of this form.'),
  group_id: z.string().describe('As the group gives it.'),
  attempt: z.int().nullable().describe('As the group gives it; null where it gives none.'),
  input_digest: z
    .string()
    .describe(
      'sha256 that names what was graded: the task, the base and the rollouts, not where they lie or who asked.',
    ),
  route: z
    .strictObject({
      name: z
        .enum(ROUTES)
        .describe("gar: passes are compared; grs: each is assessed by the task's rubric; none: neither."),
      reason: z.string().describe('Why this one.'),
    })
    .describe('How the reward was refined.'),
  status: z
    .enum(RESULT_STATUSES)
    .describe(
      'graded: nothing failed; fallback: advantages of the outcome, for a failure of the grader; not_mixed: all passed or all failed; masked: nothing is valid; degenerate: not mixed only because of a violation.',
    ),
  has_signal: z.boolean().describe('true where the advantages of the valid rollouts are not all equal.'),
  fallback: z
    .strictObject({
      reason: z.enum(FALLBACK_REASONS).describe('What failed.'),
      stage: z
        .string()
        .describe(
          'Where: queue, workspace, gate, sandbox, judge, investigate, score, assess, fold or grade.',
        ),
      detail: z.string().describe('In words, for people.'),
    })
    .nullable()
    .describe('The failure behind the status fallback; null for every other status.'),
  investigation: z
    .strictObject({
      status: z
        .enum(['complete', 'incomplete'])
        .describe('incomplete: it ended early, and scoring went by what was verified until then.'),
      reason: z.string().nullable().describe('Why it ended early; null where it is complete.'),
    })
    .describe('How the search for evidence ended.'),
  n: count.describe('Rollouts.'),
  n_valid: count.describe('Rollouts that are not masked.'),
  n_passed: count.describe('Valid rollouts whose tests passed.'),
  n_passed_effective: count.describe('Valid passes that kept their reward.'),
  mean_reward: number
    .nullable()
    .describe(
      'Mean over the valid rollouts of the rewards that enter the advantages; null where nothing is valid.',
    ),
  lambda: number
    .nullable()
    .describe(
      'λ, what the discounted advantages are multiplied with so that their sum stays; null where nothing was redistributed or no pass is above the mean.',
    ),
  lambda_applied: number.nullable().describe('min(λ, lambda_max), which was used; null where λ is null.'),
  lambda_max: number
    .nullable()
    .describe('The cap of λ, at least 1; null for no cap and where nothing was redistributed.'),
  capped: z.boolean().describe('true where λ exceeds lambda_max, which costs positive advantage.'),
  mass: z
    .strictObject({
      positive_before: number.describe('Σ max(a, 0) of advantage_outcome.'),
      positive_after: number.describe('Σ max(a, 0) of advantage.'),
      negative_before: number.describe('Σ min(a, 0) of advantage_outcome, at most 0.'),
      negative_after: number.describe('Σ min(a, 0) of advantage, at most 0.'),
      failure_shift: number.describe(
        'Mean of advantage − advantage_outcome over the valid rollouts that do not count as passes; 0 without any.',
      ),
    })
    .describe('Sums over the valid rollouts before and after the factors.'),
  stations: Stations.describe(
    'The numbers between the stations of the reward line, by id, of valid rollouts.',
  ),
  requires: Requires.describe(
    'What a trainer must do and leave alone for reward_equivalent to give these advantages.',
  ),
  rollouts: z.array(RolloutResult).describe('One entry for each rollout of the group.'),
  passes: z
    .array(ScoringPass)
    .describe('The scoring passes: what refold starts from; empty where nobody scored.'),
  findings: z.array(Finding).describe('Verified claims about rollouts.'),
  leads: z.array(Lead).describe('Questions of the detectors, with their answers.'),
  order: z
    .record(z.enum(TIERS), z.array(ids))
    .describe('Per tier its tie groups of rollout ids, best first; empty lists where there is no verdict.'),
  stability: z
    .strictObject({
      passes: count.describe('Scoring passes.'),
      tier_flips: count.describe('Rollouts that the passes, each taken alone, put in different tiers.'),
      kendall_tau_b: number
        .nullable()
        .describe(
          "Mean of Kendall's τ-b over pairs of passes, −1 to 1; null below two passes or where one is all ties.",
        ),
      merged_ties: count.describe('Tie groups of different work that at least one pass had set apart.'),
    })
    .describe('How far the scoring passes agree.'),
  judge: JudgeIdentity.describe('Who judged, and by which texts.'),
  usage: Usage.describe('What judging took.'),
  timing: Timing.describe('Wall-clock time; the one part that differs when a recording is folded again.'),
  recording: z
    .string()
    .nullable()
    .describe('File of the recording, beside the result or below the batch; null without one.'),
  source: Source.optional().describe('Where a batch read the group; only in a batch.'),
  version: z.string().describe('Version of gagar.'),
  policy_versions: ids
    .optional()
    .describe(
      'Versions of the policies in the group, as the trainer names them; left out where it names none.',
    ),
  warnings: ids.describe('What somebody should know, for people.'),
});
export type Result = z.infer<typeof Result>;
