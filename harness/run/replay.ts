/** Runs `gagar replay`: plays the recording of a run again without a model, and compares the result with the stored one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { parseResult } from '../../src/records/parse.js';
import type { Result } from '../../src/records/result.js';
import { EXIT } from '../cli/exit.js';
import { openBench } from '../grade/bench.js';
import { gradeGroup } from '../grade/grade.js';
import { foldSettings } from '../grade/settings.js';
import { RECORDING_FILE } from '../recording.js';
import { readRecording } from '../recording-file.js';
import { segmentRulesFor } from '../segment-rules.js';
import { chooseJudge } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import { fromCommandLine, readConfig, shapeOf } from './options.js';

export interface ReplayCommand {
  readonly group?: string;
  readonly config?: string;
  readonly profile?: string;
  readonly lambdaMax?: string;
  readonly mode?: string;
}

/** @throws Fault input where the run holds no result or recording, or the group is another one by now. */
export async function runReplay(run: string, options: ReplayCommand): Promise<void> {
  const { head } = await readRecording(join(run, RECORDING_FILE));
  const file = join(run, 'result.json');
  const stored = parseResult(
    await readFile(file).catch((cause: Error) => {
      throw new Fault('input', `cannot be read: ${cause.message}`, { file }, { cause });
    }),
    { file },
  );
  const config = { ...readConfig(options.config), ...fromCommandLine({ ...options }) };
  const settings = foldSettings({ profile: config.profile, shape: shapeOf(config) });
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  const again = await gradeGroup(await loadGroup(options.group ?? head.group), {
    bench,
    judge: await chooseJudge({ config: { judge: `recorded:${run}`, driver: 'none' }, purpose: 'fixture' }),
    settings,
    segmentRules: segmentRulesFor(settings.shape, config.segment_rules),
    emit: () => {},
    signal: interrupt.signal,
  });
  if (again.input_digest !== head.input_digest)
    throw new Fault('input', 'the group is not the one that was recorded: its files have changed', {
      file: head.group,
    });
  const changed = differences(stored, again);
  if (changed.length === 0) {
    process.stdout.write('the same result\n');
    return;
  }
  process.stdout.write(`another result; it differs in ${changed.join(', ')}\n`);
  process.exitCode = EXIT.some_failed;
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
