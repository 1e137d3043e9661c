/** Events of the first generation of OpenHands: actions, and the observations that name them as their cause. */
import { clip } from '../text/clip.js';
import { isObject, type JsonObject, text, wholeNumber } from '../text/json.js';
import { assistantTurn, roleOf, unknownRecord } from './chat.js';
import type { EventNote, EventRow } from './event.js';
import { type Called, NOTHING, type Piece, type Reading, type Said } from './format.js';
import { readContent } from './parts.js';
import { readCall } from './tools.js';

/** Actions that are words, and states of the program. */
const SILENT = new Set(['null', 'change_agent_state', 'condensation_request', 'task_tracking_state']);
/** Arguments of an action that the harness adds to what the model asked for. */
const OURS = new Set(
  'thought blocking is_static is_input hidden confirmation_state wait_for_response security_risk impl_source cwd timeout'.split(
    ' ',
  ),
);

export function readFirstEvent(event: JsonObject): Reading {
  const action = text(event, 'action');
  if (action !== undefined) return readAction(event, action);
  const observation = text(event, 'observation');
  return observation === undefined ? unknownRecord(event) : readObservation(event, observation);
}

const sourceOf = (event: JsonObject): EventRow['role'] => {
  const source = text(event, 'source') ?? '';
  return source === 'agent' ? 'assistant' : source === 'user' ? 'user' : (roleOf(source) ?? 'system');
};

const message = (role: EventRow['role'], words: string | null, notes: readonly EventNote[] = []): Said => ({
  type: 'message',
  role,
  text: words,
  notes,
});

function readAction(event: JsonObject, action: string): Reading {
  const args = isObject(event['args']) ? event['args'] : {};
  const role = sourceOf(event);
  if (SILENT.has(action)) return NOTHING;
  if (action === 'system') return { pieces: [message('system', text(args, 'content') ?? null)] };
  if (action === 'recall')
    return { pieces: [message('system', `[recall: ${clip(text(args, 'recall_type') ?? '', 100)}]`)] };
  if (action.startsWith('condensation')) {
    const summary = text(args, 'summary') ?? '[condensation]';
    return { pieces: [{ type: 'compaction', role: 'system', text: summary, notes: [] }] };
  }
  if (action === 'message' || action === 'finish' || action === 'reject')
    return readWords(event, args, action, role);
  const call = readTool(event, args, action);
  if (role !== 'assistant') return { pieces: [{ ...call, role }] };
  const thought = text(args, 'thought') ?? '';
  const pieces: Piece[] = thought === '' ? [call] : [message('assistant', thought), call];
  return { pieces, turn: responseOf(event) };
}

/** Calls that came out of one response of the model are one turn. */
function responseOf(event: JsonObject): string | null {
  const metadata = isObject(event['tool_call_metadata']) ? event['tool_call_metadata'] : {};
  return isObject(metadata['model_response']) ? (text(metadata['model_response'], 'id') ?? null) : null;
}

/** The last words of an agent, or of whoever speaks. */
function readWords(event: JsonObject, args: JsonObject, action: string, role: EventRow['role']): Reading {
  const images = Array.isArray(args['image_urls']) ? args['image_urls'] : [];
  const content = readContent([
    ...['thought', 'content', 'final_thought']
      .map((name) => text(args, name) ?? '')
      .filter((words, at, all) => words !== '' && all.indexOf(words) === at),
    ...images.map((url) => ({ type: 'image_url', image_url: url })),
  ]);
  const mark = action === 'message' ? null : `[${action}]`;
  const shown = [mark, content.text].filter((part) => part !== null).join('\n');
  if (role !== 'assistant') return { pieces: [message(role, content.text, content.notes)] };
  return { ...assistantTurn({}, { ...content, text: shown }, []), turn: responseOf(event) };
}

/** What the model asked for where it is kept, else what the harness made of it. */
function readTool(event: JsonObject, args: JsonObject, action: string): Called {
  const id = wholeNumber(event['id']);
  const metadata = isObject(event['tool_call_metadata']) ? event['tool_call_metadata'] : {};
  const asked = askedIn(metadata);
  const tool = text(metadata, 'function_name') ?? action;
  const own = Object.entries(args).filter(
    ([name, value]) => !OURS.has(name) && value !== null && value !== '',
  );
  return readCall(
    id === null ? (text(metadata, 'tool_call_id') ?? null) : `event ${id}`,
    tool,
    asked ?? Object.fromEntries(own),
  );
}

function askedIn(metadata: JsonObject): unknown {
  const id = text(metadata, 'tool_call_id');
  const response = isObject(metadata['model_response']) ? metadata['model_response'] : {};
  const choices = Array.isArray(response['choices']) ? response['choices'] : [];
  const answer = choices.filter(isObject).map((choice) => choice['message'])[0];
  const calls = isObject(answer) && Array.isArray(answer['tool_calls']) ? answer['tool_calls'] : [];
  const call = calls.filter(isObject).find((one) => one['id'] === id);
  const body = isObject(call?.['function']) ? call['function'] : undefined;
  return body?.['arguments'];
}

function readObservation(event: JsonObject, observation: string): Reading {
  const extras = isObject(event['extras']) ? event['extras'] : {};
  const cause = wholeNumber(event['cause']);
  const metadata = isObject(event['tool_call_metadata']) ? event['tool_call_metadata'] : {};
  const screenshot = text(extras, 'screenshot') ? [{ type: 'image', image: extras['screenshot'] }] : [];
  const content = readContent([text(event, 'content') ?? '', ...screenshot]);
  if (observation === 'null') return NOTHING;
  if (observation === 'agent_state_changed') {
    const reason = text(extras, 'reason') ?? '';
    return reason === '' ? NOTHING : { pieces: [message('system', reason)] };
  }
  const byCause = cause !== null && cause >= 0 ? `event ${cause}` : null;
  const id = byCause ?? text(metadata, 'tool_call_id') ?? null;
  const inPair = !('id' in event) && !('cause' in event);
  if (id === null && !inPair)
    return { pieces: [message('system', `[${clip(observation, 100)}]\n${content.text ?? ''}`)] };
  // The cause of a recall or of words is no call: then this is something that the environment says.
  const role = 'tool_call_metadata' in event ? 'tool' : 'system';
  return {
    pieces: [
      { type: 'result', id, role, text: content.text, exit_code: exitOf(extras), notes: content.notes },
    ],
  };
}

/** -1 stands for a command that still runs. */
function exitOf(extras: JsonObject): number | null {
  const inner = isObject(extras['metadata']) ? extras['metadata'] : {};
  const code = wholeNumber(inner['exit_code'] ?? extras['exit_code']);
  return code === -1 ? null : code;
}
