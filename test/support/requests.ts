/** Requests that provider tests share. */
import { answerCalls, assistantMessage, userMessage } from '../../harness/providers/messages.js';
import type { Limits, Message, ModelRequest, ToolResult } from '../../harness/providers/port.js';
import type { Turn } from '../../harness/providers/turn.js';

const tool = (name: string) => ({
  name,
  description: `does ${name}`,
  schema: { type: 'object', properties: { path: { type: 'string' } } },
});

export const REQUEST: ModelRequest = {
  system: 'You judge.',
  tools: [tool('read_file'), tool('submit_scores')],
  messages: [userMessage('Judge a and b.')],
  max_output_tokens: 1000,
};

export const within = (ms: number, signal?: AbortSignal): Limits => ({
  deadline: Date.now() + ms,
  ...(signal && { signal }),
});

/** The conversation after a turn whose calls were all answered. */
export const afterwards = (
  before: readonly Message[],
  turn: Turn,
  results: readonly ToolResult[] = turn.calls.map(({ id }) => ({
    call_id: id,
    text: `result of ${id}`,
    is_error: false,
  })),
): Message[] => [...before, assistantMessage(turn), answerCalls(turn.calls, results)];
