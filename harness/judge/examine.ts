/** Sets the desk for one group, lets the model investigate, and hands back what came of it. */
import type { Sandbox } from '../../sandbox/exec/port.js';
import { Fault } from '../../src/fault.js';
import type { Ledger } from '../../src/judge/ledger.js';
import { type JudgeFailure, NO_USAGE } from '../../src/judge/outcome.js';
import type { Usage } from '../../src/records/result.js';
import type { Rubric } from '../../src/records/rubric.js';
import { frame } from '../../src/text/frame.js';
import { renderText } from '../../src/text/render.js';
import { DIMENSIONS } from '../../src/vocabulary.js';
import type { CheckBook } from '../../tools/checks.js';
import { specOf } from '../../tools/tool.js';
import type { JudgeRequest } from '../grade/judge.js';
import { type Reader, render } from '../prompts.js';
import type { Turn } from '../providers/turn.js';
import type { BlindGroup } from './blind-group.js';
import type { Budget, BudgetLimits } from './budget.js';
import { viewOf } from './code-runs.js';
import { Conversation } from './conversation.js';
import { INVESTIGATION, openDesk } from './desk.js';
import { layOut } from './instruments.js';
import { type InvestigationEnd, investigate } from './investigate.js';
import type { Session } from './session.js';
import { addUsage, usageOf } from './usage.js';

/** What one group is examined with. */
export interface Work {
  readonly request: JudgeRequest;
  readonly blind: BlindGroup;
  readonly session: Session;
  readonly reader: Reader;
  readonly budget: Budget;
}

export interface ExamineOptions {
  readonly limits: BudgetLimits;
  /** Estimated input tokens above which old tool results leave the context. */
  readonly context_tokens: number;
  readonly max_output_tokens: number;
  /** Whether the judge may read the reference patch. */
  readonly show_reference: boolean;
  readonly openSandbox: (request: JudgeRequest) => Promise<Sandbox>;
}

export interface Examination {
  readonly end: InvestigationEnd;
  readonly ledger: Ledger;
  readonly checks: CheckBook;
  readonly usage: Usage;
  readonly seconds: number;
}

export async function examine(work: Work, options: ExamineOptions): Promise<Examination> {
  const started = performance.now();
  const { request, blind, session, budget } = work;
  const { checks, ledger, tools: toolsOn } = layOut(request, blind, options);
  const opened = await sandboxOf(request, options);
  if ('failure' in opened)
    return {
      end: { status: 'failed', failure: opened.failure },
      ledger,
      checks,
      usage: NO_USAGE,
      seconds: (performance.now() - started) / 1000,
    };
  await using sandbox = opened;
  await using view = viewOf(request.opened, blind.ids, sandbox);
  const tools = toolsOn(sandbox, view);
  const conversation = new Conversation({
    system: systemText(request.settings.rubric.value, work),
    tools: tools.map(specOf),
    start: startText(work, options),
    max_output_tokens: options.max_output_tokens,
    context_tokens: options.context_tokens,
  });
  let usage: Usage = NO_USAGE;
  const onStep = (turn: Turn | null): void => {
    usage = turn === null ? { ...usage, tool_calls: usage.tool_calls + 1 } : addUsage(usage, usageOf(turn));
    if (turn !== null) emitStep(request, ledger, usage);
  };
  const desk = openDesk({
    session,
    conversation,
    tools,
    ledger,
    checks,
    budget,
    nonce: blind.nonce,
    signal: request.signal,
    onStep,
    work: { ...INVESTIGATION, patient: work.reader === 'operator' },
  });
  const end = await investigate(desk);
  emitStep(request, ledger, usage);
  return {
    end,
    ledger,
    checks,
    usage: { ...usage, checks: checks.count },
    seconds: (performance.now() - started) / 1000,
  };
}

/** Checks in another image than the named one would say nothing, so a group whose image cannot be had is not judged. */
async function sandboxOf(
  request: JudgeRequest,
  { openSandbox }: ExamineOptions,
): Promise<Sandbox | { readonly failure: JudgeFailure }> {
  try {
    return await openSandbox(request);
  } catch (error) {
    const { image, environment } = request.facts.group.task;
    const named = image !== undefined || environment?.image !== undefined;
    if (!named || !(error instanceof Fault) || error.code !== 'environment') throw error;
    return { failure: { reason: 'sandbox_unavailable', stage: 'sandbox', detail: error.message } };
  }
}

function systemText(rubric: Rubric, { blind: { nonce }, reader }: Work): string {
  const lines = DIMENSIONS.map((id) => {
    const { question, anchors } = rubric.dimensions[id];
    return `- \`${id}\`: ${question} At best: ${anchors[5]} At worst: ${anchors[1]}`;
  });
  return render('investigate-system', {
    nonce,
    scoring: render(`investigate-scoring-${reader}`),
    rubric: lines.join('\n'),
  });
}

function startText({ request, blind }: Work, { limits }: ExamineOptions): string {
  return render('investigate-start', {
    statement: frame(renderText(request.opened.material.statement), blind.nonce),
    candidates: blind.caseFile.candidates.length,
    passing: request.passes.length,
    leads: blind.leads.toAnswer.length,
    turns: Math.floor(limits.turns * 0.75),
  });
}

function emitStep({ emit }: JudgeRequest, ledger: Ledger, usage: Usage): void {
  emit({
    type: 'investigating',
    requests: usage.requests,
    tool_calls: usage.tool_calls,
    findings: ledger.findings.length,
    open_leads: ledger.leads.filter(({ status }) => status === 'left_open').length,
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cost_usd: usage.cost_usd,
  });
}
