/** OpenHands: the history of an evaluation's output line, lists and files of events, of its first generation and of its SDK. */
import { isObject, type JsonObject, text } from '../../text/json.js';
import { unknownRecord } from '../chat.js';
import type { Reading, TraceFormat } from '../format.js';
import { readSdkEvent } from '../openhands-sdk.js';
import { readFirstEvent } from '../openhands-v0.js';

const isEvent = (record: JsonObject): boolean =>
  'source' in record && ['action', 'observation', 'kind'].some((name) => name in record);

export const openhands: TraceFormat = {
  name: 'openhands',
  containers: [
    { kind: 'array', path: ['history'] },
    { kind: 'array', path: ['events'] },
    { kind: 'array', path: [] },
    { kind: 'document' },
    { kind: 'lines' },
  ],
  trials: {
    containers: [{ kind: 'array', path: [] }, { kind: 'lines' }],
    isTrial: (record) => record !== null && 'history' in record,
  },
  recognize({ first }) {
    const { history, events } = first;
    const listed = Array.isArray(history) ? history : Array.isArray(events) ? events : [];
    const [event] = Array.isArray(listed[0]) ? listed[0] : listed;
    if (isObject(event) && isEvent(event)) return 'a history of OpenHands events';
    if (isEvent(first) && ('timestamp' in first || 'id' in first)) return 'OpenHands events';
    return 'instance_id' in first && 'test_result' in first && 'history' in first
      ? 'an output line of an OpenHands evaluation'
      : null;
  },
  read(record): Reading | readonly Reading[] {
    // In the oldest histories an action and its observation are a pair.
    if (Array.isArray(record)) return record.slice(0, 2).map(readEvent);
    return readEvent(record);
  },
};

function readEvent(event: unknown): Reading {
  if (!isObject(event)) return unknownRecord(event);
  const kind = text(event, 'kind');
  return kind === undefined ? readFirstEvent(event) : readSdkEvent(event, kind);
}
