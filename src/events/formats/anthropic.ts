/** Anthropic messages: a request with `messages`, a list of messages, or one message a line. */
import { isObject, text } from '../../text/json.js';
import { readMessage } from '../chat.js';
import type { TraceFormat } from '../format.js';

export const anthropic: TraceFormat = {
  name: 'anthropic',
  containers: [{ kind: 'array', path: ['messages'] }, { kind: 'array', path: [] }, { kind: 'lines' }],
  recognize({ first, records }) {
    const messages = Array.isArray(first['messages']) ? first['messages'] : records;
    const parts = messages
      .filter(isObject)
      .filter((message) => text(message, 'role') !== undefined)
      .flatMap((message) => (Array.isArray(message['content']) ? message['content'] : []));
    const types = parts.filter(isObject).map((part) => text(part, 'type') ?? '');
    const block = types.find((type) => ['tool_use', 'tool_result', 'thinking'].includes(type));
    return block === undefined ? null : `messages with ${block} blocks`;
  },
  read: readMessage,
};
