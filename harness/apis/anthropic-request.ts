/** Our request as parameters of the Anthropic Messages API. */
import type Anthropic from '@anthropic-ai/sdk';
import { argumentsToSend } from '../providers/arguments.js';
import type { AssistantMessage, Message, ModelRequest, UserMessage } from '../providers/port.js';

type Params = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;

const MARK = { cache_control: { type: 'ephemeral' } } as const;
const THINKING = ['thinking', 'redacted_thinking'];

const userBlocks = ({ results, text }: UserMessage): Block[] => [
  ...results.map(
    (result): Block => ({
      type: 'tool_result',
      tool_use_id: result.call_id,
      content: result.text,
      is_error: result.is_error,
    }),
  ),
  ...text.filter((item) => item !== '').map((item): Block => ({ type: 'text', text: item })),
];

/**
 * The blocks as the model gave them, or made of text and calls if another model gave them. A thinking block is valid
 * only behind the prefix it was made with (the API refuses it elsewhere), so it leaves where that prefix was edited,
 * as it is when old tool results are shortened.
 */
function assistantBlocks(message: AssistantMessage, model: string, prefix: string | undefined): Block[] {
  const { content } = message;
  if (content?.kind === 'anthropic' && content.model === model) {
    const kept = content.items.filter(
      (item) => content.prefix === prefix || !THINKING.includes(String(item['type'])),
    );
    return kept as unknown as Block[];
  }
  return [
    ...(message.text.trim() === '' ? [] : [{ type: 'text', text: message.text } as const]),
    ...message.calls.map(
      (call): Block => ({ type: 'tool_use', id: call.id, name: call.name, input: argumentsToSend(call) }),
    ),
  ];
}

const blocksOf = (message: Message, model: string, prefix: string | undefined): Block[] =>
  message.role === 'user' ? userBlocks(message) : assistantBlocks(message, model, prefix);

/**
 * Marks the end of the last user message and of the one before it: the second is where the previous request ended, so
 * its cache entry is found however many blocks one turn has added (a mark looks back 20 blocks only).
 */
function markGrowth(messages: Anthropic.MessageParam[]): void {
  const users = messages.filter(({ role }) => role === 'user').slice(-2);
  for (const { content } of users) {
    const last = typeof content === 'string' ? undefined : content.at(-1);
    if (last) Object.assign(last, MARK);
  }
}

function toolChoice(
  { tools, force_tool, parallel_calls = true }: ModelRequest,
  forced: boolean,
): Partial<Params> {
  if (tools.length === 0) return {};
  const serial = parallel_calls ? {} : { disable_parallel_tool_use: true };
  if (forced && force_tool !== undefined)
    return { tool_choice: { type: 'tool', name: force_tool, ...serial } };
  return parallel_calls ? {} : { tool_choice: { type: 'auto', ...serial } };
}

export function messageParams(
  model: string,
  request: ModelRequest,
  prefixes: readonly string[],
  without: ReadonlySet<string>,
): Params {
  const { system, cache = 'growing' } = request;
  const stable = cache === 'none' ? {} : MARK;
  const messages = request.messages
    .map((message, index): Anthropic.MessageParam => {
      const prefix = without.has('thinking') ? undefined : prefixes[index];
      return { role: message.role, content: blocksOf(message, model, prefix) };
    })
    .filter(({ content }) => content.length > 0);
  if (cache === 'growing') markGrowth(messages);
  const tools = request.tools.map(
    ({ name, description, schema }, index): Anthropic.Tool => ({
      name,
      description,
      input_schema: schema as Anthropic.Tool.InputSchema,
      ...(index === request.tools.length - 1 && stable),
    }),
  );
  return {
    model,
    max_tokens: request.max_output_tokens,
    stream: true,
    ...(system !== '' && { system: [{ type: 'text', text: system, ...stable }] }),
    ...(tools.length > 0 && { tools }),
    ...toolChoice(request, !without.has('tool_choice')),
    messages,
  };
}
