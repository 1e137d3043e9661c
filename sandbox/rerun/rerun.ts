/** The pristine re-run of a group: every pass again with the evaluation's own tests, runner settings and CI files. */
import type { CandidateMaterial } from '../../src/material.js';
import type { Rerun } from '../../src/records/rollout-result.js';
import type { Evaluation } from '../../src/rerun/evaluation.js';
import { withoutWitness } from '../../src/rerun/witness.js';
import type { Sandbox } from '../exec/port.js';
import type { OpenGroup } from '../open-group.js';
import { GroupRun, type KnownRuns, nothingKnown, type Outcome } from './group-run.js';
import { layKit } from './kit.js';
import type { RerunOptions } from './options.js';

export interface CandidateRerun extends Rerun {
  readonly id: string;
  readonly passed: boolean;
  readonly reason: string;
  /** Files that the pristine form takes from the base, in words; empty where there are none. */
  readonly put_back: string;
}

export interface GroupRerun {
  readonly evaluation: Pick<Evaluation, 'status' | 'reason'>;
  /** In the order of the group. */
  readonly candidates: readonly CandidateRerun[];
  /** Times that the test command was run. */
  readonly checks: number;
}

/**
 * @throws Fault environment where the sandbox fails, Fault input for a test or reference patch that cannot be read,
 * Fault cancelled
 */
export function rerunGroup(opened: OpenGroup, options: RerunOptions): Promise<GroupRerun> {
  return rerunOver(opened, options, nothingKnown());
}

/** Re-runs of one group, one after the other: base and reference are run once for all of them. */
export function rerunsOf(
  opened: OpenGroup,
  options: Omit<RerunOptions, 'only' | 'signal'>,
): (id: string, signal: AbortSignal) => Promise<CandidateRerun | undefined> {
  const known = nothingKnown();
  return async (id, signal) => {
    const { candidates } = await rerunOver(opened, { ...options, only: [id], signal }, known);
    return candidates.find((candidate) => candidate.id === id);
  };
}

async function rerunOver(opened: OpenGroup, options: RerunOptions, known: KnownRuns): Promise<GroupRerun> {
  const { candidates, group } = opened.material;
  const reason = whyNot(group.task.environment?.test_command, options.sandbox);
  if (reason !== null) {
    const rows = candidates.map((one) => rowOf(one, { survival: { survives: null, reason } }, []));
    return { evaluation: { status: 'unknown', reason }, candidates: rows, checks: 0 };
  }
  await using kit = await layKit(options.kit);
  const run = new GroupRun(opened, kit, options, known);
  const { evaluation, collected } = await run.evaluation();
  const outcomes = await Promise.all(candidates.map((one) => run.candidate(one, evaluation)));
  const judged = withoutWitness(outcomes, evaluation);
  const rows = candidates.map((one, index) => rowOf(one, judged[index] as Outcome, collected));
  const { status, reason: why } = evaluation;
  return { evaluation: { status, reason: why }, candidates: rows, checks: run.checks };
}

function whyNot(command: string | undefined, { unavailable }: Sandbox): string | null {
  if (unavailable !== null) return `not available: ${unavailable}`;
  return command === undefined ? 'not available: task.environment.test_command is not given' : null;
}

const rowOf = (
  { id, rollout }: CandidateMaterial,
  { survival, candidate = [], pristine = [], flaky = [], putBack = '' }: Outcome,
  base: readonly string[],
): CandidateRerun => ({
  id,
  passed: rollout.passed,
  ...survival,
  collected: { base: [...base], candidate: [...candidate], pristine: [...pristine] },
  flaky: [...flaky],
  put_back: putBack,
});
