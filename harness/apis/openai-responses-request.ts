/** Our request as parameters of the OpenAI Responses API. */
import { createHash } from 'node:crypto';
import type OpenAI from 'openai';
import { argumentsToSend } from '../providers/arguments.js';
import { markedText } from '../providers/messages.js';
import type { AssistantMessage, Message, ModelRequest, UserMessage } from '../providers/port.js';
import type { JsonObject } from '../providers/turn.js';

type Params = OpenAI.Responses.ResponseCreateParamsStreaming;
type Item = OpenAI.Responses.ResponseInputItem;

const userItems = ({ results, text }: UserMessage): Item[] => [
  ...results.map(
    (result): Item => ({
      type: 'function_call_output',
      call_id: result.call_id,
      output: markedText(result),
    }),
  ),
  ...text.filter((item) => item !== '').map((item): Item => ({ role: 'user', content: item })),
];

/**
 * Nothing is stored on the server, so an item id names nothing there and the API would look for it in vain; reasoning
 * lives in its encrypted content alone.
 */
function replayed(items: readonly JsonObject[]): Item[] {
  return items
    .filter((item) => item['type'] !== 'reasoning' || typeof item['encrypted_content'] === 'string')
    .map(({ id: _id, status: _status, ...item }) => item as unknown as Item);
}

function assistantItems({ content, text, calls }: AssistantMessage, model: string): Item[] {
  if (content?.kind === 'openai' && content.model === model) return replayed(content.items);
  return [
    ...(text.trim() === '' ? [] : [{ role: 'assistant', content: text } as const]),
    ...calls.map(
      (call): Item => ({
        type: 'function_call',
        call_id: call.id,
        name: call.name,
        arguments: JSON.stringify(argumentsToSend(call)),
      }),
    ),
  ];
}

const itemsOf = (message: Message, model: string): Item[] =>
  message.role === 'user' ? userItems(message) : assistantItems(message, model);

/** Groups of one run share system and tools, so the key also covers the first message. */
const cacheKey = ({ system, tools, messages }: ModelRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([system, tools, messages[0]]))
    .digest('hex')
    .slice(0, 32);

export function responseParams(model: string, request: ModelRequest, without: ReadonlySet<string>): Params {
  const { system, tools, force_tool, parallel_calls = true, cache = 'growing' } = request;
  const wants = (name: string): boolean => !without.has(name);
  return {
    model,
    stream: true,
    store: false,
    max_output_tokens: request.max_output_tokens,
    input: request.messages.flatMap((message) => itemsOf(message, model)),
    ...(system !== '' && { instructions: system }),
    ...(wants('include') && { include: ['reasoning.encrypted_content'] }),
    ...(cache !== 'none' && wants('prompt_cache_key') && { prompt_cache_key: cacheKey(request) }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => {
        return { type: 'function', name, description, parameters: schema, strict: false };
      }),
      ...(force_tool !== undefined &&
        wants('tool_choice') && { tool_choice: { type: 'function', name: force_tool } }),
      ...(!parallel_calls && wants('parallel_tool_calls') && { parallel_tool_calls: false }),
    }),
  };
}
