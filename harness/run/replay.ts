/** Runs `gagar replay`: folds the recording of a run again, and runs its tool calls again, each held against what is stored. */
import { join } from 'node:path';
import { type LoadedGroup, loadGroup, readGroups } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { parseResult } from '../../src/records/parse.js';
import { checkSchema } from '../../src/records/problem.js';
import type { Result } from '../../src/records/result.js';
import { EXIT } from '../exit.js';
import { RECORDING_FILE } from '../file-names.js';
import { openBench } from '../grade/bench.js';
import { untimed } from '../grade/clock.js';
import { gradeGroup } from '../grade/grade.js';
import type { Judge, JudgeRequest } from '../grade/judge.js';
import { ASSESS_PROTOCOL } from '../grs/assessor.js';
import type { GrsRoad } from '../grs/road.js';
import { rubricOf } from '../grs/rubric-file.js';
import { readRunConfig } from '../judge/run-config.js';
import { type Recording, readRecording } from '../recording-file.js';
import { type DriftReport, runToolsAgain } from '../replay/drift.js';
import { driftText } from '../replay/report.js';
import { openTaskSandbox } from '../rerun/sandbox.js';
import { segmentRulesFor } from '../segment-rules.js';
import { chooseAssessor } from './choose-assessor.js';
import { chooseJudge } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import {
  DEFAULTS,
  fromCommandLine,
  type GradeConfig,
  RunOptions,
  readConfig,
  sandboxFlags,
  settingsOf,
} from './options.js';
import { storedResult } from './stored-result.js';

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
  const settings = settingsOf(config);
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
  const again = await gradeGroup(untimed(await groupOf(recording, stored, options.group)), {
    bench,
    judge,
    settings,
    segmentRules: segmentRulesFor(settings.shape, config.segment_rules),
    grs: roadOf(recording, stored, { ...config, judge: `recorded:${run}` }),
    dockerHost: sandboxFlags(config).dockerHost,
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

/** A group of a batch is one line of its file; what the user names stands above what was recorded. */
async function groupOf(
  { head }: Recording,
  { source }: Result,
  named: string | undefined,
): Promise<LoadedGroup> {
  const line = source?.line ?? null;
  if (named !== undefined || line === null) return await loadGroup(named ?? head.group);
  for await (const entry of readGroups(head.group))
    if (entry.line === line) {
      if ('fault' in entry) throw entry.fault;
      return entry.loaded;
    }
  throw new Fault('input', `has no line ${line} any more; name the group with --group`, { file: head.group });
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
    await using sandbox = await openTaskSandbox(request.facts.group.task, sandboxFlags(options));
    const { show_reference = DEFAULTS.show_reference } = readRunConfig(head.config);
    return await runToolsAgain(request, { steps, leads: head.leads, show_reference, sandbox });
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

/** Time, the place in a batch, and a recording, which a replay does not write. */
const NOT_OF_A_VERDICT: ReadonlySet<string> = new Set(['timing', 'recording', 'source']);

/** Names of the fields that differ. */
function differences(stored: Result, again: Result): string[] {
  // Read back as the stored one was, so that the order of keys is the same.
  const read = parseResult(JSON.stringify(again));
  const names = Object.keys(stored) as (keyof Result)[];
  return names
    .filter((name) => !NOT_OF_A_VERDICT.has(name))
    .filter((name) => JSON.stringify(stored[name]) !== JSON.stringify(read[name]));
}
