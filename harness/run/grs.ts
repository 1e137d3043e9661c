/** Runs `gagar grs`: one group assessed by a rubric that is named, or by its task's own. */
import { type LoadedGroup, loadGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { lockFolder } from '../batch/lock.js';
import { environment } from '../environment.js';
import { openBench } from '../grade/bench.js';
import { gradeGroup } from '../grade/grade.js';
import { foldSettings } from '../grade/settings.js';
import { staticJudgeAdapter } from '../grade/static-judge.js';
import type { GrsRoad } from '../grs/road.js';
import { ownRubric, readTaskRubric, storedRubric } from '../grs/rubric-file.js';
import { reportText } from '../report/report.js';
import { chooseAssessor } from './choose-assessor.js';
import { listenForInterrupt } from './lifetime.js';
import { DEFAULTS, fromCommandLine, readConfig, shapeOf } from './options.js';
import { progressLog } from './progress-log.js';
import { refuseFinished, resultText, writeRun } from './run-folder.js';

export interface GrsCommand {
  readonly rubric?: string;
  readonly out?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The options of GradeConfig, as commander reads them. */
  readonly [option: string]: unknown;
}

/** @throws Fault input for a rubric that cannot be used, or is one of another task */
export async function runGrs(path: string, options: GrsCommand): Promise<void> {
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
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  await using progress = await progressLog({ folder: out, quiet });
  const result = await gradeGroup(loaded, {
    bench,
    dockerHost: config.docker_host ?? environment.dockerHost(),
    judge: staticJudgeAdapter,
    grs: {
      choose: byRubric(options.rubric),
      assess: chooseAssessor({ config, purpose: loaded.group.purpose, folder: out }),
    },
    settings,
    emit: progress.emit,
    signal: interrupt.signal,
    budget_s: config.budget_s,
  });
  progress.end();
  if (out !== undefined) await writeRun(out, result);
  process.stdout.write(json ? resultText(result) : reportText(result));
}

/** The named rubric, else the one that the group's task names, whatever its pass rate. */
const byRubric =
  (file: string | undefined): GrsRoad['choose'] =>
  async (loaded: LoadedGroup) => {
    const reason = 'gagar grs was asked for';
    if (file !== undefined) return { rubric: ownRubric(readTaskRubric(file), loaded.group, file), reason };
    const rubric = await storedRubric(loaded);
    if (rubric !== null) return { rubric, reason };
    throw new Fault('usage', 'the group names no rubric: give one with --rubric', { file: loaded.file });
  };
