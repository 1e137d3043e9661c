/** The tools that write a task's rubric: propose, support and drop criteria, and finish. */
import { z } from 'zod';
import type { DraftEntry, RubricDraft } from '../src/grs/draft.js';
import * as inputs from './inputs.js';
import { citations } from './record-finding.js';
import { type Answer, defineTool, type JudgeTool } from './tool.js';

const criterion = z.string().min(1).max(64).describe('Id of a criterion.');
const source = z.strictObject({
  candidate: inputs.candidate,
  note: z.string().trim().min(4).max(600).describe('What this rollout shows.'),
  citations: citations.min(1),
});

const answer = (entry: DraftEntry, done: string): Answer =>
  'id' in entry
    ? { parts: [`${entry.id} ${done}`] }
    : { parts: ['not done:', { data: entry.problems.join('\n') }], is_error: true };

export const rubricTools = (draft: RubricDraft): JudgeTool[] => [
  defineTool({
    name: 'propose_criterion',
    description:
      'Writes one atomic criterion, in the place of one of the same id. check is one of {"kind": "command", "command", "stdout"?, "partial_lines"?, "partial_exit"?} (run by sh in the sandbox on the tree; compare what it prints with stdout wherever possible), {"kind": "static", "fact": "changes" | "adds" | "has" | "lead" | "ran" | "tests_after_last_edit", …, "holds"?} and {"kind": "reading", "partial"?}. Commands belong to the solution, ran and tests_after_last_edit to the behaviour. Every citation is looked up at once.',
    input: z.strictObject({
      rubric: z.enum(['solution', 'behaviour']),
      id: criterion,
      text: z.string().trim().min(8).max(600).describe('One fact that holds, holds in part, or does not.'),
      weight: z.number().gt(0).max(1000),
      check: z.record(z.string(), z.unknown()),
      evidence: z.string().trim().min(8).max(1000).describe('What counts as evidence.'),
      sources: z.array(source).max(8).default([]),
    }),
    run: async (proposal) => answer(await draft.propose(proposal), 'is written'),
  }),
  defineTool({
    name: 'add_source',
    description: 'Adds a rollout of this group that shows why a criterion is needed.',
    input: z.strictObject({ criterion, source }),
    run: async ({ criterion: id, source: own }) =>
      answer(await draft.support(id, own), 'has one source more'),
  }),
  defineTool({
    name: 'drop_criterion',
    description: 'Takes a criterion out again, such as one that separates nobody.',
    input: z.strictObject({ criterion }),
    run: ({ criterion: id }) => answer(draft.drop(id), 'is gone'),
  }),
  defineTool({
    name: 'finish',
    description: 'Ends the work on this group. Refused while one of the two rubrics is empty.',
    input: z.strictObject({}),
    run: () => {
      const todo = draft.finish();
      return todo.length === 0
        ? { parts: ['done'] }
        : { parts: ['not finished yet:', ...todo], is_error: true };
    },
  }),
];
