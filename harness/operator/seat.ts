/** The place of the model, taken by somebody at a terminal: each request waits there for a call of one tool. */
import { Fault } from '../../src/fault.js';
import type { ModelRequest, Provider } from '../providers/port.js';
import { type JsonObject, NO_USAGE, type Turn } from '../providers/turn.js';

export const OPERATOR = 'operator';

export interface Seat {
  readonly provider: Provider;
  /** What is asked now, as soon as something is. */
  asked(): Promise<ModelRequest>;
  /** Answers what is asked. */
  call(tool: string, args: JsonObject): void;
  /** Gets up: what is asked then is not answered, and the work on the group stops without a trace in its recording. */
  leave(): void;
}

interface Question {
  readonly request: ModelRequest;
  readonly answer: (turn: Turn) => void;
  readonly refuse: (reason: unknown) => void;
}

/** @param name who sits there, as the result says it */
export function openSeat(name: string): Seat {
  const left = new AbortController();
  let question: Question | null = null;
  let notice: (request: ModelRequest) => void = () => {};
  const stand = (): void => {
    question?.refuse(new Fault('cancelled', 'the operator has left; the run can be gone on with'));
    question = null;
  };
  left.signal.addEventListener('abort', stand);
  return {
    provider: {
      kind: OPERATOR,
      model: name,
      next: (request, { signal }) =>
        new Promise((answer, refuse) => {
          question = { request, answer, refuse };
          if (left.signal.aborted || signal?.aborted) stand();
          else {
            signal?.addEventListener('abort', stand, { once: true });
            notice(request);
          }
        }),
    },
    asked: () =>
      new Promise((resolve) => {
        notice = resolve;
        if (question !== null) resolve(question.request);
      }),
    call: (tool, args) => {
      if (question === null) throw new Fault('internal', 'nothing is asked, so nothing can be answered');
      const { request, answer } = question;
      question = null;
      answer(turnOf(name, `o${request.messages.length}`, tool, args));
    },
    leave: () => left.abort(),
  };
}

const turnOf = (model: string, id: string, name: string, args: JsonObject): Turn => ({
  stop: 'tool_calls',
  detail: null,
  retry_after_s: null,
  text: '',
  reasoning: '',
  calls: [{ id, name, arguments: args, malformed: null }],
  usage: NO_USAGE,
  cost_usd: null,
  model,
  request_id: null,
  attempts: 0,
  failures: [],
  content: null,
});
