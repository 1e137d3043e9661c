/** The event stream of `codex exec --json`: items that start and complete, and the older stream of begin and end messages. */
import { isObject, type JsonObject, text, toJson, wholeNumber } from '../text/json.js';
import { type Answered, type Called, NOTHING, type Reading } from './format.js';
import { answered, compaction, spoken, TURN } from './items.js';
import { printed } from './parts.js';
import { readCall } from './tools.js';

/** Something that the harness itself says. */
export const noticed = (words: string): Reading => ({
  pieces: [{ type: 'message', role: 'system', text: words, notes: [] }],
  endsTurn: true,
});

/** One line of the stream, or null where it is none. */
export function readExecEvent(record: JsonObject): Reading | null {
  const type = text(record, 'type') ?? '';
  const { item, msg } = record;
  if (isObject(item) && type.startsWith('item.')) return readItemEvent(item, type);
  if (isObject(msg)) return readMessageEvent(msg, text(msg, 'type') ?? '');
  if (type === 'turn.failed' || type === 'error') return noticed(`[error]\n${errorText(record)}`);
  return /^(?:thread|turn)\.\w+$/.test(type) ? { ...NOTHING, endsTurn: true } : null;
}

function errorText(record: JsonObject): string {
  const error = record['error'];
  return (
    text(record, 'message') ?? (isObject(error) ? text(error, 'message') : undefined) ?? toJson(error) ?? ''
  );
}

function readItemEvent(item: JsonObject, event: string): Reading {
  const type = text(item, 'type') ?? text(item, 'item_type') ?? '';
  const completed = event === 'item.completed';
  switch (type) {
    case 'agent_message':
    case 'assistant_message':
    case 'plan':
      return completed ? spoken(text(item, 'text') ?? null) : NOTHING;
    case 'reasoning':
      return completed ? spoken(`[thinking]\n${text(item, 'text') ?? ''}\n[end of thinking]`) : NOTHING;
    case 'todo_list':
      return completed ? NOTHING : spoken(showPlan(item['items']));
    case 'error':
      return completed ? noticed(`[error]\n${errorText(item)}`) : NOTHING;
    default:
      return event === 'item.updated' ? NOTHING : readTool(item, type, completed);
  }
}

const showPlan = (items: unknown): string =>
  ['[plan]', ...(Array.isArray(items) ? items : []).filter(isObject).map(showStep)].join('\n');

const showStep = (step: JsonObject): string =>
  `${step['completed'] === true ? '[x]' : '[ ]'} ${text(step, 'text') ?? ''}`;

function readTool(item: JsonObject, type: string, completed: boolean): Reading {
  const call: Called = { ...toolOf(item, type), ifNew: true };
  if (!completed) return { pieces: [call], turn: TURN };
  return { pieces: [call, resultOf(item, type, call.id)], turn: TURN, endsTurn: true };
}

function toolOf(item: JsonObject, type: string): Called {
  const id = text(item, 'id') ?? null;
  switch (type) {
    case 'command_execution':
      return readCall(id, 'shell', { command: item['command'] });
    case 'file_change':
      return readCall(id, 'apply_patch', { paths: changedPaths(item['changes']) });
    case 'mcp_tool_call':
      return readCall(id, [text(item, 'server'), text(item, 'tool')].join('__'), item['arguments']);
    case 'web_search':
      return readCall(id, type, { query: item['query'] });
    case 'collab_tool_call':
      return readCall(id, text(item, 'tool') ?? type, { prompt: item['prompt'] });
    default: {
      const { id: _, type: __, ...rest } = item;
      return { ...readCall(id, type, rest), notes: ['unknown_part'] };
    }
  }
}

const changedPaths = (changes: unknown): unknown[] =>
  Array.isArray(changes)
    ? changes.map((change) => (isObject(change) ? change['path'] : change))
    : isObject(changes)
      ? Object.keys(changes)
      : [];

function resultOf(item: JsonObject, type: string, id: string | null): Answered {
  if (type === 'command_execution') {
    return answered(id, item['aggregated_output'], wholeNumber(item['exit_code']));
  }
  const { result, error } = item;
  if (isObject(error)) return answered(id, errorText(item));
  if (isObject(result)) return answered(id, result['content'] ?? toJson(result));
  return answered(id, type === 'web_search' ? null : text(item, 'status'));
}

/** `{ id, msg }` lines of versions before items. */
function readMessageEvent(msg: JsonObject, type: string): Reading {
  const id = text(msg, 'call_id') ?? null;
  const begins = (call: Called): Reading => ({ pieces: [call], turn: TURN });
  const ends = (answer: Answered): Reading => ({ pieces: [answer], endsTurn: true });
  switch (type) {
    case 'agent_message':
      return spoken(text(msg, 'message') ?? null);
    case 'agent_reasoning':
      return spoken(`[thinking]\n${text(msg, 'text') ?? ''}\n[end of thinking]`);
    case 'exec_command_begin':
      return begins(readCall(id, 'shell', { command: msg['command'] }));
    case 'exec_command_end':
      return ends(
        answered(id, text(msg, 'aggregated_output') ?? printed(msg), wholeNumber(msg['exit_code'])),
      );
    case 'patch_apply_begin':
      return begins(readCall(id, 'apply_patch', { paths: changedPaths(msg['changes']) }));
    case 'patch_apply_end':
      return ends(answered(id, printed(msg)));
    case 'mcp_tool_call_begin': {
      const asked = isObject(msg['invocation']) ? msg['invocation'] : {};
      return begins(
        readCall(id, [text(asked, 'server'), text(asked, 'tool')].join('__'), asked['arguments']),
      );
    }
    case 'mcp_tool_call_end':
      return ends(answered(id, toJson(msg['result'])));
    case 'error':
    case 'stream_error':
      return noticed(`[error]\n${errorText(msg)}`);
    case 'turn_aborted':
      return noticed('[turn aborted]');
    case 'context_compacted':
      return compaction(null);
    default:
      return NOTHING;
  }
}
