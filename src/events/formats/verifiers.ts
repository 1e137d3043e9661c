/** Rollouts of verifiers: prompt and completion of its results, or the message nodes of its traces. */
import { isObject, type JsonObject, text } from '../../text/json.js';
import { readMessage, unknownRecord } from '../chat.js';
import type { Piece, Reading, TraceFormat } from '../format.js';
import { readContent } from '../parts.js';

export const verifiers: TraceFormat = {
  name: 'verifiers',
  containers: [
    { kind: 'array', path: ['prompt'], after: [['completion']] },
    { kind: 'array', path: ['nodes'] },
    { kind: 'document' },
  ],
  trials: {
    containers: [{ kind: 'array', path: [] }, { kind: 'lines' }],
    isTrial: (record) => record !== null && ('completion' in record || 'nodes' in record),
  },
  version: { field: 'version', known: /^1$/ },
  recognize({ first }) {
    const [node] = Array.isArray(first['nodes']) ? first['nodes'] : [];
    if (isObject(node) && isObject(node['message'])) return 'the nodes of a verifiers trace';
    if (!('prompt' in first && 'completion' in first)) return null;
    return ['reward', 'example_id', 'metrics'].some((name) => name in first)
      ? 'a result line of verifiers'
      : null;
  },
  read(record): Reading | readonly Reading[] {
    if (!isObject(record)) return unknownRecord(record);
    if (isObject(record['message'])) return readNode(record, record['message']);
    if ('prompt' in record || 'completion' in record) return readTexts(record);
    return readMessage(record);
  },
};

/** Words that no model call produced are context, even in the assistant's name: they are no turn, and their calls were not made. */
function readNode(node: JsonObject, message: JsonObject): Reading {
  const invented = node['sampled'] === false && text(message, 'role') === 'assistant';
  if (!invented) return readMessage(message);
  const content = readContent(message['content']);
  const shown = ['[context, not sampled]', content.text].filter((part) => part !== null).join('\n');
  return { pieces: [{ type: 'message', role: 'system', text: shown, notes: content.notes }] };
}

/** Plain completions: one text in, one text out. */
function readTexts(record: JsonObject): readonly Reading[] {
  const said = (role: 'user' | 'assistant', name: string): Piece[] => {
    const words = text(record, name);
    return words === undefined ? [] : [{ type: 'message', role, text: words, notes: [] }];
  };
  return [{ pieces: said('user', 'prompt') }, { pieces: said('assistant', 'completion'), turn: null }];
}
