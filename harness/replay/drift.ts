/** Runs the recorded tool calls again on the same group, and says where their answers are others by now. */
import type { Sandbox } from '../../sandbox/exec/port.js';
import { Fault } from '../../src/fault.js';
import type { Lead } from '../../src/records/citation.js';
import type { CheckRecord } from '../../tools/checks.js';
import { invoke, type Observation } from '../../tools/tool.js';
import type { JudgeRequest } from '../grade/judge.js';
import { blindGroup } from '../judge/blind-group.js';
import { viewOf } from '../judge/code-runs.js';
import { layOut } from '../judge/instruments.js';
import type { Call } from '../providers/turn.js';
import { isTurnStep, type RecordingStep, type ToolStep } from '../recording.js';
import { masked } from './mask.js';

/** One answer that is not the recorded one any more: the first line in which it differs. */
export interface ToolDrift {
  readonly seq: number;
  readonly tool: string;
  /** From 1, in the answer. */
  readonly line: number;
  /** null where the answer has no such line. */
  readonly recorded: string | null;
  readonly now: string | null;
}

export interface DriftReport {
  readonly calls: number;
  /** Calls of tools that run code, where nothing can run. */
  readonly skipped: number;
  readonly drifts: readonly ToolDrift[];
}

export interface DriftOptions {
  readonly steps: readonly RecordingStep[];
  /** Those of the recording; without them those of today. */
  readonly leads: readonly Lead[] | undefined;
  readonly show_reference: boolean;
  readonly sandbox: Sandbox;
}

const RUNS_CODE: ReadonlySet<string> = new Set(['run_check', 'rerun', 'shell']);

/**
 * Everything is written to a ledger and checks of its own, so nothing of this reaches a result. A recorded check stands
 * in for what ran again, so that one drift is told once and not by every finding that cites it.
 */
export async function runToolsAgain(
  request: JudgeRequest,
  { steps, leads = request.detected.leads, show_reference, sandbox }: DriftOptions,
): Promise<DriftReport> {
  const blind = blindGroup(request, leads);
  const { checks, tools: toolsOn } = layOut(request, blind, { show_reference });
  await using view = viewOf(request.opened, blind.ids, sandbox);
  const tools = toolsOn(sandbox, view);
  const context = { nonce: blind.nonce, signal: request.signal };
  const calls = callsOf(steps);
  const drifts: ToolDrift[] = [];
  let skipped = 0;
  for (const { call, step } of calls) {
    if (RUNS_CODE.has(step.tool) && sandbox.unavailable !== null) skipped += 1;
    else {
      const drift = difference(step, await answered(() => invoke(tools, call, context)));
      if (drift !== null) drifts.push(drift);
    }
    if (step.check !== undefined) checks.restore(step.check as unknown as CheckRecord);
  }
  return { calls: calls.length - skipped, skipped, drifts };
}

/** A tool that breaks now is a drift as well; an interrupt is not. */
async function answered(run: () => Promise<Observation>): Promise<Pick<Observation, 'text' | 'is_error'>> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'cancelled') throw error;
    return { text: error.message, is_error: true };
  }
}

interface RecordedCall {
  readonly call: Call;
  readonly step: ToolStep;
}

function callsOf(steps: readonly RecordingStep[]): RecordedCall[] {
  let asked: readonly Call[] = [];
  return steps.flatMap((step): RecordedCall[] => {
    if (isTurnStep(step)) {
      asked = step.turn.calls;
      return [];
    }
    if (step.phase !== 'investigate' || step.result.interrupted === true) return [];
    const call = asked.find(({ id }) => id === step.call_id);
    return [
      {
        step,
        call: call ?? { id: step.call_id, name: step.tool, arguments: step.arguments, malformed: null },
      },
    ];
  });
}

function difference(
  { seq, tool, result }: ToolStep,
  { text, is_error }: Pick<Observation, 'text' | 'is_error'>,
): ToolDrift | null {
  const [before, after] = [result.text.split('\n'), text.split('\n')];
  const same = (at: number): boolean => masked(before[at] ?? '') === masked(after[at] ?? '');
  let at = 0;
  while (at < Math.max(before.length, after.length) && before.length > at && after.length > at && same(at))
    at += 1;
  if (at === before.length && at === after.length) {
    if (result.is_error === is_error) return null;
    return { seq, tool, line: 1, recorded: endingOf(result.is_error), now: endingOf(is_error) };
  }
  return { seq, tool, line: at + 1, recorded: before[at] ?? null, now: after[at] ?? null };
}

const endingOf = (is_error: boolean): string => (is_error ? 'refused' : 'answered');
