/** Runs `gagar replay`: folds the recording of a run again, and runs its tool calls again, each held against what is stored. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { parseResult } from '../../src/records/parse.js';
import { checkSchema } from '../../src/records/problem.js';
import type { Result } from '../../src/records/result.js';
import { EXIT } from '../cli/exit.js';
import { environment } from '../environment.js';
import { openBench } from '../grade/bench.js';
import { untimed } from '../grade/clock.js';
import { gradeGroup } from '../grade/grade.js';
import type { Judge, JudgeRequest } from '../grade/judge.js';
import { foldSettings } from '../grade/settings.js';
import { ASSESS_PROTOCOL } from '../grs/assessor.js';
import type { GrsRoad } from '../grs/road.js';
import { rubricOf } from '../grs/rubric-file.js';
import { readRunConfig } from '../judge/run-config.js';
import { RECORDING_FILE } from '../recording.js';
import { type Recording, readRecording } from '../recording-file.js';
import { type DriftReport, runToolsAgain } from '../replay/drift.js';
import { driftText } from '../replay/report.js';
import { openTaskSandbox } from '../rerun/sandbox.js';
import { segmentRulesFor } from '../segment-rules.js';
import { chooseAssessor } from './choose-assessor.js';
import { chooseJudge } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import { DEFAULTS, fromCommandLine, type GradeConfig, RunOptions, readConfig, shapeOf } from './options.js';
import { RESULT_FILE } from './run-folder.js';

export interface ReplayCommand {
  readonly group?: string;
  readonly config?: string;
  /** False: the recorded tool calls are not run again. */
  readonly tools?: boolean;
  /** The options of RunOptions, as commander reads them; what is left out is as it was recorded. */
  readonly [option: string]: unknown;
}

/** @throws Fault input where the run holds no result or recording, or the group is another one by now. */
export async function runReplay(run: string, options: ReplayCommand): Promise<void> {
  const recording = await readRecording(join(run, RECORDING_FILE));
  const { head } = recording;
  const stored = await storedResult(run);
  const config = {
    ...recordedOptions(recording),
    ...(options.config === undefined ? {} : readConfig(options.config)),
    ...fromCommandLine(options),
  };
  const settings = foldSettings({
    profile: config.profile,
    shape: shapeOf(config),
    zeroing: config.zeroing_kinds,
  });
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  const playing = await chooseJudge({
    config: { judge: `recorded:${run}`, driver: 'none' },
    purpose: 'fixture',
  });
  const { judge, report } =
    options.tools === false
      ? { judge: playing, report: () => null }
      : alsoRunningTools(playing, recording, config);
  const again = await gradeGroup(untimed(await loadGroup(options.group ?? head.group)), {
    bench,
    judge,
    settings,
    segmentRules: segmentRulesFor(settings.shape, config.segment_rules),
    grs: roadOf(recording, stored, { ...config, judge: `recorded:${run}` }),
    dockerHost: config.docker_host ?? environment.dockerHost(),
    emit: () => {},
    signal: interrupt.signal,
  });
  if (again.input_digest !== head.input_digest)
    throw new Fault('input', 'the group is not the one that was recorded: its files have changed', {
      file: head.group,
    });
  const changed = differences(stored, again);
  const drift = report();
  if (drift !== null) process.stdout.write(driftText(drift));
  if (changed.length === 0) {
    process.stdout.write('the same result\n');
    return;
  }
  process.stdout.write(`another result; it differs in ${changed.join(', ')}\n`);
  process.exitCode = EXIT.some_failed;
}

/** An assessment is played with the rubric that its recording holds, whatever lies beside the group by now. */
function roadOf({ head }: Recording, { route }: Result, config: GradeConfig): GrsRoad | undefined {
  if (route.name !== 'grs') return undefined;
  const rubric = head.judge.protocol === ASSESS_PROTOCOL ? rubricOf(head.config.rubric, head.group) : null;
  return {
    choose: async () => ({ rubric, reason: route.reason }),
    assess: chooseAssessor({ config, purpose: 'fixture' }),
  };
}

async function storedResult(run: string): Promise<Result> {
  const file = join(run, RESULT_FILE);
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const way = 'replay takes a run folder with its result';
    throw new Fault('input', `cannot be read (${cause.code ?? cause.message}); ${way}`, { file }, { cause });
  });
  return parseResult(bytes, { file });
}

function recordedOptions({ head }: Recording): RunOptions {
  const checked = checkSchema(RunOptions, head.config.options ?? {});
  return 'problems' in checked ? {} : checked.value;
}

/** The tools run while the group is open, after the judge is done, so that nothing of it can reach the outcome. */
function alsoRunningTools(
  playing: Judge,
  { head, steps }: Recording,
  options: RunOptions,
): { readonly judge: Judge; readonly report: () => DriftReport | null } {
  let report: DriftReport | null = null;
  const runTools = async (request: JudgeRequest): Promise<DriftReport> => {
    await using sandbox = await openTaskSandbox(request.facts.group.task, {
      driver: options.driver ?? DEFAULTS.driver,
      dockerHost: options.docker_host ?? environment.dockerHost(),
    });
    const { show_reference = DEFAULTS.show_reference } = readRunConfig(head.config);
    return await runToolsAgain(request, { steps, show_reference, sandbox });
  };
  return {
    judge: {
      kind: playing.kind,
      judge: async (request) => {
        const outcome = await playing.judge(request);
        // Another group would answer otherwise for that reason alone, which is told by itself.
        if (request.facts.inputDigest === head.input_digest) report = await runTools(request);
        return outcome;
      },
    },
    report: () => report,
  };
}

/** Names of the fields that differ. Time is no part of a verdict, and a replay writes no recording. */
function differences(stored: Result, again: Result): string[] {
  // Read back as the stored one was, so that the order of keys is the same.
  const read = parseResult(JSON.stringify(again));
  const names = Object.keys(stored) as (keyof Result)[];
  return names
    .filter((name) => name !== 'timing' && name !== 'recording')
    .filter((name) => JSON.stringify(stored[name]) !== JSON.stringify(read[name]));
}
