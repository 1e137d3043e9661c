/** The conversation in which a judge answers the criteria of one rollout that have to be read. */
import type { Readings } from '../../src/grs/readings.js';
import { openCase } from '../../src/judge/case.js';
import { openLedger } from '../../src/judge/ledger.js';
import { type JudgeFailure, NO_USAGE } from '../../src/judge/outcome.js';
import { reducedToDiff } from '../../src/judge/reduce.js';
import { tamperReportsById } from '../../src/judge/unblind.js';
import type { Usage } from '../../src/records/result.js';
import type { Criterion } from '../../src/records/task-rubric.js';
import { REDUCED } from '../../src/summary/policies.js';
import { frame } from '../../src/text/frame.js';
import { renderText } from '../../src/text/render.js';
import { assessTools } from '../../tools/assess-list.js';
import { specOf } from '../../tools/tool.js';
import { type Budget, type BudgetLimits, openBudget } from '../judge/budget.js';
import { Conversation } from '../judge/conversation.js';
import { openDesk } from '../judge/desk.js';
import { type InvestigationEnd, investigate } from '../judge/investigate.js';
import { addUsage, usageOf } from '../judge/usage.js';
import { render } from '../prompts.js';
import type { Turn } from '../providers/turn.js';
import { checkLimits } from '../rerun/task-check.js';
import type { ReaderOptions } from './port.js';
import type { Room, UnitEnd, Work } from './room.js';

export type ReaderRoom = Room & { readonly reader: ReaderOptions };
export type ReadingEnd = Pick<UnitEnd, 'failure' | 'usage' | 'tamperReports' | 'warnings'>;

/**
 * Answers go into `readings`; one that stays open makes the rollout incomplete, a failure ends the group. A model that the
 * rollout's content keeps from answering is asked once more, with the rollout reduced to its diff: nobody gains by what
 * makes a judge fall silent.
 */
export async function readCriteria(
  criteria: readonly Criterion[],
  readings: Readings,
  work: Work,
  room: ReaderRoom,
): Promise<ReadingEnd> {
  const { unit } = work;
  const budget = openBudget(limitsOf(room), room.request);
  const { end, ...first } = await converse(criteria, readings, work, room, budget);
  if (end.status !== 'incomplete' || end.about === undefined)
    return { ...first, failure: failureOf(end), warnings: [] };
  const material = reducedToDiff(room.request.opened.material, new Set([unit.id]));
  const caseFile = openCase({
    material,
    aliases: new Map([[unit.id, unit.alias]]),
    representatives: new Map(),
  });
  const left = criteria.filter(({ id }) => !readings.answers.has(id));
  const again = await converse(left, readings, { ...work, caseFile }, room, budget);
  return {
    failure: failureOf(again.end),
    usage: addUsage(first.usage, again.usage),
    tamperReports: [...first.tamperReports, ...again.tamperReports],
    warnings: [`${REDUCED}${unit.id}: ${end.reason} behind what it did, said or printed`],
  };
}

/** What one rollout may use of what the group may. */
function limitsOf({ options, share }: Room): BudgetLimits {
  const { input_tokens, output_tokens, usd, ...rest } = options.limits;
  return {
    ...rest,
    input_tokens: input_tokens * share,
    output_tokens: output_tokens * share,
    usd: usd === null ? null : usd * share,
  };
}

async function converse(
  criteria: readonly Criterion[],
  readings: Readings,
  { unit, caseFile, checks, session, nonce }: Work,
  { request, sandbox, reader }: ReaderRoom,
  budget: Budget,
): Promise<Pick<UnitEnd, 'usage' | 'tamperReports'> & { readonly end: InvestigationEnd }> {
  const { opened, facts, signal } = request;
  const ledger = openLedger({ caseFile, leads: [], checks });
  const tools = assessTools({
    caseFile,
    readings,
    ledger,
    checks,
    sandbox,
    workspace: opened.workspace,
    check: checkLimits(facts.group.task),
  });
  const conversation = new Conversation({
    system: render('grs/assess-system', { nonce }),
    tools: tools.map(specOf),
    start: render('grs/assess-start', {
      statement: frame(renderText(opened.material.statement), nonce),
      alias: unit.alias,
      count: criteria.length,
      criteria: criteria.map(criterionText).join('\n'),
    }),
    max_output_tokens: reader.max_output_tokens,
    context_tokens: reader.context_tokens,
  });
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
      budget,
      nonce,
      signal,
      onStep,
      work: { phase: 'assess', pass: unit.pass, prompts: 'grs/assess' },
    }),
  );
  const reports = tamperReportsById(ledger.tampering, new Map([[unit.alias, unit.id]]));
  return { end, usage, tamperReports: reports.get(unit.id) ?? [] };
}

const failureOf = (end: InvestigationEnd): JudgeFailure | null =>
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
