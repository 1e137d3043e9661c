/** Runs `gagar grade`: wiring of loader, bench, judge and progress, and the files of the run folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { environment } from '../environment.js';
import { openBench } from '../grade/bench.js';
import { gradeGroup } from '../grade/grade.js';
import { foldSettings } from '../grade/settings.js';
import { RECORDING_FILE } from '../recording.js';
import { reportText } from '../report/report.js';
import { rerunnerWith } from '../rerun/rerunner.js';
import { segmentRulesFor } from '../segment-rules.js';
import { chooseJudge } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import { DEFAULTS, fromCommandLine, readConfig, shapeOf } from './options.js';
import { progressLog } from './progress-log.js';
import { writeWhole } from './write.js';

export interface GradeCommand {
  readonly out?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly rerun?: boolean;
  /** The options of GradeConfig, as commander reads them. */
  readonly [option: string]: unknown;
}

export async function runGrade(path: string, options: GradeCommand): Promise<void> {
  const { out, json = false, quiet = false } = options;
  const config = { ...readConfig(options.config), ...fromCommandLine(options) };
  const settings = foldSettings({ profile: config.profile ?? DEFAULTS.profile, shape: shapeOf(config) });
  const loaded = await loadGroup(path);
  if (out !== undefined) refuseFinished(out);
  const judge = await chooseJudge({ config, purpose: loaded.group.purpose, folder: out });
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  await using progress = await progressLog({ folder: out, quiet });
  const dockerHost = config.docker_host ?? environment.dockerHost();
  const flags = { driver: config.driver ?? DEFAULTS.driver, dockerHost };
  const result = await gradeGroup(loaded, {
    bench,
    dockerHost,
    rerun: options.rerun ? rerunnerWith(flags, progress.emit) : undefined,
    judge,
    segmentRules: segmentRulesFor(settings.shape, config.segment_rules),
    settings,
    emit: progress.emit,
    signal: interrupt.signal,
    budget_s: config.budget_s,
  });
  progress.end();
  const text = `${JSON.stringify(result, null, 2)}\n`;
  const report = reportText(result);
  if (out !== undefined) {
    await writeWhole(join(out, 'report.txt'), report);
    // Last: a run folder with a result is a finished one.
    await writeWhole(join(out, 'result.json'), text);
  }
  process.stdout.write(json ? text : report);
}

/** What a model was paid for is never overwritten; a folder without a result is gone on from. */
function refuseFinished(folder: string): void {
  if (existsSync(join(folder, 'result.json')) && existsSync(join(folder, RECORDING_FILE)))
    throw new Fault('usage', 'holds a finished run; name another folder with -o', { file: folder });
}
