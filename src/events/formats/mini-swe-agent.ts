/** mini-swe-agent `.traj.json`: version 1 (commands in the prose), 1.1 and 2 (tool calls or `extra.actions`), its Responses models, and forks that mark calls in the text or keep their messages as a rendered log. */
import { isObject, type JsonObject, text } from '../../text/json.js';
import {
  assistantTurn,
  EMPTY_DOCUMENT,
  recordedExit,
  roleOf,
  said,
  toolCalls,
  unknownRecord,
} from '../chat.js';
import type { Called, Piece, Reading, TraceFormat } from '../format.js';
import { logCutter, loggedMessage, messagesOfLog } from '../message-log.js';
import { type Content, readContent } from '../parts.js';
import { readTextCall } from '../text-calls.js';
import { readCall, readCommand } from '../tools.js';

/** Version 1 hands on what follows this mark as it is: the submission, in which any text can stand in front. */
const SUBMITS = /COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT/;

export const miniSweAgent: TraceFormat = {
  name: 'mini-swe-agent',
  containers: [
    { kind: 'array', path: ['messages'] },
    { kind: 'array', path: [] },
    { kind: 'document' },
    { kind: 'text', cutter: logCutter },
  ],
  version: { field: 'trajectory_format', known: /^mini-swe-agent-1(?:\.1)?$/ },
  recognize({ text: shown, name, records }) {
    if (/"trajectory_format"\s*:\s*"mini-swe-agent/.test(shown))
      return 'a trajectory_format of mini-swe-agent';
    if (name.endsWith('.traj.json') && records.length > 0) return 'named like a trajectory of mini-swe-agent';
    if (records.length === 0 && messagesOfLog(shown).length > 0) return 'a log of rendered messages';
    return records.some(hasActions) ? 'messages with extra.actions' : null;
  },
  read(record): Reading | readonly Reading[] {
    if (!isObject(record)) return unknownRecord(record);
    return isObject(record['info']) || 'context' in record ? readDocument(record) : readEntry(record);
  },
  readText: readLogged,
};

const hasActions = (message: unknown): boolean =>
  isObject(message) && isObject(message['extra']) && 'actions' in message['extra'];

function readLogged(piece: string): Reading {
  const message = loggedMessage(piece);
  if (message !== null) return readEntry({ ...message });
  const words = piece.trim();
  return /^-*$/.test(words) ? { pieces: [] } : readEntry({ role: 'system', content: words });
}

/** A document without messages: some forks write them into one text. */
function readDocument(document: JsonObject): Reading | readonly Reading[] {
  const messages = messagesOfLog(text(document, 'context') ?? '');
  if (messages.length === 0) return EMPTY_DOCUMENT;
  return messages.map((message) => readEntry({ ...message }));
}

function readEntry(record: JsonObject): Reading {
  if (text(record, 'object') === 'response') return responseTurn(record);
  const role = text(record, 'role');
  if (text(record, 'type') === 'function_call_output')
    return reply(record, 'tool', readContent(record['output']));
  if (role === undefined) return unknownRecord(record);
  const content = readContent(record['content']);
  if (roleOf(role) === 'assistant') return turn(record, content);
  return role === 'exit' ? ending(record, content) : reply(record, role, content);
}

function turn(record: JsonObject, content: Content): Reading {
  const calls = [...toolCalls(record), ...content.calls];
  if (calls.length > 0) return assistantTurn(record, { ...content, calls: [] }, calls);
  const written = content.text === null ? null : readTextCall(content.text);
  const actions = plainActions(record);
  const [action] = actions;
  if (
    written !== null &&
    (actions.length === 0 || (actions.length === 1 && action?.text === written.call.text))
  ) {
    const call = { ...written.call, unwrapped: SUBMITS.test(written.call.text) };
    return assistantTurn(record, { ...content, text: written.prose === '' ? null : written.prose }, [call]);
  }
  return assistantTurn(record, content, actions);
}

/** Commands that the harness took out of the message itself; they are answered by order. */
function plainActions(record: JsonObject): Called[] {
  const extra = record['extra'];
  const actions = isObject(extra) ? extra['actions'] : undefined;
  return (Array.isArray(actions) ? actions : [])
    .filter(isObject)
    .map((action) => readCommand(text(action, 'command') ?? ''));
}

/** A whole Responses answer as one turn. */
function responseTurn(record: JsonObject): Reading {
  const output = record['output'];
  const items = (Array.isArray(output) ? output : []).filter(isObject);
  const isCall = (item: JsonObject): boolean => text(item, 'type') === 'function_call';
  const content = readContent(
    items
      .filter((item) => !isCall(item))
      .flatMap((item) =>
        text(item, 'type') === 'message' && Array.isArray(item['content']) ? item['content'] : [item],
      ),
  );
  const calls = items
    .filter(isCall)
    .map((item) =>
      readCall(
        text(item, 'call_id') ?? text(item, 'id') ?? null,
        text(item, 'name') ?? '',
        item['arguments'],
      ),
    );
  return assistantTurn(record, content, calls);
}

/** Any other message answers the open call, unless the harness says that it interrupts instead. */
function reply(record: JsonObject, named: string, content: Content): Reading {
  const role = roleOf(named) ?? 'user';
  const extra = record['extra'];
  const interrupts = isObject(extra) && extra['interrupt_type'] !== undefined;
  const actions = plainActions(record);
  if (interrupts || actions.length > 0 || roleOf(named) === undefined) {
    return {
      pieces: [
        said(role, content, roleOf(named) === undefined ? named : undefined),
        ...actions.map((action) => ({ ...action, role })),
      ],
    };
  }
  const id = text(record, 'tool_call_id') ?? text(record, 'call_id') ?? null;
  const exit_code = recordedExit(record) ?? wrappedExit(content.text);
  return { pieces: [{ type: 'result', id, role, text: content.text, exit_code, notes: content.notes }] };
}

/** The return code in the wrapper that the harness puts in front of an output; further back a program could have printed it. */
function wrappedExit(shown: string | null): number | null {
  const match = /^<returncode>(-?\d{1,9})<\/returncode>/.exec(shown ?? '');
  return match ? Number(match[1]) : null;
}

/** The harness's own last word: what was submitted answers the submitting command. */
function ending(record: JsonObject, content: Content): Reading {
  const extra = record['extra'];
  const status = isObject(extra) ? text(extra, 'exit_status') : undefined;
  const shown = [status ? `[exit: ${status}]` : null, content.text]
    .filter((part) => part !== null)
    .join('\n');
  const piece: Piece =
    status === 'Submitted'
      ? { type: 'result', id: null, role: 'system', text: shown, exit_code: null, notes: content.notes }
      : { type: 'message', role: 'system', text: shown, notes: content.notes };
  return { pieces: [piece] };
}
