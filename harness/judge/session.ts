/** A run that is being recorded, and that may go on from an earlier recording: what was answered there is not asked again. */
import { requestDigest } from '../providers/digest.js';
import { repairMessages } from '../providers/messages.js';
import type { Limits, ModelRequest, Provider } from '../providers/port.js';
import { stopClass, type Turn } from '../providers/turn.js';
import { isTurnStep, type RecordingStep, type ToolStep, type TurnStep } from '../recording.js';
import type { Recorder } from '../recording-file.js';

/** Where steps are written; the scoring passes write theirs here as well. */
export type Steps = Pick<Recorder, 'turn' | 'tool'>;

export interface Session {
  /** Plays what is on record, then asks the model. */
  readonly provider: Provider;
  /** Writes what is not yet on record. */
  readonly steps: Steps;
  /** What this call was answered in the recording, or null; each answer is given once. */
  answered(call: CallKey): ToolStep | null;
  /** Whether this call was begun by a process that ended before it was answered, and is not to be run again unasked. */
  cutOff(call: CallKey): boolean;
}

export interface SessionOptions {
  readonly provider: Provider;
  /** null where the run is not recorded. */
  readonly recorder: Steps | null;
  readonly earlier: readonly RecordingStep[];
  /** Whether turns that ended for want of time or service are played too; a run that goes on asks them again. */
  readonly faithful?: boolean;
  /** Calls that an earlier process was cut off in: run again for a model, which waits for the answer; a person is told. */
  readonly cutOff?: 'again' | 'told';
}

export const requestKey = (request: ModelRequest): string =>
  requestDigest({ ...request, messages: repairMessages(request.messages) });

const NOWHERE: Steps = {
  turn: async (step) => ({ seq: 1, ...step }),
  tool: async (step) => ({ seq: 1, ...step }),
};

export function openSession({
  provider,
  recorder,
  earlier,
  faithful = false,
  cutOff = 'again',
}: SessionOptions): Session {
  const turns = earlier.filter(isTurnStep).filter(({ turn }) => faithful || isAnswer(turn));
  const tools = earlier.filter((step): step is ToolStep => !isTurnStep(step));
  const written = new Set<Turn>();
  const taken: ToolStep[] = [];
  const begun = new Set<string>();
  const target = recorder ?? NOWHERE;
  const replayed = (request: ModelRequest): TurnStep | null => {
    const key = requestKey(request);
    const same = turns.findIndex(({ request_digest }) => request_digest === key);
    if (same >= 0) return turns.splice(same, 1)[0] ?? null;
    // An investigation is one conversation, as is an assessment: turns come in their order even where a request differs.
    // A recorded pass answers a changed sheet only where nobody else could: its support is checked against the sheet
    // either way.
    const scores = request.force_tool !== undefined;
    const at = scores && !faithful ? -1 : turns.findIndex(({ phase }) => (phase === 'score') === scores);
    return at < 0 ? null : (turns.splice(at, 1)[0] ?? null);
  };
  return {
    provider: {
      kind: provider.kind,
      model: provider.model,
      next: async (request: ModelRequest, limits: Limits): Promise<Turn> => {
        const step = replayed(request);
        if (step === null) return provider.next(request, limits);
        written.add(step.turn);
        for (const { id, name } of step.turn.calls) begun.add(keyOf({ ...step, call_id: id, tool: name }));
        return step.turn;
      },
    },
    steps: {
      turn: async (step) => (written.has(step.turn) ? { seq: 1, ...step } : target.turn(step)),
      tool: async (step) => {
        const known = takeOut(taken, step) ?? takeOut(tools, step);
        return known === null ? target.tool(step) : known;
      },
    },
    answered: (call) => {
      const step = takeOut(tools, call);
      if (step !== null) taken.push(step);
      return step;
    },
    cutOff: (call) => cutOff === 'told' && begun.has(keyOf(call)),
  };
}

type CallKey = Pick<ToolStep, 'phase' | 'pass' | 'call_id' | 'tool'>;
const keyOf = ({ phase, pass, call_id, tool }: CallKey): string =>
  JSON.stringify([phase, pass ?? null, call_id, tool]);

function takeOut(steps: ToolStep[], call: CallKey): ToolStep | null {
  const at = steps.findIndex((step) => keyOf(step) === keyOf(call));
  return at < 0 ? null : (steps.splice(at, 1)[0] ?? null);
}

const isAnswer = (turn: Turn): boolean => ['answer', 'model'].includes(stopClass(turn));
