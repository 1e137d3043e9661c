/** Runs `gagar grade`: wiring of loader, bench, judge and progress, and the files of the run folder. */
import { loadGroup } from '../../sandbox/load/group.js';
import { lockFolder } from '../batch/lock.js';
import { environment } from '../environment.js';
import { openBench } from '../grade/bench.js';
import { gradeGroup } from '../grade/grade.js';
import { foldSettings } from '../grade/settings.js';
import { reportText } from '../report/report.js';
import { rerunnerWith } from '../rerun/rerunner.js';
import { segmentRulesFor } from '../segment-rules.js';
import { roadByTask } from './choose-assessor.js';
import { chooseJudge } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import { DEFAULTS, fromCommandLine, readConfig, shapeOf } from './options.js';
import { progressLog } from './progress-log.js';
import { refuseFinished, resultText, writeRun } from './run-folder.js';

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
  const settings = foldSettings({
    profile: config.profile ?? DEFAULTS.profile,
    shape: shapeOf(config),
    zeroing: config.zeroing_kinds,
  });
  const loaded = await loadGroup(path);
  await using _ = out === undefined ? null : await lockFolder(out);
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
    grs: roadByTask({ config, purpose: loaded.group.purpose, folder: out }),
    settings,
    emit: progress.emit,
    signal: interrupt.signal,
    budget_s: config.budget_s,
  });
  progress.end();
  if (out !== undefined) await writeRun(out, result);
  process.stdout.write(json ? resultText(result) : reportText(result));
}
