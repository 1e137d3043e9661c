/** `gagar.group/1`: one coding task and all rollouts of it, as the trainer hands them over. */
import { z } from 'zod';
import { EXITS, PURPOSES, TEST_STATUSES, TRAJECTORY_FORMATS, VALIDITIES } from '../vocabulary.js';
import type { InputOf } from './input.js';
import { Ref } from './ref.js';
import { LARGEST } from './shape-config.js';
import { Id } from './values.js';

export const GROUP_SCHEMA = 'gagar.group/1';
export const MAX_ROLLOUTS = 256;
/** As long as a path can be. */
export const MAX_ADDRESS = 4096;

const Extra = z.record(z.string(), z.unknown()).describe('Yours: passed through, never read.');
/** A full object id: a branch, a short sha or an option can never stand here. */
export const CommitId = z
  .string()
  .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'a commit is its full hex id (40 or 64 lower-case digits)');

const Address = z
  .string()
  .min(1)
  .max(MAX_ADDRESS)
  .describe(
    'A local folder, bare repository or bundle (relative to group.json), https, ssh or user@host:path.',
  );

const Repo = z
  .strictObject({
    url: Address.optional(),
    path: Address.optional(),
    base_commit: CommitId.describe('The commit that every patch was made against, as its full id.'),
    workdir: z.string().optional().describe('Folder inside the repository that tests run in.'),
    language: z.string().optional().describe('Main language of the repository; for people.'),
  })
  .refine((repo) => (repo.url === undefined) !== (repo.path === undefined), 'give either url or path')
  .meta({ oneOf: [{ required: ['url'] }, { required: ['path'] }] });

const Environment = z.strictObject({
  image: z.string().min(1).optional().describe('An image on the engine that checks run in; ours without it.'),
  setup: z.string().optional().describe('Shell lines in front of the test command.'),
  test_command: z
    .string()
    .optional()
    .describe('Runs all tests that are named, from the top of the repository or its workdir; a shell line.'),
  timeout_s: z
    .number()
    .positive()
    .optional()
    .describe('Seconds that a run of it, or a check of a judge, may take; 600 and 120 without it.'),
  network: z
    .union([z.boolean(), z.string()], 'expected true, false, or a text that describes it')
    .optional()
    .describe('What the policy had; checks never have a network.'),
});

export const Task = z
  .strictObject({
    id: z.string().optional().describe('Name of the task in its data set.'),
    dataset: z.string().optional().describe('Name of the data set.'),
    statement: Ref.describe('Exactly what the policy saw.'),
    hints: z.array(Ref).optional().describe('What else the policy saw.'),
    repo: Repo.optional().describe('The repository that holds the base commit.'),
    tree: Ref.optional().describe('A .tar or .tar.gz with the base files, without history.'),
    image: z
      .strictObject({
        ref: z.string().min(1).describe('Name of the image, as the engine knows it.'),
        workdir: z.string().min(1).describe('Absolute path of the repository in it.'),
      })
      .optional()
      .describe('A container image that holds the prepared repository.'),
    environment: Environment.optional().describe('How checks run.'),
    tests: z
      .strictObject({
        fail_to_pass: z
          .array(z.string())
          .describe('Tests that a solution makes pass, under the names that their runner reports.'),
        pass_to_pass: z.array(z.string()).describe('Tests that pass on the base and have to stay so.'),
        test_patch: Ref.optional().describe("The evaluation's own tests, as a diff against the base."),
        protected_paths: z
          .array(z.string())
          .optional()
          .describe('Files and patterns that belong to the evaluation, whatever their names.'),
      })
      .optional()
      .describe('The evaluation side; never shown inside candidate text.'),
    reference_patch: Ref.optional().describe(
      'Helps to understand the task and to find leaks; similarity to it is never a score.',
    ),
    package: z
      .strictObject({
        name: z.string().describe('Its name in the registry.'),
        version: z
          .string()
          .optional()
          .describe('The release that is repaired; later ones would give the answer away.'),
      })
      .optional()
      .describe('The released package under repair, for leak checks.'),
    git_history: z
      .enum(['stripped', 'hidden', 'full', 'unknown'])
      .optional()
      .describe('What the policy could read of the history.'),
    evaluation: z
      .strictObject({
        status: z.enum(['ok', 'broken', 'unknown']).describe('Whether the tests can tell a solution.'),
        reason: z.string().optional().describe('Why it is broken; for people.'),
      })
      .optional()
      .describe('broken masks the whole group; unknown where it is left out.'),
    pass_rate: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Offline pass rate of the task; routing looks at it.'),
    rubric: Ref.optional().describe('A stored GRS rubric for this task.'),
  })
  .refine(
    (task) => task.repo !== undefined || task.tree !== undefined || task.image !== undefined,
    'one of repo, tree or image is needed: without the base files nothing can be compared',
  )
  .meta({ anyOf: [{ required: ['repo'] }, { required: ['tree'] }, { required: ['image'] }] });
export type Task = z.infer<typeof Task>;

export const Span = z
  .tuple([z.int().min(0), z.int().min(0)])
  .refine(([from, to]) => from < to, 'a span is half-open: [from, to) with from < to');

const UNMEASURED =
  'expected a finite number; leave it out for 1 on a pass and 0 on a failure, and mask what was not measured with validity';

const UNTESTED = 'expected true or false; a rollout that was not tested is false and masked with validity';

export const Rollout = z.strictObject({
  id: Id.describe('Stable join key: results are joined by id, never by position.'),
  passed: z.boolean(UNTESTED).describe('The raw test verdict.'),
  reward: z
    .number(UNMEASURED)
    .min(-LARGEST, `expected at least ${-LARGEST}`)
    .max(LARGEST, `expected at most ${LARGEST}`)
    .optional()
    .describe('The value before gagar; 1 for a pass and 0 for a failure where it is left out.'),
  validity: z
    .strictObject({
      status: z.enum(VALIDITIES).describe('valid, or why the rollout does not count.'),
      reason: z.string().optional().describe('In words; for people.'),
    })
    .optional()
    .describe('Everything but valid (the default) is masked before any mean.'),
  exit: z
    .strictObject({
      status: z.enum(EXITS).describe('How the rollout ended.'),
      raw: z.string().optional().describe('In the words of the harness.'),
    })
    .optional()
    .describe('What happened, apart from whether it counts.'),
  patch: z
    .union(
      [Ref, z.null()],
      'expected a diff, { "path": … }, "" where it is empty, or null where it is missing',
    )
    .describe('Unified or git diff against the base; null is missing, an empty text is empty.'),
  test_log: Ref.optional().describe("The harness's own log, whole."),
  tests: z
    .strictObject({
      status: z.record(z.string(), z.enum(TEST_STATUSES)).describe('By test id.'),
      exit_code: z.int().nullable().optional().describe('Of the test command; null where it was stopped.'),
      timed_out: z.boolean().optional().describe('Whether its time limit stopped it.'),
      duration_s: z.number().min(0).optional().describe('Seconds that it took.'),
    })
    .optional()
    .describe('The structured verdict.'),
  trajectory: z
    .strictObject({
      format: z.enum(TRAJECTORY_FORMATS).describe('Which harness or API wrote it.'),
      file: Ref.describe('The main file, as it was written.'),
      more: z.array(Ref).optional().describe('Further files of the same run, in order.'),
    })
    .optional()
    .describe('The native file of the harness.'),
  tokens: z.int().min(1).optional().describe('Generated tokens: the length penalty and spans count in them.'),
  turns: z.int().min(1).optional().describe('Turns of the assistant.'),
  flagged: z
    .array(Span)
    .optional()
    .describe('Half-open token spans [from, to) for the segment penalty; without them its rules look.'),
  turn_tokens: z
    .array(z.int().min(0))
    .optional()
    .describe('Generated tokens of each assistant turn, in order: where the turns that rules flag lie.'),
  turn_spans: z
    .array(z.tuple([z.int().min(0), z.int().min(0)]))
    .optional()
    .describe("The trainer's own offsets [from, to) of each assistant turn, instead of turn_tokens."),
  policy: z
    .strictObject({
      model: z.string().optional().describe('Name of the model.'),
      harness: z.string().optional().describe('Name of the harness.'),
      version: z
        .union([z.string(), z.number()], 'expected a text or a finite number')
        .optional()
        .describe('Version of the policy; the result names those of the group.'),
    })
    .optional()
    .describe('Hidden from the judge.'),
  extra: Extra.optional(),
});
export type Rollout = z.infer<typeof Rollout>;
export type RolloutInput = InputOf<typeof Rollout>;

export const Group = z.strictObject({
  schema: z.literal(GROUP_SCHEMA).describe('Name and version of this form.'),
  group_id: Id.describe("The trainer's own key; unique with attempt in a run."),
  run_id: z.string().optional().describe('The training run that the group comes from.'),
  step: z.int().optional().describe('The step of that run.'),
  attempt: z.int().optional().describe('Number of the attempt at this group.'),
  purpose: z.enum(PURPOSES).default('audit').describe('Only train obeys budget_s.'),
  budget_s: z.number().positive().optional().describe('Relative deadline in seconds.'),
  task: Task.describe('What was asked, of which base, and how it is tested.'),
  reward: z
    .strictObject({
      kind: z
        .enum(['binary', 'scalar'])
        .default('binary')
        .describe('Success comes from passed alone in both; scalar says that rewards are shaped.'),
      integrity_value: z
        .number()
        .min(-LARGEST)
        .max(LARGEST)
        .default(0)
        .describe('Upper bound of the reward after a confirmed violation.'),
    })
    .default({ kind: 'binary', integrity_value: 0 })
    .describe('What rewards mean.'),
  rollouts: z
    .array(Rollout)
    .min(1)
    .max(MAX_ROLLOUTS)
    .superRefine((rollouts, context) => {
      const first = new Map<string, number>();
      for (const [index, { id }] of rollouts.entries()) {
        const earlier = first.get(id);
        if (earlier === undefined) first.set(id, index);
        else
          context.addIssue({
            code: 'custom',
            path: [index, 'id'],
            message: `rollouts[${earlier}] already has this id; ids must differ`,
          });
      }
    })
    .describe('Their order has no meaning.'),
  extra: Extra.optional(),
});
export type Group = z.infer<typeof Group>;
export type GroupInput = InputOf<typeof Group>;

/** The trainer's reward of a rollout before gagar: its own value, else 1 for a pass and 0 for a failure. */
export const rewardOf = (rollout: Rollout): number => rollout.reward ?? (rollout.passed ? 1 : 0);
/** Only `valid` rollouts enter any statistic. */
export const isValid = (rollout: Rollout): boolean => (rollout.validity?.status ?? 'valid') === 'valid';

/** Status of one test, or undefined; a test may be called `constructor`, so the record is never indexed directly. */
export function testStatus(rollout: Rollout, id: string): (typeof TEST_STATUSES)[number] | undefined {
  const status = rollout.tests?.status;
  return status && Object.hasOwn(status, id) ? status[id] : undefined;
}
