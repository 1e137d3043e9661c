/** SWE-agent `.traj`, 0.x and 1.x, and its forks (CodeR): steps of thought, action and observation; its history where there are no steps. */
import { clip } from '../../text/clip.js';
import { isObject, type JsonObject, parseJson, text } from '../../text/json.js';
import { assistantTurn, roleOf, said, toolCalls, unknownRecord } from '../chat.js';
import type { Answered, Called, Piece, Reading, TraceFormat } from '../format.js';
import { readContent } from '../parts.js';
import { readCall, readCommand } from '../tools.js';

/** Commands of its own tools whose first operand is a file. */
const ON_FILE = new Set('open create str_replace_editor view_image filemap find_file'.split(' '));
/** Those that work on the file in its viewer. */
const ON_OPEN_FILE = new Set('edit insert append goto scroll_up scroll_down search_file'.split(' '));
const COMMANDS = new Set(
  'open create edit insert append goto scroll_up scroll_down search_file search_dir find_file filemap str_replace_editor view_image submit exit_forfeit plan succeed fail'.split(
    ' ',
  ),
);

export const sweAgent: TraceFormat = {
  name: 'swe-agent',
  containers: [
    { kind: 'array', path: ['trajectory'] },
    { kind: 'array', path: ['history'] },
  ],
  recognize({ first, name, text: shown }) {
    const { trajectory: steps, history } = first;
    const step = Array.isArray(steps) && isObject(steps[0]) ? steps[0] : {};
    if (text(step, 'action') !== undefined && text(step, 'observation') !== undefined)
      return 'steps of action and observation';
    const demonstration = Array.isArray(history) && /"(?:message_type|is_demo|agent)"/.test(shown);
    return demonstration && name.endsWith('.traj') ? 'a history of SWE-agent' : null;
  },
  read(record): Reading {
    if (!isObject(record)) return unknownRecord(record);
    if ('observation' in record || text(record, 'role') === undefined) return readStep(record);
    return readEntry(record);
  },
};

function readStep(step: JsonObject): Reading {
  const action = text(step, 'action');
  const observation = text(step, 'observation');
  if (action === undefined && observation === undefined && text(step, 'response') === undefined)
    return unknownRecord(step);
  const ran = action !== undefined && action.trim() !== '';
  const words = text(step, 'thought') || (ran ? null : text(step, 'response'));
  const pieces: Piece[] = [];
  if (words || !ran) {
    pieces.push({ type: 'message', role: 'assistant', text: words ?? null, notes: [] });
  }
  if (ran) pieces.push(readAction(action, openFile(step['state'])));
  // Without an action the harness answers the turn itself: a format that it could not read, a limit.
  if (observation !== undefined && (ran || observation !== '')) pieces.push(resultOf(observation, ran));
  return { pieces, turn: null };
}

/** The state is an object, in older versions its JSON. */
function openFile(state: unknown): string | undefined {
  const parsed = typeof state === 'string' ? parseJson(state) : { ok: true as const, value: state };
  const file = parsed.ok && isObject(parsed.value) ? text(parsed.value, 'open_file') : undefined;
  return file === undefined || file === '' || file === 'n/a' ? undefined : file;
}

const resultOf = (observation: string, ran: boolean): Piece =>
  ran
    ? { type: 'result', id: null, role: 'tool', text: observation, exit_code: null, notes: [] }
    : { type: 'message', role: 'system', text: observation, notes: [] };

/** One of its own tools by its first word, else a command of the shell. @param shown the file that is open in its viewer */
function readAction(action: string, shown?: string): Called {
  const command = action.trim();
  const [tool = ''] = /^\w+(?=\s|$)/.exec(command) ?? [];
  if (!COMMANDS.has(tool)) return readCommand(command);
  const operands = command.slice(tool.length, tool.length + 2000).match(/\S+/g) ?? [];
  const verb = tool === 'str_replace_editor' ? operands.shift() : undefined;
  const named = ON_FILE.has(tool) ? operands[0]?.replace(/^(['"])(.*)\1$/, '$2') : undefined;
  const path = named ?? (ON_OPEN_FILE.has(tool) ? shown : undefined);
  const call = readCall(null, tool, {
    ...(verb === undefined ? {} : { command: verb }),
    ...(path === undefined ? {} : { path }),
  });
  return { ...call, text: command };
}

/** An entry of the history: messages with the action that was read out of them. */
function readEntry(entry: JsonObject): Reading {
  const named = text(entry, 'role') ?? '';
  const content = readContent(entry['content']);
  const agent = text(entry, 'agent') ?? 'main';
  const thread = ['main', 'primary'].includes(agent) ? {} : { thread: clip(agent, 100) };
  if (entry['is_demo'] === true) {
    const shown = `[demonstration]\n${content.text ?? ''}`;
    return { pieces: [{ type: 'message', role: 'system', text: shown, notes: content.notes }], ...thread };
  }
  const role = roleOf(named);
  if (role === 'assistant') return { ...readSaid(entry), ...thread };
  // Users are the harness too: where no call waits, their answer is a message.
  if (role === 'tool' || role === 'user') return { pieces: [observed(entry, role)], ...thread };
  return { pieces: [said(role ?? 'system', content, role === undefined ? named : undefined)], ...thread };
}

function readSaid(entry: JsonObject): Reading {
  const calls = toolCalls(entry);
  const action = text(entry, 'action')?.trim() ?? '';
  if (calls.length > 0 || action === '') return assistantTurn(entry, readContent(entry['content']), calls);
  const thought = readContent(text(entry, 'thought') ?? entry['content']);
  return assistantTurn(entry, thought, [readAction(action)]);
}

function observed(entry: JsonObject, role: Answered['role']): Answered {
  const ids = entry['tool_call_ids'];
  const id =
    Array.isArray(ids) && typeof ids[0] === 'string' ? ids[0] : (text(entry, 'tool_call_id') ?? null);
  const { text: shown, notes } = readContent(entry['content']);
  return { type: 'result', id, role, text: shown, exit_code: null, notes };
}
