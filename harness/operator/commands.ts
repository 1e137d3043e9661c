/** Runs `gagar judge open`, `call`, `sheet` and `score`: each goes on with the run in the folder, and leaves it again. */
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { quoted } from '../../src/records/field.js';
import { EXIT } from '../exit.js';
import { RECORDING_FILE } from '../file-names.js';
import { SUBMIT } from '../judge/score-prompt.js';
import type { ModelRequest } from '../providers/port.js';
import type { JsonObject } from '../providers/turn.js';
import { isBegun, readRecording } from '../recording-file.js';
import { reportText } from '../report/report.js';
import { listenForInterrupt } from '../run/lifetime.js';
import { fromCommandLine, runOptions } from '../run/options.js';
import { readArguments } from './arguments.js';
import { blankSubmission, doneSoFar, toolList } from './page.js';
import { newRun, type OperatorRun, openRun } from './run.js';
import { interruptedText, isScoring, type OperatorSession, openOperatorSession } from './session.js';

export interface OpenCommand {
  readonly out: string;
  /** Needed for a new run. */
  readonly name?: string;
  /** The options of GradeConfig, as commander reads them. */
  readonly [option: string]: unknown;
}

export interface RunCommand {
  readonly group?: string;
}

export interface SheetCommand extends RunCommand {
  /** A submission to fill in instead of the page. */
  readonly blank?: boolean;
}

/**
 * A new run, or the one that lies in the folder: its name and settings hold, whatever else is given.
 * @throws Fault usage where a new run has no name, or the run is somebody else's
 */
export async function runOf(group: string, options: OpenCommand): Promise<OperatorRun> {
  const { out: folder, name } = options;
  const config = fromCommandLine(options);
  if (!(await isBegun(join(folder, RECORDING_FILE)))) {
    if (name === undefined) throw new Fault('usage', '--name: a new run needs the name of who judges');
    return newRun({ group, folder, name, config });
  }
  const known = await openRun(folder, group);
  if (name !== undefined && name !== known.name) {
    const way = 'leave --name out to go on with it, or name another folder with -o';
    throw new Fault('usage', `holds a run of ${quoted(known.name)}, not of ${quoted(name)}; ${way}`, {
      file: folder,
    });
  }
  return { ...known, options: { ...known.options, ...runOptions(config) } };
}

export async function runOpen(group: string, options: OpenCommand): Promise<void> {
  await inside(await runOf(group, options), async ({ asked, result }) => {
    if (result !== null) process.stdout.write(reportText(result));
    if (asked === null) return;
    const { steps } = await readRecording(join(options.out, RECORDING_FILE));
    const done = isScoring(asked) ? '' : doneSoFar(steps);
    const page = [questionText(asked), toolList(asked), done].filter((part) => part !== '');
    process.stdout.write(`${page.join('\n\n')}\n`);
    say(nextStep(asked, options.out));
  });
}

export async function runCall(
  folder: string,
  tool: string,
  given: string,
  { group }: RunCommand,
): Promise<void> {
  const args = await readArguments(given);
  await inside(await openRun(folder, group), async (session) => {
    await answer(session, tool, args);
    if (session.asked !== null && isScoring(session.asked)) say(nextStep(session.asked, folder));
  });
}

export async function runSheet(folder: string, { group, blank = false }: SheetCommand): Promise<void> {
  await inside(await openRun(folder, group), async ({ asked, sheet }) => {
    if (asked === null) return;
    requireScoring(asked, folder);
    if (blank && sheet !== null) return void process.stdout.write(blankSubmission(sheet));
    process.stdout.write(`${questionText(asked)}\n\n${toolList(asked)}\n`);
  });
}

export async function runScore(folder: string, given: string, { group }: RunCommand): Promise<void> {
  const scores = await readArguments(given);
  await inside(await openRun(folder, group), async (session) => {
    if (session.asked !== null) requireScoring(session.asked, folder);
    await answer(session, SUBMIT, scores);
    if (session.asked !== null) say(nextStep(session.asked, folder));
    if (session.result !== null) process.stdout.write(`\n${reportText(session.result)}`);
  });
}

async function inside(run: OperatorRun, work: (session: OperatorSession) => Promise<void>): Promise<void> {
  using interrupt = listenForInterrupt();
  await using session = await openOperatorSession(run, interrupt.signal);
  const note = interruptedText(session);
  if (note !== null) say(note);
  await work(session);
}

async function answer(session: OperatorSession, tool: string, args: JsonObject): Promise<void> {
  const { text, is_error } = await session.call(tool, args);
  process.stdout.write(`${text}\n`);
  if (is_error) process.exitCode = EXIT.some_failed;
}

function requireScoring(asked: ModelRequest, folder: string): void {
  if (isScoring(asked)) return;
  throw new Fault('usage', 'the investigation is not over: call `finish` first', { file: folder });
}

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const nextStep = (asked: ModelRequest, folder: string): string =>
  isScoring(asked)
    ? `next: gagar judge sheet ${folder}, then gagar judge score ${folder} '{…}' (sheet --blank prints one to fill in)`
    : `next: gagar judge call ${folder} TOOL '{…}'`;

/** All that a model would be told at this point, without the tool results that it has seen already. */
export function questionText({ system, messages }: ModelRequest): string {
  const [first] = messages;
  return [system, ...(first?.role === 'user' ? first.text : [])].join('\n\n');
}
