/** The conversation in which a judge answers the criteria of one rollout that have to be read. */
import type { Readings } from '../../src/grs/readings.js';
import { openLedger } from '../../src/judge/ledger.js';
import { type JudgeFailure, NO_USAGE } from '../../src/judge/outcome.js';
import { tamperReportsById } from '../../src/judge/unblind.js';
import type { Usage } from '../../src/records/result.js';
import type { Criterion } from '../../src/records/task-rubric.js';
import { frame } from '../../src/text/frame.js';
import { renderText } from '../../src/text/render.js';
import { assessTools } from '../../tools/assess-list.js';
import { schemaOf } from '../../tools/tool.js';
import { openBudget } from '../judge/budget.js';
import { Conversation } from '../judge/conversation.js';
import { openDesk } from '../judge/desk.js';
import { investigate } from '../judge/investigate.js';
import { addUsage, usageOf } from '../judge/usage.js';
import { render } from '../prompts.js';
import type { Turn } from '../providers/turn.js';
import { workdirOf } from '../rerun/workdir.js';
import type { ReaderOptions } from './assessor.js';
import type { Room, UnitEnd, Work } from './unit.js';

const CHECK_SECONDS = 120;

/** Answers go into `readings`; one that stays open makes the rollout incomplete, a failure ends the group. */
export async function readCriteria(
  wanted: readonly Criterion[],
  readings: Readings,
  { unit, seen, checks, session, nonce }: Work,
  { request, options, sandbox, share, reader }: Room & { readonly reader: ReaderOptions },
): Promise<Pick<UnitEnd, 'failure' | 'usage' | 'tamperReports'>> {
  const { opened, facts, signal } = request;
  const ledger = openLedger({ seen, leads: [], checks });
  const tools = assessTools({
    seen,
    readings,
    ledger,
    checks,
    sandbox,
    workspace: opened.workspace,
    check: {
      time_s: facts.group.task.environment?.timeout_s ?? CHECK_SECONDS,
      workdir: workdirOf(facts.group.task),
    },
  });
  const conversation = new Conversation({
    system: render('grs/assess-system', { nonce }),
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description, schema: schemaOf(tool) })),
    start: render('grs/assess-start', {
      statement: frame(renderText(opened.material.statement), nonce),
      alias: unit.alias,
      count: wanted.length,
      criteria: wanted.map(criterionText).join('\n'),
    }),
    max_output_tokens: reader.max_output_tokens,
    context_tokens: reader.context_tokens,
  });
  const { input_tokens, output_tokens, usd, ...rest } = options.limits;
  const limits = {
    ...rest,
    input_tokens: input_tokens * share,
    output_tokens: output_tokens * share,
    usd: usd === null ? null : usd * share,
  };
  let usage: Usage = NO_USAGE;
  const onStep = (turn: Turn | null): void => {
    usage = turn === null ? { ...usage, tool_calls: usage.tool_calls + 1 } : addUsage(usage, usageOf(turn));
  };
  const end = await investigate(
    openDesk({
      session,
      conversation,
      tools,
      ledger: readings,
      checks,
      budget: openBudget(limits, request),
      nonce,
      signal,
      onStep,
      work: { phase: 'assess', pass: unit.pass, prompts: 'grs/assess' },
    }),
  );
  const reports = tamperReportsById(ledger.tampering, new Map([[unit.alias, unit.id]]));
  return { failure: failureOf(end), usage, tamperReports: reports.get(unit.id) ?? [] };
}

const failureOf = (end: Awaited<ReturnType<typeof investigate>>): JudgeFailure | null =>
  end.status === 'failed' ? end.failure : null;

const oneLine = (text: string): string => renderText(text).replace(/\s+/g, ' ');

/** Weights are not told: what a criterion is worth must not colour its answer. */
function criterionText({ id, text, evidence, check }: Criterion): string {
  const half = check.kind === 'reading' && check.partial !== undefined ? check.partial : null;
  return [
    `- \`${id}\`: ${oneLine(text)}`,
    `  Evidence: ${oneLine(evidence)}`,
    `  partial: ${half === null ? 'not for this one' : oneLine(half)}`,
  ].join('\n');
}
