/** OpenAI Responses items: a list of them, a stored request with its response, or one item or response a line. */
import { isObject, text } from '../../text/json.js';
import { unknownRecord } from '../chat.js';
import type { Reading, TraceFormat } from '../format.js';
import { readItem } from '../items.js';

const ITEM = /^(?:reasoning|compaction\w*|\w+_call(?:_output)?)$/;

export const openaiResponses: TraceFormat = {
  name: 'openai-responses',
  containers: [
    { kind: 'array', path: ['input'], after: [['output']] },
    { kind: 'array', path: ['items'] },
    { kind: 'array', path: ['data'] },
    { kind: 'array', path: [] },
    { kind: 'lines' },
  ],
  recognize({ first, records }) {
    const lists = [first['input'], first['output'], first['items'], first['data'], records];
    const items = lists.flatMap((list) => (Array.isArray(list) ? list : [])).filter(isObject);
    if (first['object'] === 'response') return 'a response of the Responses API';
    return items.some((item) => ITEM.test(text(item, 'type') ?? '')) ? 'items of the Responses API' : null;
  },
  read(record): Reading | readonly Reading[] {
    if (!isObject(record)) return unknownRecord(record);
    const output = record['object'] === 'response' ? record['output'] : undefined;
    if (!Array.isArray(output)) return readItem(record);
    const readings = output.map((item) => (isObject(item) ? readItem(item) : unknownRecord(item)));
    return [...readings, { pieces: [], endsTurn: true }];
  },
};
