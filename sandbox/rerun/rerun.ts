/** The pristine re-run of a group: every pass again with the evaluation's own tests, runner settings and CI files. */
import { randomBytes, randomInt } from 'node:crypto';
import type { CandidateMaterial, TreeReader } from '../../src/material.js';
import type { Rerun } from '../../src/records/result.js';
import type { ControlNames } from '../../src/rerun/control.js';
import { type Evaluation, evaluationOf } from '../../src/rerun/evaluation.js';
import type { MachineryRules } from '../../src/rerun/machinery.js';
import { putBackText } from '../../src/rerun/pristine.js';
import {
  flakyIn,
  isReported,
  notPassed,
  type Survival,
  survivalOf,
  type TestRun,
} from '../../src/rerun/verdict.js';
import { readerTree } from '../exec/reader-tree.js';
import type { Sandbox } from '../exec/port.js';
import { limit } from '../limit.js';
import { resolveRef } from '../load/ref.js';
import type { OpenGroup } from '../open-group.js';
import { controlledForm, pristineForm } from './forms.js';
import { runTests, type TestBench } from './run.js';

export interface RerunProgress {
  /** What was run: `base`, `reference`, or the id of a candidate. */
  readonly what: string;
  readonly runs: number;
}

export interface RerunOptions {
  readonly sandbox: Sandbox;
  /** Folder with the reporters' files. */
  readonly kit: string;
  /** Repetitions of everything that decides; 1 where it is left out. */
  readonly times?: number | undefined;
  /** Ids to run, failed ones too; all passes where it is left out. */
  readonly only?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RerunProgress) => void) | undefined;
}

export interface CandidateRerun extends Rerun {
  readonly id: string;
  readonly passed: boolean;
  readonly reason: string;
  /** Files that the pristine form takes from the base, in words; empty where there are none. */
  readonly put_back: string;
}

export interface GroupRerun {
  readonly evaluation: Pick<Evaluation, 'status' | 'reason'>;
  readonly candidates: readonly CandidateRerun[];
  /** Times that the test command was run. */
  readonly checks: number;
}

const AT_ONCE = 2;
const NOTHING = { base: [], candidate: [], pristine: [] };

/** @throws Fault environment where the sandbox fails, Fault input for a test or reference patch that cannot be read, Fault cancelled */
export async function rerunGroup(opened: OpenGroup, options: RerunOptions): Promise<GroupRerun> {
  const { sandbox } = options;
  const command = opened.material.group.task.environment?.test_command;
  if (sandbox.unavailable !== null) return noneRun(opened, `not available: ${sandbox.unavailable}`);
  if (command === undefined) return noneRun(opened, 'not available: task.environment.test_command is not given');
  return new GroupRun(opened, command, options).all();
}
