/** One scoring pass: one question, one tool, at most one repair and one reminder; then it counts as failed. */
import { type JudgeFailure, NO_USAGE } from '../../src/judge/outcome.js';
import type { ScoringInput } from '../../src/judge/scoring.js';
import { type Sheet, type SheetPlace, sheetOf } from '../../src/judge/sheet.js';
import { type Reading, readSubmission } from '../../src/judge/submission.js';
import type { ScoringPass, Usage } from '../../src/records/result.js';
import { clip } from '../../src/text/clip.js';
import { renderText } from '../../src/text/render.js';
import { render } from '../prompts.js';
import { answerCalls, assistantMessage, userMessage } from '../providers/messages.js';
import type { Message, ModelRequest, ToolResult } from '../providers/port.js';
import { type Call, environmentFault, stopClass, type Turn } from '../providers/turn.js';
import { SUBMIT, SUBMIT_SCORES, scoringSystem, scoringTask } from './score-prompt.js';
import type { ScoreOptions } from './scoring-port.js';
import { requestKey } from './session.js';
import { usageOf } from './usage.js';

export type PassEnd =
  | { readonly pass: ScoringPass }
  /** The pass failed; another one may not. */
  | { readonly problem: string }
  /** No further pass will succeed. */
  | { readonly failure: JudgeFailure };

export interface PassOptions extends ScoreOptions {
  readonly place: SheetPlace;
  readonly onUsage: (usage: Usage) => void;
}

const MAX_PROBLEMS = 12;
const BASE_TOKENS = 4_000;
const TOKENS_PER_CANDIDATE = 400;

/** @throws Fault environment where every further request would end the same way. */
export async function scorePass(input: ScoringInput, options: PassOptions): Promise<PassEnd> {
  const sheet = sheetOf(input, options.place);
  options.onSheet?.(sheet);
  let messages: readonly Message[] = [userMessage(scoringTask(input.statement, sheet, options.reader))];
  let room = BASE_TOKENS + TOKENS_PER_CANDIDATE * sheet.candidates.length;
  const excused = new Set<string>();
  for (;;) {
    const over = outOf(options);
    if (over !== null) return { failure: over };
    const turn = await ask({ ...frameOf(input, options), messages, max_output_tokens: room }, options);
    const ending = failureOf(turn, options);
    if (ending !== null) return { failure: ending };
    const answer = await answerOf(turn, sheet, options);
    if ('pass' in answer) return answer;
    const { excuse, problem, next } = answer;
    if (excused.has(excuse) || turn.stop === 'context_overflow') return { problem };
    excused.add(excuse);
    if (turn.stop === 'truncated') room *= 2;
    messages = next(messages);
  }
}

const failureWith = (reason: JudgeFailure['reason'], detail: string): JudgeFailure => ({
  reason,
  stage: 'score',
  detail,
});

const frameOf = (
  { rubric }: ScoringInput,
  { reader }: PassOptions,
): Omit<ModelRequest, 'messages' | 'max_output_tokens'> => ({
  system: scoringSystem(rubric, reader),
  tools: [SUBMIT_SCORES],
  force_tool: SUBMIT,
  parallel_calls: false,
  cache: 'growing',
});

function outOf({ budget, signal }: PassOptions): JudgeFailure | null {
  if (signal.aborted) return failureWith('cancelled', 'the run was stopped');
  const over = budget.spent('score');
  if (over === null) return null;
  return over === 'seconds'
    ? failureWith('deadline', 'the time ran out during scoring')
    : failureWith('incomplete_verdict', `the budget of ${over} is used up`);
}

async function ask(request: ModelRequest, options: PassOptions): Promise<Turn> {
  const { provider, budget, recorder, place, onUsage } = options;
  const turn = await provider.next(request, budget.limits('score'));
  budget.spend(turn);
  onUsage(usageOf(turn));
  await recorder.turn({ phase: 'score', pass: place.pass, request_digest: requestKey(request), turn });
  return turn;
}

function failureOf(turn: Turn, { provider, signal }: PassOptions): JudgeFailure | null {
  const fault = environmentFault(turn, provider.kind);
  if (fault !== null) throw fault;
  switch (stopClass(turn)) {
    case 'budget':
      return signal.aborted
        ? failureWith('cancelled', 'the run was stopped')
        : failureWith('deadline', 'the time ran out during scoring');
    case 'provider':
      return failureWith('judge_unavailable', [turn.stop, turn.detail].filter(Boolean).join(': '));
    default:
      return null;
  }
}

interface Unusable {
  /** Each may happen once in a pass. */
  readonly excuse: 'repair' | 'reminder';
  readonly problem: string;
  /** The conversation that goes on. */
  readonly next: (messages: readonly Message[]) => readonly Message[];
}

async function answerOf(
  turn: Turn,
  sheet: Sheet,
  options: PassOptions,
): Promise<{ readonly pass: ScoringPass } | Unusable> {
  if (stopClass(turn) !== 'answer') return remind(turn, `it ended as ${turn.stop}`, []);
  const submitted = turn.calls.filter(({ name }) => name === SUBMIT);
  const reading = submitted.length === 0 ? null : readingOf(submitted, sheet);
  const results = turn.calls.map((call) => resultOf(call, reading));
  for (const [index, result] of results.entries()) await record(turn.calls[index] as Call, result, options);
  if (reading === null) return remind(turn, `it called no ${SUBMIT}`, results);
  if ('pass' in reading) return reading;
  return {
    excuse: 'repair',
    problem: reading.problems.join('; '),
    next: (messages) => [...messages, assistantMessage(turn), answerCalls(turn.calls, results)],
  };
}

function readingOf(submitted: readonly Call[], sheet: Sheet): Reading {
  const [call] = submitted;
  if (submitted.length > 1 || call === undefined)
    return { problems: [`${SUBMIT} was called ${submitted.length} times in one turn: which one holds?`] };
  if (call.arguments === null)
    return {
      problems: [`the arguments are no JSON object: ${call.malformed?.problem ?? 'nothing was given'}`],
    };
  return readSubmission(call.arguments, sheet);
}

function resultOf({ id, name }: Call, reading: Reading | null): ToolResult {
  if (name !== SUBMIT || reading === null)
    return { call_id: id, text: `not run: ${SUBMIT} is the only tool`, is_error: true };
  if ('pass' in reading) return { call_id: id, text: 'accepted', is_error: false };
  return {
    call_id: id,
    text: render('score-invalid', { problems: listed(reading.problems) }),
    is_error: true,
  };
}

/** Problems quote what the model wrote, which may repeat what a candidate wrote. */
function listed(problems: readonly string[]): string {
  const lines = problems.slice(0, MAX_PROBLEMS).map((problem) => `- ${clip(renderText(problem), 400)}`);
  const more = problems.length - MAX_PROBLEMS;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function remind(turn: Turn, problem: string, results: readonly ToolResult[]): Unusable {
  const note = render('score-retry', { problem });
  return {
    excuse: 'reminder',
    problem: `no answer: ${problem}`,
    next: (messages) => {
      const last = messages.at(-1);
      if (stopClass(turn) === 'answer')
        return [...messages, assistantMessage(turn), answerCalls(turn.calls, results, [note])];
      // A turn that is no answer leaves the conversation, so the note stands behind the question.
      return last?.role === 'user'
        ? [...messages.slice(0, -1), { ...last, text: [...last.text, note] }]
        : [...messages, userMessage(note)];
    },
  };
}

const record = (call: Call, { text, is_error }: ToolResult, { recorder, place, onUsage }: PassOptions) => {
  onUsage({ ...NO_USAGE, tool_calls: 1 });
  return recorder.tool({
    phase: 'score',
    pass: place.pass,
    call_id: call.id,
    tool: call.name,
    arguments: call.arguments,
    result: { text, is_error },
  });
};
