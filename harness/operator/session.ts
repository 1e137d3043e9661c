/** An open run of an operator: the road of a model's run, with somebody at a terminal in the place of the model. */
import { lifetimes } from '../../sandbox/lifetimes.js';
import { loadGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import type { Sheet } from '../../src/judge/sheet.js';
import { readSubmission } from '../../src/judge/submission.js';
import type { Result } from '../../src/records/result.js';
import { renderText } from '../../src/text/render.js';
import { lockFolder } from '../batch/lock.js';
import { openBench } from '../grade/bench.js';
import { untimed } from '../grade/clock.js';
import { gradeGroup } from '../grade/grade.js';
import { modelJudge } from '../judge/model-judge.js';
import { scorePasses } from '../judge/score.js';
import { SUBMIT } from '../judge/score-prompt.js';
import { beyondRecords } from '../providers/arguments.js';
import type { ModelRequest } from '../providers/port.js';
import type { JsonObject } from '../providers/turn.js';
import type { ToolStep } from '../recording.js';
import { openTaskSandbox } from '../rerun/sandbox.js';
import { sandboxFlags, settingsOf } from '../run/options.js';
import { refuseFinished, writeRun } from '../run/run-folder.js';
import type { OperatorRun } from './run.js';
import { OPERATOR, openSeat } from './seat.js';

export interface CallAnswer {
  readonly text: string;
  readonly is_error: boolean;
}

export interface OperatorSession extends AsyncDisposable {
  /** What is asked now; null once there is a result. */
  readonly asked: ModelRequest | null;
  /** The tool that an earlier process was interrupted in, where it was; its call has been answered so, and not run again. */
  readonly interrupted: string | null;
  /** What the scoring pass shows that is asked now. */
  readonly sheet: Sheet | null;
  /** In the run folder as well. */
  readonly result: Result | null;
  /** One turn: calls the tool, records both. What cannot be a turn now is refused, and leaves no trace. */
  call(tool: string, args: JsonObject): Promise<CallAnswer>;
}

/**
 * Opens a run folder, or goes on with the run in it; only one process can do so at a time. Everything up to the first
 * question that is not answered in its recording is played.
 * @throws Fault usage where the folder is in use, holds a finished run, or one of another group or operator.
 */
export async function openOperatorSession(run: OperatorRun, signal: AbortSignal): Promise<OperatorSession> {
  await using stack = lifetimes();
  const { folder, name, options } = run;
  const flags = sandboxFlags(options);
  const { dockerHost } = flags;
  refuseFinished(folder);
  const loaded = untimed(await loadGroup(run.group));
  const settings = settingsOf(options);
  stack.use(await lockFolder(folder));
  const bench = stack.use(await openBench());
  const seat = openSeat(name);
  let last: ToolStep | null = null;
  let sheet: Sheet | null = null;
  let interrupted: string | null = null;
  const judge = modelJudge({
    ...run.config,
    kind: OPERATOR,
    provider: seat.provider,
    score: scorePasses,
    openSandbox: ({ facts }) => openTaskSandbox(facts.group.task, flags),
    folder,
    settings: { options },
    onTool: (step) => {
      last = step;
      if (step.result.interrupted === true) interrupted = step.tool;
    },
    cutOff: 'told',
    onSheet: (shown) => {
      sheet = shown;
    },
  });
  const grading = gradeGroup(loaded, {
    bench,
    judge,
    settings,
    dockerHost,
    emit: () => {},
    signal,
  });
  stack.use({
    [Symbol.asyncDispose]: async () => {
      seat.leave();
      await grading.catch(() => undefined);
    },
  });
  const goOn = async (): Promise<Pick<OperatorSession, 'asked' | 'result'>> => {
    const next = await Promise.race([seat.asked(), grading]);
    if ('messages' in next) return { asked: next, result: null };
    await writeRun(folder, next);
    return { asked: null, result: next };
  };
  let now = await goOn();
  const owned = stack.move();
  return {
    get asked() {
      return now.asked;
    },
    get interrupted() {
      return interrupted;
    },
    get sheet() {
      return sheet;
    },
    get result() {
      return now.result;
    },
    call: async (tool, args) => {
      const refused = refusalOf(now.asked, tool, args, sheet);
      if (refused !== null) return { text: refused, is_error: true };
      seat.call(tool, args);
      now = await goOn();
      if (last === null) throw new Fault('internal', `no answer of ${tool} was recorded`);
      const { text, is_error } = last.result;
      return { text, is_error };
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** null where there is nothing to tell. */
export const interruptedText = ({ interrupted }: OperatorSession): string | null =>
  interrupted === null
    ? null
    : `note: the last call of ${interrupted} was interrupted and has no answer; call it again if it is still needed`;

/** Why a call cannot be a turn now. An answer that is no whole sheet is told here, so that a slip of the hand costs no pass. */
function refusalOf(
  asked: ModelRequest | null,
  tool: string,
  args: JsonObject,
  sheet: Sheet | null,
): string | null {
  if (asked === null) return 'the run is finished: it has a result';
  const known = asked.tools.map(({ name }) => name);
  if (!known.includes(tool)) {
    const phase = isScoring(asked) ? 'the investigation is over' : 'the investigation is not over';
    return `there is no tool ${renderText(JSON.stringify(tool))} now (${phase}); there are ${known.join(', ')}`;
  }
  const problem = beyondRecords(args);
  if (problem !== null) return `${tool} was not called; its arguments ${problem}`;
  if (tool !== SUBMIT || sheet === null) return null;
  const reading = readSubmission(args, sheet);
  if ('pass' in reading) return null;
  return ['not submitted:', ...reading.problems.map((problem) => `- ${renderText(problem)}`)].join('\n');
}

export const isScoring = ({ force_tool }: ModelRequest): boolean => force_tool === SUBMIT;
