/** OpenAI Responses items: messages, reasoning, calls of every kind and their outputs, as trainers and harnesses store them. */
import { clip } from '../text/clip.js';
import { isObject, type JsonObject, text, toJson, wholeNumber } from '../text/json.js';
import { roleOf, said, unknownRecord } from './chat.js';
import type { Answered, Called, Piece, Reading } from './format.js';
import { printed, readContent } from './parts.js';
import { readCall } from './tools.js';

/** Items in a row without an answer or a question between them came out of one response of the model. */
export const TURN = 'response';

/** An output without what a harness put around it. */
export interface Unwrapped {
  readonly content: unknown;
  readonly exit_code: number | null;
}

const asItIs = (content: unknown): Unwrapped => ({ content, exit_code: null });

export function readItem(item: JsonObject, unwrap: (output: unknown) => Unwrapped = asItIs): Reading {
  const type = text(item, 'type') ?? (text(item, 'role') === undefined ? '' : 'message');
  if (type === 'message') return readItemMessage(item);
  if (type === 'reasoning') return spoken(readContent([item]).text);
  if (type === 'agent_message') return spoken(text(item, 'text') ?? null);
  if (type.startsWith('compaction') || type === 'context_compaction') return compaction(null);
  if (type.endsWith('_output')) return { pieces: [output(item, unwrap)], endsTurn: true };
  const call = callIn(item, type);
  if (call === null) return type === '' ? unknownRecord(item) : spoken(`[part: ${clip(type, 100)}]`, true);
  const answer = answerInside(item, type, call.id);
  return { pieces: answer === null ? [call] : [call, answer], turn: TURN };
}

/** A place where what came before was replaced by something shorter. */
export const compaction = (summary: string | null): Reading => ({
  pieces: [{ type: 'compaction', role: 'system', text: summary || '[compaction]', notes: [] }],
  endsTurn: true,
});

function readItemMessage(item: JsonObject): Reading {
  const named = text(item, 'role') ?? 'assistant';
  const role = roleOf(named);
  const content = readContent(item['content']);
  const message = said(role ?? 'user', content, role === undefined ? named : undefined);
  const pieces: Piece[] = [message, ...content.calls, ...content.results];
  return role === 'assistant' ? { pieces, turn: TURN } : { pieces, endsTurn: true };
}

/** Something that the model said, as part of the response that is under way. */
export const spoken = (words: string | null, unknown = false): Reading => ({
  pieces: [{ type: 'message', role: 'assistant', text: words, notes: unknown ? ['unknown_part'] : [] }],
  turn: TURN,
});

/** The call of an item, or null where it is none. */
function callIn(item: JsonObject, type: string): Called | null {
  const id = text(item, 'call_id') ?? text(item, 'id') ?? null;
  switch (type) {
    case 'function_call':
      return readCall(id, text(item, 'name') ?? '', item['arguments']);
    case 'custom_tool_call':
      return readCall(id, text(item, 'name') ?? '', { input: item['input'] });
    case 'shell_call':
      return readCall(id, 'shell', shellAction(item['action']));
    case 'apply_patch_call':
      return readCall(id, 'apply_patch', item['operation']);
    case 'code_interpreter_call':
      return readCall(id, 'python', { code: item['code'] });
    case 'file_search_call':
      return readCall(id, 'file_search', { queries: item['queries'] });
    case 'mcp_call':
      return readCall(id, [text(item, 'server_label'), text(item, 'name')].join('__'), item['arguments']);
    case 'local_shell_call':
      return readCall(id, 'local_shell', localAction(item['action']));
    case 'web_search_call':
    case 'computer_call':
    case 'image_generation_call':
    case 'tool_search_call':
      return readCall(id, type.replace(/_call$/, ''), item['action'] ?? item['arguments'] ?? {});
    default:
      return null;
  }
}

/** The command without what is the same in every call. */
const localAction = (action: unknown): unknown =>
  isObject(action) && 'command' in action
    ? {
        command: action['command'],
        ...(text(action, 'working_directory') ? { workdir: action['working_directory'] } : {}),
      }
    : action;

/** Several commands of one call stand on lines of their own. */
function shellAction(action: unknown): unknown {
  const commands = isObject(action) ? action['commands'] : undefined;
  return Array.isArray(commands)
    ? { command: commands.filter((one) => typeof one === 'string').join('\n') }
    : action;
}

/** Tools that run at the provider have their results in the item of the call. */
function answerInside(item: JsonObject, type: string, id: string | null): Answered | null {
  if (type === 'mcp_call') return answered(id, item['output'] ?? item['error']);
  if (type === 'code_interpreter_call') return answered(id, logsOf(item['outputs']));
  if (type === 'file_search_call') return answered(id, toJson(item['results']));
  if (type === 'image_generation_call') return answered(id, [{ type: 'image' }]);
  return type === 'web_search_call' ? answered(id, null) : null;
}

const logsOf = (outputs: unknown): unknown =>
  Array.isArray(outputs)
    ? outputs.map((part) => (isObject(part) && text(part, 'logs') !== undefined ? text(part, 'logs') : part))
    : null;

/** An answer with any content: text, parts, or nothing. */
export function answered(id: string | null, given: unknown, exit_code: number | null = null): Answered {
  const { text: shown, notes } = readContent(given);
  return { type: 'result', id, role: 'tool', text: shown, exit_code, notes };
}

function output(item: JsonObject, unwrap: (output: unknown) => Unwrapped): Answered {
  const id = text(item, 'call_id') ?? text(item, 'id') ?? null;
  const given = item['output'];
  const runs = Array.isArray(given) ? given.filter(isObject).filter((part) => 'stdout' in part) : [];
  if (runs.length > 0) return answered(id, runs.map(printed).join('\n'), exitOfRun(runs.at(-1)));
  const { content, exit_code } = unwrap(given);
  return answered(id, content, exit_code);
}

function exitOfRun(run: JsonObject | undefined): number | null {
  const outcome = run?.['outcome'];
  return isObject(outcome) ? wholeNumber(outcome['exit_code']) : null;
}
