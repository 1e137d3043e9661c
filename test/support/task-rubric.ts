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

/** For the bundled group `lapse`, facts alone: it separates, and needs neither a judge nor a sandbox. */
export const LAPSE_BY_CODE = rubricDraft({
  task_id: 'lapse-23',
  base_commit: 'd7af0726b7953c7dffc7316a99abd317591db945',
  solution: [
    criterion('tests', { weight: 3, check: { kind: 'static', fact: 'changes', path: 'tests/' } }),
    criterion('code', { check: { kind: 'static', fact: 'changes', path: 'lapse/' } }),
  ],
  behaviour: [criterion('ran', { check: { kind: 'static', fact: 'ran', pattern: 'unittest' } })],
});
