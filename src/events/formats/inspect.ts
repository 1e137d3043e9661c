/** Inspect AI: a sample of a log (a member of an `.eval` archive, or an element of a JSON log), by its messages or its events. */
import { clip } from '../../text/clip.js';
import { isObject, type JsonObject, text, toJson } from '../../text/json.js';
import { EMPTY_DOCUMENT, readMessage, unknownRecord } from '../chat.js';
import { NOTHING, type Piece, type Reading, type TraceFormat } from '../format.js';
import { readContent } from '../parts.js';
import { readCall } from '../tools.js';

export const inspect: TraceFormat = {
  name: 'inspect',
  containers: [
    { kind: 'array', path: ['messages'] },
    { kind: 'array', path: ['events'] },
    { kind: 'document' },
  ],
  trials: { containers: [{ kind: 'array', path: ['samples'] }], isTrial: (record) => record !== null },
  version: { field: 'version', known: /^[12]$/ },
  recognize({ first, name }) {
    if (name.endsWith('.eval')) return 'named like an archive of Inspect';
    if (isObject(first['eval']) && 'status' in first) return 'a log of Inspect';
    const isSample = 'epoch' in first && 'id' in first && 'target' in first;
    return isSample ? 'a sample of an Inspect log' : null;
  },
  read(record): Reading | readonly Reading[] {
    if (!isObject(record)) return unknownRecord(record);
    if (text(record, 'role') !== undefined) return readChat(record);
    if (text(record, 'event') !== undefined) return readEvent(record, text(record, 'event') ?? '');
    return readLog(record);
  },
};

/** A whole log: its samples are trials of their own, so only a single one is a trajectory. */
function readLog(log: JsonObject): Reading | readonly Reading[] {
  const samples = Array.isArray(log['samples']) ? log['samples'] : [];
  const [sample] = samples;
  if (!isObject(sample)) return EMPTY_DOCUMENT;
  const warnings =
    samples.length > 1 ? [`a log of ${samples.length} samples, of which the first is read`] : [];
  const messages = Array.isArray(sample['messages']) ? sample['messages'] : [];
  return [
    { pieces: [], warnings },
    ...messages.map((message) => (isObject(message) ? readChat(message) : unknownRecord(message))),
  ];
}

function readChat(message: JsonObject): Reading {
  const reading = readMessage(message);
  const error = isObject(message['error']) ? message['error'] : null;
  if (error === null || text(message, 'role') !== 'tool') return reading;
  const said = `[error: ${clip(text(error, 'type') ?? 'unknown', 100)}]\n${text(error, 'message') ?? ''}`;
  const withError = (piece: Piece): Piece =>
    piece.type === 'result' ? { ...piece, text: [piece.text, said].filter(Boolean).join('\n') } : piece;
  return { ...reading, pieces: reading.pieces.map(withError) };
}

/** The log's own events, for samples without messages. Their long texts lie in `attachments` and are not put back. */
function readEvent(event: JsonObject, type: string): Reading {
  switch (type) {
    case 'model':
      return readModel(event);
    case 'tool': {
      const id = text(event, 'id') ?? null;
      const call = readCall(id, text(event, 'function') ?? '', event['arguments']);
      const error = isObject(event['error']) ? `[error]\n${text(event['error'], 'message') ?? ''}` : null;
      const { text: shown, notes } = readContent(error ?? event['result']);
      return {
        pieces: [
          { ...call, ifNew: true },
          { type: 'result', id, role: 'tool', text: shown, exit_code: null, notes },
        ],
      };
    }
    case 'compaction':
      return {
        pieces: [{ type: 'compaction', role: 'system', text: toJson(event) ?? '[compaction]', notes: [] }],
      };
    case 'error':
    case 'info':
    case 'sample_limit': {
      const words = text(event, 'message') ?? toJson(event['data'] ?? event['error']) ?? '';
      return { pieces: [{ type: 'message', role: 'system', text: `[${type}]\n${words}`, notes: [] }] };
    }
    default:
      return NOTHING;
  }
}

function readModel(event: JsonObject): Reading {
  const output = isObject(event['output']) ? event['output'] : {};
  const choices = Array.isArray(output['choices']) ? output['choices'] : [];
  const message = choices.filter(isObject).map((choice) => choice['message'])[0];
  return isObject(message) ? readMessage({ ...message, role: 'assistant' }) : NOTHING;
}
