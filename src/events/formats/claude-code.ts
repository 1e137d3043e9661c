/** Claude Code: session JSONL with its sub-agents' files, and the stream of `claude -p --output-format stream-json`. */
import { clip } from '../../text/clip.js';
import { isObject, type JsonObject, text, wholeNumber } from '../../text/json.js';
import { readMessage, unknownRecord } from '../chat.js';
import { type Answered, NOTHING, type Piece, type Reading, type TraceFormat } from '../format.js';
import { readContent } from '../parts.js';

/** Lines that keep the state of the program. Progress repeats what a sub-agent's own lines say. */
const STATE =
  /^(?:file-history-\w+|progress|permission-mode|mode|tag|stream_event|control_\w+|keep_alive|last-prompt|[\w-]+-(?:title|name|color|setting|state|link))$/;
const LINES = ['user', 'assistant', 'system', 'summary', 'attachment', 'queue-operation', 'result'];

export const claudeCode: TraceFormat = {
  name: 'claude-code',
  containers: [{ kind: 'lines' }],
  recognize({ records }) {
    const lines = records.filter(isObject).filter((line) => LINES.includes(text(line, 'type') ?? ''));
    const isSession = (line: JsonObject): boolean =>
      ['sessionId', 'session_id', 'leafUuid', 'parentUuid'].some((name) => name in line);
    return lines.some(isSession) ? 'lines of a Claude Code session' : null;
  },
  read(record): Reading {
    if (!isObject(record)) return unknownRecord(record);
    const reading = readLine(record, text(record, 'type') ?? '');
    const thread = threadOf(record);
    const warnings = versionWarnings(record);
    return {
      ...reading,
      ...(thread === null ? {} : { thread }),
      ...(warnings.length > 0 ? { warnings } : {}),
    };
  },
};

/** Sub-agents: `agentId` on lines of their own file, `isSidechain` alone in older sessions, the calling tool in streams. */
function threadOf(line: JsonObject): string | null {
  const parent = text(line, 'parent_tool_use_id');
  const name = text(line, 'agentId') ?? (line['isSidechain'] === true ? 'sidechain' : parent);
  return name === undefined ? null : clip(name, 100);
}

function versionWarnings(line: JsonObject): readonly string[] {
  const version = text(line, 'version');
  return version === undefined || /^[12]\./.test(version)
    ? []
    : [
        `version ${JSON.stringify(clip(version, 100))} of claude-code is not known; read as far as it is understood`,
      ];
}

function readLine(line: JsonObject, type: string): Reading {
  switch (type) {
    case 'assistant':
      return readAssistant(line);
    case 'user':
      return readUser(line);
    case 'system':
      return readSystem(line);
    case 'summary':
      return compacted(text(line, 'summary') ?? null);
    case 'attachment':
      return noticed(showAttachment(line['attachment']));
    case 'queue-operation':
      return text(line, 'content') === undefined ? NOTHING : noticed(`[queued]\n${text(line, 'content')}`);
    case 'result':
      return noticed(`[result: ${clip(text(line, 'subtype') ?? '', 100)}]\n${text(line, 'result') ?? ''}`);
    default:
      return STATE.test(type) ? NOTHING : unknownRecord(line);
  }
}

/** The lines of one answer of the model have its id in common. */
function readAssistant(line: JsonObject): Reading {
  const { message } = line;
  if (!isObject(message)) return unknownRecord(line);
  const reading = readMessage({ ...message, role: 'assistant' });
  if (line['isApiErrorMessage'] === true) {
    const words = readContent(message['content']).text;
    return noticed(`[error of the model's service]\n${words ?? ''}`);
  }
  return { ...reading, turn: text(message, 'id') ?? text(line, 'requestId') ?? null };
}

function readUser(line: JsonObject): Reading {
  const { message } = line;
  if (!isObject(message)) return unknownRecord(line);
  if (line['isCompactSummary'] === true) return compacted(readContent(message['content']).text);
  const reading = readMessage({ ...message, role: 'user' });
  const said = line['isMeta'] === true ? ('system' as const) : ('user' as const);
  const pieces = reading.pieces.map(
    (piece): Piece => (piece.type === 'result' ? withExit(piece, line) : { ...piece, role: said }),
  );
  return { pieces };
}

/** Failed commands have their code in a first line of the harness's own; the flag tells it from printed text. */
function withExit(result: Answered, line: JsonObject): Answered {
  const { message, toolUseResult } = line;
  const recorded = isObject(toolUseResult)
    ? wholeNumber(toolUseResult['exitCode'] ?? toolUseResult['returnCode'])
    : null;
  if (recorded !== null) return { ...result, exit_code: recorded };
  const parts =
    isObject(message) && Array.isArray(message['content']) ? message['content'].filter(isObject) : [];
  const failed = parts.some((part) => part['tool_use_id'] === result.id && part['is_error'] === true);
  const match = failed ? /^(?:Error: )?Exit code (\d{1,9})(?:\n|$)/.exec(result.text ?? '') : null;
  return match ? { ...result, exit_code: Number(match[1]) } : result;
}

function readSystem(line: JsonObject): Reading {
  const content = readContent(
    line['content'] ?? (isObject(line['message']) ? line['message']['content'] : null),
  );
  if (text(line, 'subtype') === 'compact_boundary') return compacted(content.text);
  return content.text === null ? NOTHING : noticed(content.text);
}

const noticed = (words: string): Reading => ({
  pieces: [{ type: 'message', role: 'system', text: words, notes: [] }],
});

const compacted = (words: string | null): Reading => ({
  pieces: [{ type: 'compaction', role: 'system', text: words ?? '[compaction]', notes: [] }],
});

/** What the program showed to the model beside the conversation: changed files, hooks, queued words. */
function showAttachment(attachment: unknown): string {
  if (!isObject(attachment)) return '[attachment]';
  const words = ['prompt', 'content', 'snippet', 'stdout', 'stderr', 'message']
    .map((name) => readContent(attachment[name]).text ?? '')
    .filter(Boolean);
  return [`[attachment: ${clip(text(attachment, 'type') ?? 'untyped', 100)}]`, ...words].join('\n');
}
