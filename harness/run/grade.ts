/** Runs `gagar grade`: wiring of loader, bench, judge and progress, and the files of the run folder. */
import { join } from 'node:path';
import { loadGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import type { Mode } from '../../src/vocabulary.js';
import { environment } from '../environment.js';
import { openBench } from '../grade/bench.js';
import { gradeGroup } from '../grade/grade.js';
import { foldSettings } from '../grade/settings.js';
import { staticJudgeAdapter } from '../grade/static-judge.js';
import { reportText } from '../report/report.js';
import { openRerunner } from '../rerun/rerunner.js';
import { listenForInterrupt } from './lifetime.js';
import { progressLog } from './progress-log.js';
import { writeWhole } from './write.js';

export interface GradeCommand {
  readonly out?: string;
  readonly judge: 'static';
  readonly profile: string;
  readonly lambdaMax?: string;
  readonly mode: Mode;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly rerun?: boolean;
  readonly driver?: 'auto' | 'docker' | 'bubblewrap';
  readonly dockerHost?: string;
}

/** @throws Fault usage for a cap that is no number of at least 1. */
export function lambdaMaxOf(text: string): number | null {
  if (text === 'none') return null;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 1) return value;
  throw new Fault('usage', `--lambda-max ${JSON.stringify(text)}: expected a number of at least 1, or none`);
}

export async function runGrade(path: string, options: GradeCommand): Promise<void> {
  const shape = {
    mode: options.mode,
    ...(options.lambdaMax === undefined ? {} : { lambda_max: lambdaMaxOf(options.lambdaMax) }),
  };
  const settings = foldSettings({ profile: options.profile, shape });
  const loaded = await loadGroup(path);
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  await using progress = await progressLog({ folder: options.out, quiet: options.quiet ?? false });
  const dockerHost = options.dockerHost ?? environment.dockerHost();
  await using rerunner = options.rerun
    ? await openRerunner(loaded.group.task, { ...options, dockerHost })
    : null;
  const result = await gradeGroup(loaded, {
    bench,
    dockerHost,
    rerun: rerunner?.run(interrupt.signal, progress.emit),
    judge: staticJudgeAdapter,
    settings,
    emit: progress.emit,
    signal: interrupt.signal,
  });
  const text = `${JSON.stringify(result, null, 2)}\n`;
  const report = reportText(result);
  if (options.out !== undefined) {
    await writeWhole(join(options.out, 'report.txt'), report);
    // Last: a run folder with a result is a finished one.
    await writeWhole(join(options.out, 'result.json'), text);
  }
  process.stdout.write(options.json ? text : report);
}
