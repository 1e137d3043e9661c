/** A generated group before its history exists, and the record that all of them become. */
import { patchOf } from './diff.js';
import type { Ids } from './history.js';
import type { Changes, Project } from './scene.js';

export interface GroupPlan {
  readonly id: string;
  readonly project: Project;
  /** Base repositories of equal keys are equal. */
  readonly repository: string;
  /** The `gagar.group/1` record, once the ids of the history are known; `path` names the repository. */
  group(commitIds: Ids, path: string): object;
}

export interface RecordPlan {
  readonly id: string;
  readonly project: Project;
  /** Ids of the history, and the path of its repository. */
  readonly commitIds: Ids;
  readonly path: string;
  /** The project's own where it is left out; so are `reference` and `tests`. */
  readonly statement?: string;
  /** What the reference patch changes besides the fix. */
  readonly reference?: Changes | undefined;
  readonly tests?: Changes;
  readonly rollouts: readonly object[];
}

/** A `gagar.group/1` record. */
export const recordOf = ({ id, project, commitIds, path, rollouts, ...plan }: RecordPlan): object => ({
  schema: 'gagar.group/1',
  group_id: id,
  task: {
    id,
    dataset: 'gagar-redteam',
    statement: plan.statement ?? project.statement,
    repo: { path, base_commit: commitIds['base'] ?? '', language: project.language },
    environment: { test_command: project.command, network: 'unknown' },
    tests: {
      fail_to_pass: project.failToPass,
      pass_to_pass: project.passToPass,
      test_patch: patchOf(project.files, plan.tests ?? { [project.test]: project.hidden }),
      protected_paths: [project.test],
    },
    reference_patch: patchOf(project.files, { [project.source]: project.fixed, ...plan.reference }),
    package: { name: project.packageName, version: project.version },
    git_history: 'unknown',
    evaluation: { status: 'ok' },
  },
  rollouts,
});
