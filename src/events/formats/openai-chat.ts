/** OpenAI chat messages: a JSON list of them, a document with `messages`, or one message a line. */
import { isObject, text } from '../../text/json.js';
import { assistantTurn, recordedExit, roleOf, said, toolCalls, unknownRecord } from '../chat.js';
import type { Piece, Reading, TraceFormat } from '../format.js';
import { readContent } from '../parts.js';

export const openaiChat: TraceFormat = {
  name: 'openai-chat',
  containers: [{ kind: 'array', path: ['messages'] }, { kind: 'array', path: [] }, { kind: 'lines' }],
  read(record): Reading {
    const named = isObject(record) ? text(record, 'role') : undefined;
    if (!isObject(record) || named === undefined) return unknownRecord(record);
    const content = readContent(record['content']);
    const role = roleOf(named);
    if (role === 'assistant') return assistantTurn(record, content, toolCalls(record));
    if (role === 'tool') {
      const id = text(record, 'tool_call_id') ?? null;
      const exit_code = recordedExit(record);
      return {
        pieces: [
          { type: 'result', id, role, text: content.text, exit_code, notes: content.notes },
          ...content.results,
        ],
      };
    }
    const message = said(role ?? 'user', content, role === undefined ? named : undefined);
    const silent = message.text === null && content.results.length > 0;
    const pieces: Piece[] = silent ? [] : [message];
    return { pieces: [...pieces, ...content.calls, ...content.results] };
  },
};
