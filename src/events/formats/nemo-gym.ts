/** Rollouts of NeMo-Gym: the items of the request and of the response of one line. */
import { isObject, text } from '../../text/json.js';
import { EMPTY_DOCUMENT, readMessage, unknownRecord } from '../chat.js';
import type { Reading, TraceFormat } from '../format.js';
import { readItem } from '../items.js';

export const nemoGym: TraceFormat = {
  name: 'nemo-gym',
  containers: [
    { kind: 'array', path: ['responses_create_params', 'input'], after: [['response', 'output']] },
    { kind: 'document' },
  ],
  trials: {
    containers: [{ kind: 'array', path: [] }, { kind: 'lines' }],
    isTrial: (record) => record !== null && 'responses_create_params' in record,
  },
  recognize({ first }) {
    const asked = first['responses_create_params'];
    return isObject(asked) && ('response' in first || 'input' in asked) ? 'a rollout line of NeMo-Gym' : null;
  },
  read(record): Reading | readonly Reading[] {
    // Some agents keep the items of each of their steps in a list of its own.
    if (Array.isArray(record))
      return record.map((item) => (isObject(item) ? readItem(item) : unknownRecord(item)));
    if (!isObject(record)) return unknownRecord(record);
    const asked = record['responses_create_params'];
    if (!isObject(asked)) return readItem(record);
    const words = text(asked, 'input');
    return words === undefined ? EMPTY_DOCUMENT : readMessage({ role: 'user', content: words });
  },
};
