/** The sandbox of an assessment: opened where a command has to run, and not at all where a recording answers them. */
import { type Sandbox, unavailable } from '../../sandbox/exec/port.js';
import { Fault } from '../../src/fault.js';
import type { JudgeFailure } from '../../src/judge/outcome.js';
import { criteriaOf } from '../../src/records/task-rubric.js';
import { isTurnStep, type RecordingStep } from '../recording.js';
import type { AssessorOptions, AssessRequest } from './port.js';

/**
 * Checks in another image than the named one would say nothing, so without it the group is not assessed.
 * @throws Fault environment where nobody named an image, and what was asked for on the command line is not there
 */
export async function taskSandbox(
  { facts, rubric }: Pick<AssessRequest, 'facts' | 'rubric'>,
  { openSandbox, reader, recordedRun }: AssessorOptions,
): Promise<Sandbox | { readonly failure: JudgeFailure }> {
  const criteria = criteriaOf(rubric.value);
  const commands = criteria.filter(({ check }) => check.kind === 'command').map(({ id }) => id);
  const reads = 'provider' in reader && criteria.some(({ check }) => check.kind === 'reading');
  const isNeeded =
    recordedRun === undefined
      ? commands.length > 0 || reads
      : commands.some((id) => !isRecorded(id, recordedRun.steps));
  if (!isNeeded) return unavailable('nothing has to run');
  try {
    return await openSandbox(facts);
  } catch (error) {
    const { image, environment } = facts.group.task;
    const isNamed = image !== undefined || environment?.image !== undefined;
    if (!isNamed || !(error instanceof Fault) || error.code !== 'environment') throw error;
    return { failure: { reason: 'sandbox_unavailable', stage: 'sandbox', detail: error.message } };
  }
}

/** The id under which the command of a criterion is on record. */
export const commandCall = (criterion: string): string => `command ${criterion}`;

const isRecorded = (criterion: string, steps: readonly RecordingStep[]): boolean =>
  steps.some((step) => !isTurnStep(step) && step.call_id === commandCall(criterion));
