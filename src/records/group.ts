/** `gagar.group/1`: one coding task and all rollouts of it, as the trainer hands them over. */
import { z } from 'zod';
import { EXITS, PURPOSES, TEST_STATUSES, TRAJECTORY_FORMATS, VALIDITIES } from '../vocabulary.js';
import { Ref } from './ref.js';

export const GROUP_SCHEMA = 'gagar.group/1';
export const MAX_ROLLOUTS = 256;

const Id = z.string().min(1).max(200);
const Extra = z.record(z.string(), z.unknown());
/** A full object id: a branch, a short sha or an option can never stand here. */
export const CommitId = z
  .string()
  .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'a commit is its full hex id (40 or 64 lower-case digits)');

export const Repo = z
  .strictObject({
    url: z.string().min(1).optional(),
    path: z.string().min(1).optional(),
    base_commit: CommitId,
    workdir: z.string().optional(),
    language: z.string().optional(),
  })
  .refine((repo) => (repo.url === undefined) !== (repo.path === undefined), 'give either url or path');
export type Repo = z.infer<typeof Repo>;

export const Environment = z.strictObject({
  image: z.string().min(1).optional(),
  setup: z.string().optional(),
  test_command: z.string().optional(),
  timeout_s: z.number().positive().optional(),
  network: z.union([z.boolean(), z.string()]).optional(),
});

export const Task = z
  .strictObject({
    id: z.string().optional(),
    dataset: z.string().optional(),
    statement: Ref,
    hints: z.array(Ref).optional(),
    repo: Repo.optional(),
    tree: Ref.optional(),
    image: z.strictObject({ ref: z.string().min(1), workdir: z.string().min(1) }).optional(),
    environment: Environment.optional(),
    tests: z
      .strictObject({
        fail_to_pass: z.array(z.string()),
        pass_to_pass: z.array(z.string()),
        test_patch: Ref.optional(),
        protected_paths: z.array(z.string()).optional(),
      })
      .optional(),
    reference_patch: Ref.optional(),
    package: z.strictObject({ name: z.string(), version: z.string().optional() }).optional(),
    git_history: z.enum(['stripped', 'hidden', 'full', 'unknown']).optional(),
    evaluation: z
      .strictObject({ status: z.enum(['ok', 'broken', 'unknown']), reason: z.string().optional() })
      .optional(),
    pass_rate: z.number().min(0).max(1).optional(),
    rubric: Ref.optional(),
  })
  .refine(
    (task) => task.repo !== undefined || task.tree !== undefined || task.image !== undefined,
    'one of repo, tree or image is needed: without the base files nothing can be compared',
  );
export type Task = z.infer<typeof Task>;

export const Span = z
  .tuple([z.int().min(0), z.int().min(0)])
  .refine(([from, to]) => from < to, 'a span is half-open: [from, to) with from < to');

export const Rollout = z.strictObject({
  id: Id,
  passed: z.boolean(),
  reward: z.number().optional(),
  validity: z.strictObject({ status: z.enum(VALIDITIES), reason: z.string().optional() }).optional(),
  exit: z.strictObject({ status: z.enum(EXITS), raw: z.string().optional() }).optional(),
  patch: Ref.nullable(),
  test_log: Ref.optional(),
  tests: z
    .strictObject({
      status: z.record(z.string(), z.enum(TEST_STATUSES)),
      exit_code: z.int().nullable().optional(),
      timed_out: z.boolean().optional(),
      duration_s: z.number().min(0).optional(),
    })
    .optional(),
  trajectory: z
    .strictObject({ format: z.enum(TRAJECTORY_FORMATS), file: Ref, more: z.array(Ref).optional() })
    .optional(),
  tokens: z.int().min(1).optional(),
  turns: z.int().min(1).optional(),
  flagged: z.array(Span).optional(),
  policy: z
    .strictObject({
      model: z.string().optional(),
      harness: z.string().optional(),
      version: z.union([z.string(), z.number()]).optional(),
    })
    .optional(),
  extra: Extra.optional(),
});
export type Rollout = z.infer<typeof Rollout>;

export const Group = z.strictObject({
  schema: z.literal(GROUP_SCHEMA),
  group_id: Id,
  run_id: z.string().optional(),
  step: z.int().optional(),
  attempt: z.int().optional(),
  purpose: z.enum(PURPOSES).default('audit'),
  budget_s: z.number().positive().optional(),
  task: Task,
  reward: z
    .strictObject({
      kind: z.enum(['binary', 'scalar']).default('binary'),
      integrity_value: z.number().default(0),
    })
    .default({ kind: 'binary', integrity_value: 0 }),
  rollouts: z
    .array(Rollout)
    .min(1)
    .max(MAX_ROLLOUTS)
    .superRefine((rollouts, context) => {
      const first = new Map<string, number>();
      rollouts.forEach(({ id }, index) => {
        const earlier = first.get(id);
        if (earlier === undefined) first.set(id, index);
        else
          context.addIssue({
            code: 'custom',
            path: [index, 'id'],
            message: `id ${JSON.stringify(id)} was already used by rollouts[${earlier}]; ids must differ`,
          });
      });
    }),
  extra: Extra.optional(),
});
export type Group = z.infer<typeof Group>;

/** The trainer's reward of a rollout before gagar: its own value, else 1 for a pass and 0 for a failure. */
export const rewardOf = (rollout: Rollout): number => rollout.reward ?? (rollout.passed ? 1 : 0);
/** Only `valid` rollouts enter any statistic. */
export const isValid = (rollout: Rollout): boolean => (rollout.validity?.status ?? 'valid') === 'valid';
