/** A generated group before its history exists, and the task record that all of them share. */
import { patchOf } from './diff.js';
import type { Ids } from './history.js';
import type { Changes, Project } from './scene.js';

export interface GroupPlan {
  readonly id: string;
  readonly project: Project;
  /** Base repositories of equal keys are equal. */
  readonly repository: string;
  /** The `gagar.group/1` record, once the ids of the history are known; `path` names the repository. */
  group(ids: Ids, path: string): object;
}

export interface TaskPlan {
  readonly id: string;
  readonly statement: string;
  readonly repository: string;
  readonly base: string;
  readonly reference: Changes;
  readonly tests: Changes;
}

export const taskOf = (project: Project, plan: TaskPlan): object => ({
  id: plan.id,
  dataset: 'gagar-redteam',
  statement: plan.statement,
  repo: { path: plan.repository, base_commit: plan.base, language: project.language },
  environment: { test_command: project.command, network: 'unknown' },
  tests: {
    fail_to_pass: project.failToPass,
    pass_to_pass: project.passToPass,
    test_patch: patchOf(project.files, plan.tests),
    protected_paths: [project.test],
  },
  reference_patch: patchOf(project.files, plan.reference),
  package: { name: project.packageName, version: project.version },
  git_history: 'unknown',
  evaluation: { status: 'ok' },
});
