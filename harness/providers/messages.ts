/** Builds conversations that every API accepts: each call has its result in the very next message. */
import type { AssistantMessage, Message, ToolResult, UserMessage } from './port.js';
import type { Call, Turn } from './turn.js';

export const userMessage = (...text: string[]): UserMessage => ({ role: 'user', results: [], text });

/** Only a turn of class `answer` goes on in the conversation. */
export const assistantMessage = ({ text, calls, content }: Turn): AssistantMessage => ({
  role: 'assistant',
  text,
  calls,
  content,
});

export const INTERRUPTED =
  'interrupted: the run stopped before this tool answered; call it again if it is still needed';

const interrupted = ({ id }: Call): ToolResult => ({
  call_id: id,
  text: INTERRUPTED,
  is_error: true,
});

/**
 * The one message that answers all calls of an assistant turn, in their order. A call without a result is answered
 * `interrupted`; a result without its call is dropped, since no API takes it.
 */
export function answerCalls(
  calls: readonly Call[],
  results: readonly ToolResult[],
  text: readonly string[] = [],
): UserMessage {
  const byId = new Map(results.map((result) => [result.call_id, result]));
  return { role: 'user', results: calls.map((call) => byId.get(call.id) ?? interrupted(call)), text };
}

/** For APIs that have no mark for a failed tool: the text says it. */
export const markedText = ({ text, is_error }: ToolResult): string => (is_error ? `ERROR: ${text}` : text);

const isWhole = (calls: readonly Call[], { results }: UserMessage): boolean =>
  calls.length === results.length && calls.every((call, index) => results[index]?.call_id === call.id);

/** Closes every call left open, e.g. by a process that was killed while a tool ran. A whole message is kept as it is. */
export function repairMessages(messages: readonly Message[]): Message[] {
  const repaired: Message[] = [];
  let open: readonly Call[] = [];
  for (const message of messages) {
    if (message.role === 'user') {
      repaired.push(isWhole(open, message) ? message : answerCalls(open, message.results, message.text));
      open = [];
      continue;
    }
    if (open.length > 0) repaired.push(answerCalls(open, []));
    repaired.push(message);
    open = message.calls;
  }
  if (open.length > 0) repaired.push(answerCalls(open, []));
  return repaired;
}
