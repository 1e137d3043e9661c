/** OpenAI chat messages: a JSON list of them, a document with `messages`, or one message a line. */
import { text } from '../../text/json.js';
import { readMessage, roleOf } from '../chat.js';
import type { TraceFormat } from '../format.js';

export const openaiChat: TraceFormat = {
  name: 'openai-chat',
  containers: [{ kind: 'array', path: ['messages'] }, { kind: 'array', path: [] }, { kind: 'lines' }],
  recognize({ first }) {
    const listed = first['messages'];
    const [message] = Array.isArray(listed) ? listed : [first];
    const role = message === null || typeof message !== 'object' ? undefined : text(message, 'role');
    return role !== undefined && roleOf(role) !== undefined ? 'chat messages with roles' : null;
  },
  read: readMessage,
};
