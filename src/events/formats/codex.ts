/** Codex: rollout files of its sessions (items wrapped in records, in older versions bare), and the stream of `codex exec --json`. */
import { clip } from '../../text/clip.js';
import { isObject, type JsonObject, parseJson, text, toJson, wholeNumber } from '../../text/json.js';
import { unknownRecord } from '../chat.js';
import { noticed, readExecEvent } from '../codex-exec.js';
import { NOTHING, type Reading, type TraceFormat } from '../format.js';
import { compaction, readItem, type Unwrapped } from '../items.js';

const RECORDS = ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'];
/** Older versions began with bare metadata, and wrote states of the program between the items. */
const BARE = ['record_type', 'timestamp', 'prompt', 'model'];
const EXEC = /^(?:thread|turn|item)\.\w+$/;

export const codex: TraceFormat = {
  name: 'codex',
  containers: [{ kind: 'lines' }],
  recognize({ name, first, records }) {
    const types = records.filter(isObject).map((record) => text(record, 'type') ?? '');
    if (isObject(first['payload']) && types.some((type) => RECORDS.includes(type)))
      return 'records of a Codex rollout';
    if (types.some((type) => EXEC.test(type))) return 'the event stream of codex exec';
    const older = records.some((record) => isObject(record) && isObject(record['msg']));
    if (older && records.length > 1) return 'the event stream of an older codex exec';
    return /(?:^|\/)rollout-[^/]*\.jsonl$/.test(name) && records.length > 0
      ? 'named like a Codex rollout'
      : null;
  },
  read(record): Reading {
    if (!isObject(record)) return unknownRecord(record);
    const { payload } = record;
    const type = text(record, 'type');
    if (isObject(payload)) return readPayload(payload, type ?? '');
    const event = readExecEvent(record);
    if (event !== null) return event;
    if (type !== undefined) return readItem(record, unwrap);
    return BARE.some((name) => name in record) ? NOTHING : unknownRecord(record);
  },
};

function readPayload(payload: JsonObject, type: string): Reading {
  switch (type) {
    case 'session_meta':
      return readMeta(payload);
    case 'turn_context':
      return NOTHING;
    case 'response_item':
      return text(payload, 'type') === 'ghost_snapshot' ? NOTHING : readItem(payload, unwrap);
    case 'compacted':
      return compaction(text(payload, 'message') ?? null);
    case 'event_msg':
      return readEvent(payload);
    default:
      return {
        pieces: [
          { type: 'message', role: 'system', text: `[part: ${clip(type, 100)}]`, notes: ['unknown_part'] },
        ],
        warnings: [`records of the type ${JSON.stringify(clip(type, 100))} are not known`],
      };
  }
}

/** A sub-agent's session is a file of its own that says so at its top. */
function readMeta(payload: JsonObject): Reading {
  const version = text(payload, 'cli_version') ?? '';
  const warnings = /^(?:0\..*|)$/.test(version)
    ? []
    : [
        `cli_version ${JSON.stringify(clip(version, 100))} of codex is not known; read as far as it is understood`,
      ];
  const source = payload['source'];
  if (!isObject(source) || !('subagent' in source)) return { pieces: [], warnings };
  const name =
    text(payload, 'agent_nickname') ?? text(payload, 'agent_role') ?? text(payload, 'id') ?? 'sub-agent';
  return { pieces: [], warnings, fileThread: clip(name, 100) };
}

/** Most events repeat items for people who watch; these tell something of their own. */
function readEvent(event: JsonObject): Reading {
  switch (text(event, 'type')) {
    case 'turn_aborted':
      return noticed(`[turn aborted: ${clip(text(event, 'reason') ?? 'no reason given', 200)}]`);
    case 'thread_rolled_back':
      return noticed(`[rolled back: ${toJson(event['num_turns']) ?? '?'} turns]`);
    case 'error':
    case 'stream_error':
    case 'warning':
      return noticed(`[${text(event, 'type')}]\n${text(event, 'message') ?? ''}`);
    default:
      return NOTHING;
  }
}

/** The three wrappers that its versions put around the output of a command: JSON, a first line, a head of several lines. */
function unwrap(output: unknown): Unwrapped {
  if (isObject(output)) return { content: output['content'] ?? toJson(output), exit_code: null };
  if (typeof output !== 'string') return { content: output, exit_code: null };
  if (output.startsWith('{"output":')) return unwrapJson(output);
  const match =
    /^Exit code: (-?\d{1,10})\n/.exec(output) ??
    /^(?:(?:Chunk ID|Wall time): [^\n]*\n)+Process exited with code (-?\d{1,10})\n/.exec(output);
  return { content: output, exit_code: match ? wholeNumber(Number(match[1])) : null };
}

function unwrapJson(output: string): Unwrapped {
  const parsed = parseJson(output);
  const wrapper = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const { output: content, metadata } = wrapper;
  if (typeof content !== 'string' || !isObject(metadata)) return { content: output, exit_code: null };
  return { content, exit_code: wholeNumber(metadata['exit_code']) };
}
