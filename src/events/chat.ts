/** What chat messages have in common over the formats that carry them: roles, contents, tool calls, results. */
import { clip } from '../text/clip.js';
import { isObject, type JsonObject, parseJson, text, wholeNumber } from '../text/json.js';
import type { EventNote, EventRow } from './event.js';
import type { Answered, Called, Piece, Reading, Said } from './format.js';
import { type Content, readContent } from './parts.js';
import { readCall } from './tools.js';

const ROLES: Readonly<Record<string, EventRow['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
};

export const roleOf = (name: string): EventRow['role'] | undefined =>
  Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;

/** What was said apart from calls and results; the note and the name keep a role that nobody knows. */
export function said(role: EventRow['role'], content: Content, unknownRole?: string): Said {
  if (unknownRole === undefined) return { type: 'message', role, text: content.text, notes: content.notes };
  const shown = `[role: ${clip(unknownRole, 100)}]${content.text === null ? '' : `\n${content.text}`}`;
  return {
    type: 'message',
    role,
    text: shown,
    notes: [...new Set<EventNote>([...content.notes, 'unknown_part'])],
  };
}

/** A chat message as OpenAI, Anthropic and their many relatives write it. */
export function readMessage(record: unknown): Reading {
  const named = isObject(record) ? text(record, 'role') : undefined;
  if (!isObject(record) || named === undefined) return unknownRecord(record);
  const content = readContent(record['content']);
  const role = roleOf(named);
  if (role === 'assistant') return assistantTurn(record, content, toolCalls(record));
  if (role === 'tool') return { pieces: [toolResult(record, content), ...content.results] };
  const message = said(role ?? 'user', content, role === undefined ? named : undefined);
  const silent = message.text === null && content.results.length > 0;
  const pieces: Piece[] = silent ? [] : [message];
  return { pieces: [...pieces, ...content.calls, ...content.results] };
}

function toolResult(record: JsonObject, { text: shown, notes }: Content): Answered {
  const id = text(record, 'tool_call_id') ?? null;
  return { type: 'result', id, role: 'tool', text: shown, exit_code: recordedExit(record), notes };
}

/** Calls in `tool_calls`, and the one in the older `function_call`. */
export function toolCalls(message: JsonObject): Called[] {
  const listed = message['tool_calls'];
  const older = message['function_call'];
  const calls = Array.isArray(listed) ? listed.map(unpacked).filter(isObject).map(toolCall) : [];
  if (isObject(older)) calls.push(readCall(null, text(older, 'name') ?? '', older['arguments']));
  return calls;
}

/** Some trainers write each call as a text of its own. */
function unpacked(call: unknown): unknown {
  if (typeof call !== 'string') return call;
  const parsed = parseJson(call);
  return parsed.ok ? parsed.value : { arguments: call };
}

function toolCall(call: JsonObject): Called {
  const id = text(call, 'id') ?? null;
  const custom = call['custom'];
  if (isObject(custom)) return readCall(id, text(custom, 'name') ?? '', { input: custom['input'] });
  const named = call['function'];
  const body = isObject(named) ? named : call;
  const name = typeof named === 'string' ? named : (text(body, 'name') ?? '');
  return readCall(id, name, body['arguments']);
}

/** Everything an assistant message holds: reasoning, words, then calls. A message without any of it is still a turn. */
export function assistantTurn(message: JsonObject, content: Content, calls: readonly Called[]): Reading {
  const spoken = spokenIn(message, content.text);
  const silent = (spoken === null || spoken === '') && content.notes.length === 0;
  const acts: Piece[] = [...content.calls, ...calls, ...content.results];
  if (silent && acts.length > 0) return { pieces: acts, turn: null };
  return {
    pieces: [{ type: 'message', role: 'assistant', text: spoken, notes: content.notes }, ...acts],
    turn: null,
  };
}

function spokenIn(message: JsonObject, words: string | null): string | null {
  const reasoning = text(message, 'reasoning_content') ?? text(message, 'reasoning');
  const refusal = text(message, 'refusal');
  if (!reasoning && !refusal) return words;
  const parts = [
    reasoning ? `[thinking]\n${reasoning}\n[end of thinking]` : null,
    words,
    refusal ? `[refusal]\n${refusal}` : null,
  ];
  return parts.filter((part) => part !== null).join('\n');
}

/** A record that is no message of the format, named by what it has. */
export function unknownRecord(record: unknown): Reading {
  const shape = isObject(record)
    ? `record with ${clip(Object.keys(record).slice(0, 8).join(', '), 200)}`
    : typeof record;
  const text = `[part: ${record === null ? 'null' : Array.isArray(record) ? 'list' : shape}]`;
  return { pieces: [{ type: 'message', role: 'system', text, notes: ['unknown_part'] }] };
}

/** A document in which nothing was said. */
export const EMPTY_DOCUMENT: Reading = { pieces: [], warnings: ['it holds no records'] };

/** An exit code that the harness wrote into a field of the record itself; booleans and texts are none. */
export function recordedExit(record: JsonObject): number | null {
  for (const place of [record, record['extra'], record['metadata']]) {
    if (!isObject(place)) continue;
    const value = wholeNumber(place['exit_code'] ?? place['returncode'] ?? place['exitCode']);
    if (value !== null) return value;
  }
  return null;
}

/** Stands for a record that was not read: too large, or made to blow up in memory. */
export function skippedRecord(why: string): Reading {
  return {
    pieces: [{ type: 'message', role: 'system', text: `[record not read: ${why}]`, notes: ['oversized'] }],
  };
}
