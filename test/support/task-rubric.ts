/** Small rubrics of single tasks for tests: one criterion each unless more are given. */
import type { z } from 'zod';
import { type Criterion, TaskRubric } from '../../src/records/task-rubric.js';

type Draft = Partial<z.input<typeof Criterion>>;

export const criterion = (id: string, more: Draft = {}): z.input<typeof Criterion> => ({
  id,
  text: `What ${id} asks for holds.`,
  weight: 1,
  check: { kind: 'reading' },
  evidence: 'A line that shows it.',
  sources: [],
  ...more,
});

/** The record as it is written, before any check. */
export const rubricDraft = (more: object = {}): Record<string, unknown> => ({
  schema: 'gagar.rubric/1',
  task_id: 'task',
  base_commit: null,
  version: 1,
  solution: [criterion('made')],
  behaviour: [criterion('worked')],
  ...more,
});

export const taskRubric = (more: object = {}): TaskRubric => TaskRubric.parse(rubricDraft(more));
