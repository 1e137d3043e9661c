/** Our request as parameters of the Chat Completions API. */
import type OpenAI from 'openai';
import { argumentsToSend } from '../providers/arguments.js';
import { markedText } from '../providers/messages.js';
import type { AssistantMessage, Message, ModelRequest, UserMessage } from '../providers/port.js';

type Params =
  | OpenAI.Chat.ChatCompletionCreateParamsStreaming
  | OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam;

/** Names that the API would refuse, as a weak model invents them, go back in a form it takes. */
const safeName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unnamed';

function assistantChat({ text, calls, content }: AssistantMessage, withReasoning: boolean): ChatMessage {
  // Reasoning goes back under the name it came with; servers that think between calls ask for it.
  const reasoning = content?.kind === 'openai-chat' && withReasoning ? content.items[0] : undefined;
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...reasoning,
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: safeName(call.name), arguments: JSON.stringify(argumentsToSend(call)) },
      })),
    }),
  };
}

const userChat = ({ results, text }: UserMessage): ChatMessage[] => {
  const said = text.filter((item) => item !== '').join('\n\n');
  return [
    ...results.map(
      (result): ChatMessage => ({ role: 'tool', tool_call_id: result.call_id, content: markedText(result) }),
    ),
    ...(said === '' ? [] : [{ role: 'user', content: said } as const]),
  ];
};

const chatOf = (message: Message, withReasoning: boolean): ChatMessage[] =>
  message.role === 'user' ? userChat(message) : [assistantChat(message, withReasoning)];

/** llama.cpp reads only words and silently takes a named tool for `auto`; for a single tool `required` says the same. */
const forced = (name: string, { tools }: ModelRequest): OpenAI.Chat.ChatCompletionToolChoiceOption =>
  tools.length === 1 ? 'required' : { type: 'function', function: { name } };

export function chatParams(
  model: string,
  request: ModelRequest,
  limit: 'max_tokens' | 'max_completion_tokens',
  without: ReadonlySet<string>,
): Params {
  const { system, tools, force_tool, parallel_calls = true } = request;
  const wants = (name: string): boolean => !without.has(name);
  const other = limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const params = {
    model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
      ...request.messages.flatMap((message) => chatOf(message, wants('reasoning'))),
    ],
    [wants(limit) ? limit : other]: request.max_output_tokens,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => {
        return { type: 'function' as const, function: { name, description, parameters: schema } };
      }),
      ...(force_tool !== undefined && wants('tool_choice') && { tool_choice: forced(force_tool, request) }),
      ...(!parallel_calls && wants('parallel_tool_calls') && { parallel_tool_calls: false }),
    }),
  };
  if (!wants('stream')) return { ...params, stream: false };
  return {
    ...params,
    stream: true,
    ...(wants('stream_options') && { stream_options: { include_usage: true } }),
  };
}
