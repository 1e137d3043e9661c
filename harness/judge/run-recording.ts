/** The recording of a run folder: begun, or gone on from where it holds the same group under the same judge. */
import { join } from 'node:path';
import { makeFolder } from '../../sandbox/make-folder.js';
import { Fault } from '../../src/fault.js';
import { RECORDING_FILE } from '../file-names.js';
import type { Provider } from '../providers/port.js';
import { isTurnStep, RECORDING_SCHEMA, type RecordingHead, type RecordingStep } from '../recording.js';
import { createRecording, isBegun, type Recorder, resumeRecording } from '../recording-file.js';
import { writeRefusal } from '../refusal.js';

export interface OpenRecording {
  readonly recorder: Recorder;
  readonly earlier: readonly RecordingStep[];
  /** As the run was begun with; undefined where its recording does not tell. */
  readonly leads: RecordingHead['leads'];
}

/**
 * @param provider asked for what is not on record, if anybody is
 * @throws Fault usage where the folder holds a recording of another group or judge, environment where it cannot be written.
 */
export async function openRecording(
  folder: string,
  head: Omit<RecordingHead, 'schema'>,
  provider: Pick<Provider, 'goOn'> | null,
): Promise<OpenRecording> {
  const file = join(folder, RECORDING_FILE);
  await makeFolder(folder).catch((cause: unknown) => {
    throw writeRefusal(folder, cause);
  });
  if (!(await isBegun(file)))
    return {
      recorder: await createRecording(file, { schema: RECORDING_SCHEMA, ...head }),
      earlier: [],
      leads: head.leads,
    };
  const { head: known, steps, recorder } = await resumeRecording(file);
  const other = difference(known, head);
  if (other === null) {
    provider?.goOn?.(steps.filter(isTurnStep).map(({ turn }) => turn));
    return { recorder, earlier: steps, leads: known.leads };
  }
  await recorder[Symbol.asyncDispose]();
  const way = `${other === 'rubric' ? 'put the rubric back as it was, or ' : ''}name another folder with -o`;
  throw new Fault('usage', `holds a recording with another ${other}; ${way}`, { file });
}

/**
 * Writes down what is played, so that the folder holds the run that its result tells of.
 * @throws Fault usage where the folder holds the steps of another run
 */
export async function keepPlayed(
  { recorder, earlier }: OpenRecording,
  played: readonly RecordingStep[],
  file: string,
): Promise<void> {
  const differs = (step: RecordingStep, at: number): boolean =>
    JSON.stringify(step) !== JSON.stringify(played[at]);
  if (earlier.some(differs))
    throw new Fault('usage', 'holds the recording of another run; name another folder with -o', { file });
  for (const { seq, ...step } of played.slice(earlier.length))
    await ('turn' in step ? recorder.turn(step) : recorder.tool(step));
}

function difference(known: RecordingHead, now: Omit<RecordingHead, 'schema'>): string | null {
  if (known.input_digest !== now.input_digest) return 'group';
  // What the judge was asked, and what a command of a rubric printed, answers another rubric with nothing.
  if (known.judge.rubric_digest !== now.judge.rubric_digest) return 'rubric';
  for (const field of ['provider', 'model', 'prompt_digest', 'protocol'] as const)
    if (known.judge[field] !== now.judge[field]) return field;
  return null;
}
