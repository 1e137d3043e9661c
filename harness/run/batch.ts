/** Runs `gagar batch`: checks the options, wires journal or spool to the grader, ends with the summary. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { canonicalText } from '../../src/records/digest.js';
import { type Summary, summarizer } from '../../src/summary/summary.js';
import { plural } from '../../src/text/plural.js';
import { changedSettings } from '../batch/changed-settings.js';
import { openJournal } from '../batch/journal.js';
import { lockFolder } from '../batch/lock.js';
import { batchProgress, SILENT } from '../batch/progress.js';
import { type BatchOptions, gradeAll } from '../batch/run.js';
import { serveSpool } from '../batch/serve.js';
import { openSpool } from '../batch/spool.js';
import { summarizeRun } from '../batch/summarize.js';
import { recordingFolder, type Ticket } from '../batch/ticket.js';
import { environment } from '../environment.js';
import { EXIT } from '../exit.js';
import { openBench } from '../grade/bench.js';
import type { Judge } from '../grade/judge.js';
import type { GrsRoad } from '../grs/road.js';
import { summaryText } from '../report/summary.js';
import { rerunnerWith } from '../rerun/rerunner.js';
import { segmentRulesFor } from '../segment-rules.js';
import { writeWhole } from '../write-whole.js';
import { roadByTask } from './choose-assessor.js';
import { chooseJudge, type JudgeChoice } from './choose-judge.js';
import { listenForInterrupt } from './lifetime.js';
import {
  DEFAULTS,
  fromCommandLine,
  type GradeConfig,
  readConfig,
  sandboxFlags,
  settingsOf,
} from './options.js';

export interface BatchCommand {
  readonly out?: string;
  readonly spool?: string;
  readonly once?: boolean;
  readonly concurrency: string;
  readonly retryFailed?: boolean;
  readonly rerun?: boolean;
  readonly groupTimeoutS: string;
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The options of GradeConfig, as commander reads them. */
  readonly [option: string]: unknown;
}

const MAX_CONCURRENCY = 1024;

/** @throws Fault usage, input, environment or cancelled; results that were written before stay */
export async function runBatch(groups: string | undefined, command: BatchCommand): Promise<void> {
  const target = targetOf(groups, command);
  const config = { ...readConfig(command.config), ...fromCommandLine(command) };
  const settings = settingsOf(config);
  const rules = {
    concurrency: countOf('--concurrency', command.concurrency),
    budgetS: config.budget_s,
    groupTimeoutS: secondsOf('--group-timeout-s', command.groupTimeoutS),
    retryFailed: command.retryFailed === true,
  };
  using interrupt = listenForInterrupt();
  await using bench = await openBench({ groups: rules.concurrency });
  using progress = command.quiet ? SILENT : batchProgress(terminal());
  const flags = sandboxFlags(config);
  const { dockerHost } = flags;
  const rerun = command.rerun ? rerunnerWith(flags, () => {}) : undefined;
  const segmentRules = segmentRulesFor(settings.shape, config.segment_rules);
  const grade = { bench, settings, dockerHost, rerun, segmentRules, signal: interrupt.signal };
  const root = 'spool' in target ? target.spool : target.out;
  const choiceFor = ({ loaded, source }: Ticket): JudgeChoice => ({
    config,
    purpose: loaded.group.purpose,
    folder: join(root, recordingFolder(source)),
  });
  const judgeFor = (ticket: Ticket): Promise<Judge> => chooseJudge(choiceFor(ticket));
  const grsFor = (ticket: Ticket): GrsRoad => roadByTask(choiceFor(ticket));
  const options = { ...rules, grade, judgeFor, grsFor, progress };
  const summary =
    'spool' in target
      ? await runSpool(target.spool, { ...options, once: command.once === true })
      : await runFolder(target, options, config);
  progress[Symbol.dispose]();
  process.stdout.write(command.json ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary));
}

async function runFolder(
  { groups, out }: { groups: string; out: string },
  options: BatchOptions,
  config: GradeConfig,
): Promise<Summary> {
  await using _ = await lockFolder(out);
  await sameSettings(out, options.grade, config);
  await using journal = await openJournal(out);
  const { failed } = await gradeAll(groups, journal, options);
  const summary = await summarizeRun(journal.file);
  await writeWhole(join(out, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  if (failed > 0) {
    process.stderr.write(
      `gagar: ${plural(failed, 'group or line', 'groups or lines')} failed; ${journal.file} says why\n`,
    );
    process.exitCode = EXIT.some_failed;
  }
  return summary;
}

async function runSpool(folder: string, options: BatchOptions & { once: boolean }): Promise<Summary> {
  const told = summarizer();
  await serveSpool(await openSpool(folder), { ...options, onAnswer: (record) => told.add(record) });
  const summary = told.summary();
  if (summary.groups_failed > 0) process.exitCode = EXIT.some_failed;
  return summary;
}

/** Results of two settings in one file could not be told apart afterwards. */
async function sameSettings(
  out: string,
  { settings: { rubric, profile, shape }, rerun }: BatchOptions['grade'],
  config: GradeConfig,
): Promise<void> {
  const { judge = 'static', model, segment_rules = [] } = config;
  const { show_reference, grs_pass_rate } = { ...DEFAULTS, ...config };
  const file = join(out, 'run.json');
  const now = canonicalText({
    schema: 'gagar.run/1',
    judge,
    model: model ?? null,
    show_reference,
    grs_pass_rate,
    rerun: rerun !== undefined,
    segment_rules,
    rubric_digest: rubric.digest,
    profile_digest: profile.digest,
    shape,
  });
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before === null) return await writeWhole(file, `${now}\n`);
  if (before.trimEnd() === now) return;
  const way = 'give those, or another folder';
  throw new Fault(
    'usage',
    `this run was begun with other settings (${changedSettings(before, now)}); ${way}`,
    {
      file,
    },
  );
}

function targetOf(
  groups: string | undefined,
  { out, spool, once, retryFailed }: BatchCommand,
): { spool: string } | { groups: string; out: string } {
  if (spool !== undefined) {
    const stray =
      groups !== undefined ? 'groups' : out !== undefined ? '-o' : retryFailed ? '--retry-failed' : null;
    if (stray !== null) throw new Fault('usage', `${stray} and --spool exclude each other`);
    return { spool };
  }
  if (once) throw new Fault('usage', '--once goes with --spool');
  if (groups === undefined)
    throw new Fault('usage', 'give a .jsonl file or folder of groups, or --spool <dir>');
  if (out === undefined) throw new Fault('usage', 'give a run folder for the results: -o <dir>');
  return { groups, out };
}

function countOf(option: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_CONCURRENCY) return value;
  throw new Fault(
    'usage',
    `${option} ${JSON.stringify(text)}: expected a whole number from 1 to ${MAX_CONCURRENCY}`,
  );
}

function secondsOf(option: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Fault('usage', `${option} ${JSON.stringify(text)}: expected a number of seconds above 0`);
}

const terminal = () => ({
  write: (text: string) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true && !environment.noColor(),
  columns: process.stderr.columns ?? environment.columns() ?? 80,
});
