/** One group into one run folder: what `gagar grade` and `gagar grs` do alike, whoever judges. */
import { type LoadedGroup, loadGroup } from '../../sandbox/load/group.js';
import type { FoldSettings } from '../../src/fold/settings.js';
import { lockFolder } from '../batch/lock.js';
import { openBench } from '../grade/bench.js';
import { type GradeOptions, gradeGroup, type Rerunner } from '../grade/grade.js';
import type { Emit } from '../progress.js';
import { reportText } from '../report/report.js';
import type { SandboxFlags } from '../rerun/sandbox.js';
import type { JudgeChoice } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import { fromCommandLine, readConfig, sandboxFlags, settingsOf } from './options.js';
import { progressLog } from './progress-log.js';
import { refuseFinished, resultText, writeRun } from './run-folder.js';

export interface OneGroupCommand {
  readonly out?: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The options of GradeConfig, as commander reads them. */
  readonly [option: string]: unknown;
}

export interface OneGroup {
  readonly loaded: LoadedGroup;
  readonly choice: JudgeChoice;
  readonly settings: FoldSettings;
  readonly flags: SandboxFlags;
}

/** What one command does its own way. */
export interface Ways extends Pick<GradeOptions, 'judge' | 'grs' | 'segmentRules'> {
  readonly rerunWith?: (emit: Emit) => Rerunner;
}

/** @param waysOf is asked before anything is opened, so that a judge that cannot be had leaves nothing behind */
export async function runOneGroup(
  path: string,
  options: OneGroupCommand,
  waysOf: (group: OneGroup) => Ways | Promise<Ways>,
): Promise<void> {
  const { out, json = false, quiet = false } = options;
  const config = { ...readConfig(options.config), ...fromCommandLine(options) };
  const settings = settingsOf(config);
  const loaded = await loadGroup(path);
  await using _ = out === undefined ? null : await lockFolder(out);
  if (out !== undefined) refuseFinished(out);
  const flags = sandboxFlags(config);
  const { rerunWith, ...ways } = await waysOf({
    loaded,
    choice: { config, purpose: loaded.group.purpose, folder: out },
    settings,
    flags,
  });
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  await using progress = await progressLog({ folder: out, quiet });
  const result = await gradeGroup(loaded, {
    ...ways,
    bench,
    dockerHost: flags.dockerHost,
    rerun: rerunWith?.(progress.emit),
    settings,
    emit: progress.emit,
    signal: interrupt.signal,
    budget_s: config.budget_s,
  });
  progress.end();
  if (out !== undefined) await writeRun(out, result);
  process.stdout.write(json ? resultText(result) : reportText(result));
}
