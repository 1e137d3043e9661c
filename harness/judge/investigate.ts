/** The investigation: ask, act, stop. Every ending has a name; what was verified before it is kept. */
import type { JudgeFailure } from '../../src/judge/outcome.js';
import { render } from '../prompts.js';
import type { ToolResult } from '../providers/port.js';
import { type Call, environmentFault, type Stop, stopClass, type Turn } from '../providers/turn.js';
import type { Desk } from './desk.js';

/** How an investigation ended: done, stopped early with its ledger kept, or a failure of the group. */
export type InvestigationEnd =
  | { readonly status: 'complete' }
  | {
      readonly status: 'incomplete';
      readonly reason: string;
      /** The one candidate behind whose content the model gave nothing usable any more. */
      readonly about?: string | undefined;
      /** True where no budget ended it: the judge stopped giving answers that could be used. */
      readonly gaveUp?: true;
    }
  | { readonly status: 'failed'; readonly failure: JudgeFailure };

const usedUp = (name: string): string => `budget of ${name} used up`;
export const OUT_OF_TIME = usedUp('seconds');

/** Answers in a row that give nothing to work with, before the judge is given up. */
const MAX_IDLE = 3;
/** Below this share of a budget the judge is told, once. */
const LITTLE = 0.2;

/** @throws Fault environment where every further request would end the same way, and whatever breaks in our own code. */
export async function investigate(desk: Desk): Promise<InvestigationEnd> {
  const { budget, conversation } = desk;
  const { phase, prompts, patient = false } = desk.work;
  let warned = false;
  let shown: readonly Call[] = [];
  let silent = false;
  let refused = '';
  for (let idle = 0; idle < MAX_IDLE; ) {
    const over = budget.spent(phase);
    if (over !== null) return outOf(over, desk);
    const turn = await desk.ask();
    if (stopClass(turn) !== 'answer') {
      silent = true;
      const end = endOf(turn, desk);
      if (end !== null) return end;
      idle += 1;
      continue;
    }
    silent = false;
    if (turn.calls.length > 0) shown = turn.calls;
    const results: ToolResult[] = [];
    for (const call of turn.calls) {
      const result = await desk.act(call);
      if (result === null) return outOf('seconds', desk);
      results.push(result);
    }
    const before = refused;
    refused = refusedCalls(turn.calls, results);
    const inVain = turn.calls.length === 0 || (!patient && refused !== '' && refused === before);
    idle = inVain ? idle + 1 : 0;
    // A recorded end stays one, also where detectors ask more by now than the judge was asked.
    const ended = turn.calls.some(({ name }, at) => name === 'finish' && results[at]?.is_error === false);
    if (ended || desk.ledger.finished) return { status: 'complete' };
    const notes = turn.calls.length === 0 ? [render(`${prompts}-reminder`)] : [];
    const { name, share } = budget.left(phase);
    if (!warned && share < LITTLE) {
      warned = true;
      notes.push(render(`${prompts}-budget`, { left: `${Math.round(share * 100)} % of ${name}` }));
    }
    conversation.answer(turn, results, notes);
  }
  const reason = `no usable answer ${MAX_IDLE} times in a row`;
  return { status: 'incomplete', reason, about: silent ? aboutOf(shown) : undefined, gaveUp: true };
}

/** What a turn asked where all of it was refused, else empty: the same again would be refused again. */
const refusedCalls = (calls: readonly Call[], results: readonly ToolResult[]): string =>
  results.every(({ is_error }) => is_error)
    ? JSON.stringify(calls.map(({ name, arguments: given }) => [name, given]))
    : '';

/** The candidate that the last results were about, where it was one alone. */
function aboutOf(calls: readonly Call[]): string | undefined {
  const named = new Set(calls.flatMap(({ arguments: given }) => given?.['candidate'] ?? []));
  const [only] = named;
  return named.size === 1 && typeof only === 'string' ? only : undefined;
}

/** At the end of all time the group fails; a budget that ends before leaves room to score what was verified. */
function outOf(name: string, { budget, signal, work: { phase } }: Desk): InvestigationEnd {
  if (signal.aborted) return failed('cancelled', 'the run was stopped', phase);
  if (budget.spent('score') === 'seconds')
    return failed('deadline', 'the time ran out during the investigation', phase);
  return { status: 'incomplete', reason: usedUp(name) };
}

const failed = (reason: JudgeFailure['reason'], detail: string, stage: string): InvestigationEnd => ({
  status: 'failed',
  failure: { reason, stage, detail },
});

/** What a turn without an answer leads to; null: ask again. */
function endOf(turn: Turn, desk: Desk): InvestigationEnd | null {
  const { conversation } = desk;
  const fault = environmentFault(turn, desk.provider);
  if (fault !== null) throw fault;
  const detail = `${turn.stop}${turn.detail === null ? '' : `: ${turn.detail}`}`;
  switch (stopClass(turn)) {
    case 'budget':
      return outOf('seconds', desk);
    case 'provider':
      return failed('judge_unavailable', detail, desk.work.phase);
    default:
      if (turn.stop === 'context_overflow')
        return conversation.shorten() ? null : { status: 'incomplete', reason: detail };
      conversation.note(render(`${desk.work.prompts}-retry`, { problem: PROBLEMS[turn.stop] ?? turn.stop }));
      return null;
  }
}

const PROBLEMS: Partial<Record<Stop, string>> = {
  refusal: 'it was a refusal',
  content_filter: 'it was filtered',
  truncated: 'it was cut off at the limit of output tokens',
  no_answer: 'it held neither text nor a tool call',
  empty: 'it was empty',
};
