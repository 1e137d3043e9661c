/** Events of the OpenHands SDK (V1): actions with their tool calls, observations, messages, condensations. */
import { clip } from '../text/clip.js';
import { isObject, type JsonObject, text, toJson, wholeNumber } from '../text/json.js';
import { assistantTurn, readMessage, unknownRecord } from './chat.js';
import { type Answered, NOTHING, type Reading } from './format.js';
import { type Content, readContent } from './parts.js';
import { readCall } from './tools.js';

const SILENT =
  /^(?:ConversationStateUpdateEvent|CondensationRequest|TokenEvent|LLMCompletionLogEvent|StreamingDelta\w*)$/;

export function readSdkEvent(event: JsonObject, kind: string): Reading {
  switch (kind) {
    case 'SystemPromptEvent':
      return noticed(readContent([event['system_prompt'], event['dynamic_context']].filter(isObject)).text);
    case 'MessageEvent':
      return readSaid(event);
    case 'ActionEvent':
      return readAction(event);
    case 'ObservationEvent':
    case 'UserRejectObservation':
    case 'AgentErrorEvent':
      return { pieces: [readObservation(event)] };
    case 'ACPToolCallEvent':
      return readForeignCall(event);
    case 'Condensation':
    case 'CondensationSummaryEvent': {
      const summary = text(event, 'summary') ?? '[condensation]';
      return { pieces: [{ type: 'compaction', role: 'system', text: summary, notes: [] }] };
    }
    case 'PauseEvent':
    case 'InterruptEvent':
      return noticed(`[${kind}]`);
    case 'ConversationErrorEvent':
    case 'HookExecutionEvent':
      return noticed(
        `[${kind}]\n${text(event, 'detail') ?? text(event, 'error') ?? text(event, 'stdout') ?? ''}`,
      );
    default:
      return SILENT.test(kind) ? NOTHING : unknownRecord(event);
  }
}

const noticed = (words: string | null): Reading => ({
  pieces: [{ type: 'message', role: 'system', text: words, notes: [] }],
});

function readSaid(event: JsonObject): Reading {
  const { llm_message: message, extended_content: extended } = event;
  if (!isObject(message)) return unknownRecord(event);
  const parts = [...partsOf(message['content']), ...partsOf(extended)];
  const role = text(message, 'role') ?? (event['source'] === 'agent' ? 'assistant' : 'user');
  const reading = readMessage({ ...message, role, content: [...thinkingIn(message), ...parts] });
  return reading.turn === undefined ? reading : { ...reading, turn: text(event, 'llm_response_id') ?? null };
}

const partsOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content === null || content === undefined ? [] : [content];

const thinkingIn = (holder: JsonObject): readonly unknown[] => partsOf(holder['thinking_blocks']);

function readAction(event: JsonObject): Reading {
  const { tool_call: asked, action } = event;
  const body = isObject(asked) ? asked : {};
  const named = isObject(body['function']) ? body['function'] : body;
  const given = named['arguments'] ?? (isObject(action) ? withoutKind(action) : undefined);
  const id = text(event, 'tool_call_id') ?? text(body, 'id') ?? null;
  const call = readCall(id, text(event, 'tool_name') ?? text(named, 'name') ?? '', given);
  const thought = readContent([...thinkingIn(event), ...partsOf(event['thought'])]);
  const turn = assistantTurn(event, thought, [call]);
  return { ...turn, turn: text(event, 'llm_response_id') ?? null };
}

const withoutKind = ({ kind: _, ...args }: JsonObject): JsonObject => args;

function readObservation(event: JsonObject): Answered {
  const observation = isObject(event['observation']) ? event['observation'] : {};
  const content = contentOf(event, observation);
  return {
    type: 'result',
    id: text(event, 'tool_call_id') ?? null,
    role: 'tool',
    text: content.text,
    exit_code: exitOf(observation),
    notes: content.notes,
  };
}

function contentOf(event: JsonObject, observation: JsonObject): Content {
  const refused = text(event, 'rejection_reason');
  const failed = text(event, 'error');
  if (refused !== undefined) return readContent(`[rejected]\n${refused}`);
  if (failed !== undefined) return readContent(`[error]\n${failed}`);
  const shown = observation['content'] ?? observation['output'] ?? observation['text'];
  if (shown === undefined) return readContent(toJson(withoutKind(observation)));
  return readContent([...partsOf(shown), ...partsOf(event['extended_content'])]);
}

/** -1 stands for a command that still runs. */
function exitOf(observation: JsonObject): number | null {
  const metadata = isObject(observation['metadata']) ? observation['metadata'] : {};
  const code = wholeNumber(observation['exit_code']) ?? wholeNumber(metadata['exit_code']);
  return code === -1 ? null : code;
}

/** A call of an agent that runs outside, told again with each change of its state. */
function readForeignCall(event: JsonObject): Reading {
  const id = text(event, 'tool_call_id') ?? null;
  const tool = text(event, 'tool_kind') ?? text(event, 'title') ?? '';
  const input = event['raw_input'];
  const call = readCall(id, tool, isObject(input) ? input : { title: text(event, 'title') ?? '' });
  const status = text(event, 'status') ?? '';
  const pieces = [{ ...call, ifNew: true as const }];
  if (status !== 'completed' && status !== 'failed') return { pieces, turn: null };
  const output = event['raw_output'];
  const shown =
    typeof output === 'string' ? output : output === null ? null : toJson(output ?? event['content']);
  const answer: Answered = {
    type: 'result',
    id,
    role: 'tool',
    text: shown && clip(shown, 1e6),
    exit_code: null,
    notes: [],
  };
  return { pieces: [...pieces, answer], turn: null };
}
