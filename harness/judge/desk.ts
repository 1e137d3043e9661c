/** What lies before the judge while it investigates: conversation, tools, ledger, budget, and the recording of every step. */
import { Fault } from '../../src/fault.js';
import type { CheckBook, CheckRecord } from '../../tools/checks.js';
import { invoke, type JudgeTool, type Observation } from '../../tools/tool.js';
import { INTERRUPTED } from '../providers/messages.js';
import type { ToolResult } from '../providers/port.js';
import type { Call, JsonObject, Turn } from '../providers/turn.js';
import type { Phase } from '../recording.js';
import type { Budget } from './budget.js';
import type { Conversation } from './conversation.js';
import { requestKey, type Session } from './session.js';

export interface DeskOptions {
  readonly session: Session;
  readonly conversation: Conversation;
  readonly tools: readonly JudgeTool[];
  /** Where findings or answers go; it knows when the work is done. */
  readonly ledger: { readonly finished: boolean };
  readonly checks: CheckBook;
  readonly budget: Budget;
  readonly nonce: string;
  /** The run's own signal: an interrupt, not a budget. */
  readonly signal: AbortSignal;
  readonly onStep: (turn: Turn | null) => void;
  /** Default: the investigation of a group. */
  readonly work?: DeskWork;
}

/** Which part of a run is done at a desk, and the prompts that keep a model to it. */
export interface DeskWork {
  readonly phase: Phase;
  readonly pass?: number;
  /** Before `-reminder`, `-budget` and `-retry`. */
  readonly prompts: string;
  /** True for a person, who may ask again and again for what was refused. */
  readonly patient?: boolean;
}

export const INVESTIGATION: DeskWork = { phase: 'investigate', prompts: 'investigate' };

export interface Desk extends Pick<DeskOptions, 'conversation' | 'ledger' | 'budget' | 'signal'> {
  readonly work: DeskWork;
  /** Name of the provider, for messages. */
  readonly provider: string;
  ask(): Promise<Turn>;
  /** The result for the model; null where time ran out while the tool worked. */
  act(call: Call): Promise<ToolResult | null>;
}

export function openDesk(options: DeskOptions): Desk {
  const { session, conversation, ledger, budget, signal, onStep, work = INVESTIGATION } = options;
  const place = placeOf(work);
  return {
    work,
    conversation,
    ledger,
    budget,
    signal,
    provider: session.provider.kind,
    ask: async () => {
      const request = conversation.request();
      const turn = await session.provider.next(request, budget.limits(work.phase));
      budget.spend(turn);
      await session.steps.turn({ ...place, request_digest: requestKey(request), turn });
      onStep(turn);
      return turn;
    },
    act: async (call) => {
      const seen = await observe(call, options);
      if (seen === null) return null;
      const { text, is_error, interrupted, check } = seen;
      await session.steps.tool({
        ...place,
        call_id: call.id,
        tool: call.name,
        arguments: call.arguments,
        result: { text, is_error, ...(interrupted === true && { interrupted }) },
        ...(check !== undefined && { check: check as unknown as JsonObject }),
      });
      onStep(null);
      return { call_id: call.id, text, is_error };
    },
  };
}

interface Seen extends Observation {
  readonly interrupted?: true | undefined;
}

const placeOf = ({ phase, pass }: DeskWork) => ({ phase, ...(pass !== undefined && { pass }) });

/**
 * Runs the tool, or takes its answer from the recording, which is what the model goes on from. Only what writes the
 * ledger runs again, since the ledger lives in this process, unless nothing came of it; checks come back as recorded.
 */
async function observe(call: Call, options: DeskOptions): Promise<Seen | null> {
  const { session, tools, checks, budget, nonce, work = INVESTIGATION } = options;
  const key = { ...placeOf(work), call_id: call.id, tool: call.name };
  const recorded = session.answered(key);
  if (recorded === null && session.cutOff(key))
    return { text: INTERRUPTED, is_error: true, interrupted: true };
  if (recorded !== null && (recorded.result.interrupted === true || !WRITES_LEDGER.has(call.name))) {
    const check = recorded.check as CheckRecord | undefined;
    if (check !== undefined) checks.restore(check);
    return { ...recorded.result, ...(check !== undefined && { check }) };
  }
  const { signal } = budget.limits(work.phase);
  try {
    const fresh = await invoke(tools, call, { nonce, signal });
    return recorded === null ? fresh : { ...recorded.result };
  } catch (error) {
    if (signal.aborted && (!(error instanceof Fault) || error.code === 'cancelled')) return null;
    throw error;
  }
}

/** Also the answers of an assessment, and a rubric that is being written. */
const WRITES_LEDGER: ReadonlySet<string> = new Set([
  'record_finding',
  'close_lead',
  'report_tampering',
  'finish',
  'assess',
  'propose_criterion',
  'add_source',
  'drop_criterion',
]);
