/** `gagar.rubric/1`: what a good solution of one task shows, and a good way of working on it, as atomic criteria. */
import { z } from 'zod';
import { Fault } from '../fault.js';
import { compilePattern } from '../text/pattern.js';
import { Citation } from './citation.js';
import { CommitId } from './group.js';
import { isInside } from './inside.js';

export const RUBRIC_SCHEMA = 'gagar.rubric/1';

/** Beyond these a weight says nothing that another unit would not say, and sums stay far from the ends of numbers. */
const MAX_WEIGHT = 1000;
const MIN_WEIGHT = 0.001;
const MAX_CRITERIA = 50;

const text = (most: number) => z.string().trim().min(1).max(most);
const noNul = (value: string): boolean => !value.includes('\0');

const pattern = text(500)
  .superRefine((value, context) => {
    try {
      compilePattern(value, { isRegex: true });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
    }
  })
  .describe('A regular expression of RE2, held against one line at a time.');
/** As diffs and trees write it: any other form would never be met. */
const inside = (value: string): boolean => isInside(value) && !/^\.\/|\/\/|\/\.(\/|$)/.test(value);
const path = text(1000)
  .refine(inside, 'expected a path inside the repository as diffs write it, such as src/a.py or tests/')
  .describe('A path of the repository; with a `/` at its end, all that lies below it.');
const file = path.refine((value) => !value.endsWith('/'), 'expected a file, not a folder');
const holds = z.boolean().default(true).describe('false where the criterion asks that this is not so.');
const kind = <K extends string>(word: K) => z.literal(word).describe('How the criterion is checked.');
const isSo = <F extends string>(fact: F, where: string) => ({
  kind: kind('static'),
  holds,
  fact: z.literal(fact).describe(`Holds where ${where}.`),
});

/** Blanks at the end of a line and blank lines at the end say nothing. */
export const stdoutLines = (output: string): string[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());

export const CommandCheck = z
  .strictObject({
    kind: kind('command'),
    command: text(4000)
      .refine(noNul, 'a command holds no NUL')
      .describe("Runs by sh in the sandbox, in a fresh copy of the candidate's own tree, without network."),
    timeout_s: z
      .number()
      .positive()
      .max(600)
      .optional()
      .describe('Seconds that it may take; the time limit of the task without it, else 120.'),
    stdout: z
      .string()
      .max(8000)
      .refine(
        (value) => value.trim() !== '',
        'expected a line at least: code under test that ends early prints nothing as well',
      )
      .optional()
      .describe(
        'What it has to print, line by line. Code under test can end its process early, but not print this by chance.',
      ),
    partial_lines: z.int().min(1).optional().describe('`partial` from this many right lines of stdout on.'),
    partial_exit: z.int().min(1).max(125).optional().describe('Exit code that means `partial`.'),
  })
  .refine(({ stdout, partial_lines }) => partial_lines === undefined || stdout !== undefined, {
    path: ['partial_lines'],
    error: 'counts lines of stdout, and no stdout is given',
  })
  .refine(
    ({ stdout, partial_lines = 0 }) => stdout === undefined || partial_lines <= stdoutLines(stdout).length,
    { path: ['partial_lines'], error: 'expected at most as many as stdout has lines' },
  );
export type CommandCheck = z.infer<typeof CommandCheck>;

const StaticCheck = z.discriminatedUnion('fact', [
  z.strictObject({ ...isSo('changes', 'the diff touches the path'), path }),
  z.strictObject({
    ...isSo('adds', 'an added line of the diff matches'),
    pattern,
    path: path.optional(),
  }),
  z.strictObject({
    ...isSo('has', 'a line of the file matches in the tree of the rollout'),
    pattern,
    path: file,
  }),
  z.strictObject({
    ...isSo('lead', 'the detector has shown something in the rollout'),
    detector: text(64).describe('Name of a detector that points at this candidate.'),
  }),
  z.strictObject({
    ...isSo('ran', 'a call other than an edit matches'),
    pattern,
    when: z
      .enum(['ever', 'before_first_edit', 'after_last_edit'])
      .default('ever')
      .describe('Which calls are looked at.'),
  }),
  z.strictObject(isSo('tests_after_last_edit', 'a test command ran after the last edit')),
]);
export type StaticCheck = z.infer<typeof StaticCheck>;

const ReadingCheck = z.strictObject({
  kind: kind('reading'),
  partial: text(600).optional().describe('What is half of it.'),
  command: z
    .never(
      'a reading runs nothing; what a command decides is a check of the kind "command", run in the sandbox',
    )
    .optional()
    .describe('Never given.'),
});

export const CriterionCheck = z.discriminatedUnion('kind', [CommandCheck, StaticCheck, ReadingCheck]);
export type CriterionCheck = z.infer<typeof CriterionCheck>;

/** A rollout that showed why the criterion is needed. Checks are no source: the criterion's own command repeats them. */
export const CriterionSource = z.strictObject({
  group_id: text(200).describe('Id of the group.'),
  rollout: text(200).describe('Id of the rollout.'),
  note: text(600).describe('What it showed.'),
  citations: z
    .array(Citation)
    .min(1)
    .max(8)
    .refine(
      (citations) => citations.every(({ kind }) => kind !== 'check'),
      'a stored check cannot be resolved',
    )
    .describe('Where it can be seen.'),
});
export type CriterionSource = z.infer<typeof CriterionSource>;

export const Criterion = z.strictObject({
  id: z
    .string()
    .regex(
      /^[a-z][a-z0-9_-]{0,63}$/,
      'an id is lower-case letters, digits, - and _, at most 64, a letter first',
    )
    .describe('Name of the criterion, once in both rubrics.'),
  text: text(600).describe('One fact that holds, holds in part, or does not.'),
  weight: z
    .number()
    .min(MIN_WEIGHT)
    .max(MAX_WEIGHT)
    .describe('Its share is weight / Σ weight of its rubric.'),
  check: CriterionCheck.describe('What decides it: a command, a static fact, or a reading.'),
  evidence: text(1000).describe('What counts as evidence.'),
  sources: z.array(CriterionSource).max(32).describe('Rollouts that showed why it is needed.'),
});
export type Criterion = z.infer<typeof Criterion>;

/** What says how a rollout worked, and what says what it made. */
const OF_BEHAVIOUR: ReadonlySet<string> = new Set(['ran', 'tests_after_last_edit']);

const criteria = z.array(Criterion).min(1).max(MAX_CRITERIA);

export const TaskRubric = z
  .strictObject({
    schema: z.literal(RUBRIC_SCHEMA).describe('Name and version of this form.'),
    task_id: text(200).describe('The task that it was written for.'),
    base_commit: CommitId.nullable().describe('null where the base has no history: a tar or an image.'),
    version: z.int().min(1).describe('Counts from 1, up with every change.'),
    solution: criteria.describe('Requirements, edge cases, fit with the codebase.'),
    behaviour: criteria.describe('Gathered the evidence it needed, verified the effect of its change.'),
  })
  .superRefine(({ solution, behaviour }, context) => {
    const complain = (at: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path: at, message });
    const first = new Map<string, string>();
    for (const [name, list] of [
      ['solution', solution],
      ['behaviour', behaviour],
    ] as const)
      for (const [index, { id, check }] of list.entries()) {
        const earlier = first.get(id);
        if (earlier === undefined) first.set(id, `${name}[${index}]`);
        else complain([name, index, 'id'], `duplicate id: ${earlier} has it already`);
        const wrong = misplaced(name, check);
        if (wrong !== null) complain([name, index, 'check', 'kind'], wrong);
      }
  });
export type TaskRubric = z.infer<typeof TaskRubric>;

function misplaced(rubric: 'solution' | 'behaviour', check: CriterionCheck): string | null {
  if (rubric === 'behaviour' && check.kind === 'command')
    return 'a command sees the tree alone; how a rollout worked is a static fact or a reading';
  if (rubric === 'solution' && check.kind === 'static' && OF_BEHAVIOUR.has(check.fact))
    return `${check.fact} says how a rollout worked; it belongs to behaviour`;
  return null;
}

/** Both rubrics as one list, the solution first. */
export const criteriaOf = ({ solution, behaviour }: TaskRubric): readonly Criterion[] => [
  ...solution,
  ...behaviour,
];
