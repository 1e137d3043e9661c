/** The OpenAI Chat Completions API as an adapter, for OpenAI and for every server that speaks it: vLLM, SGLang, llama.cpp, Ollama. */
import type { Adapter } from '../providers/attempt.js';
import { FORCED_TOOL, SERIAL_CALLS, unknownParameter } from '../providers/concessions.js';
import { openBody } from './body.js';
import { collectChat, readChat } from './openai-chat-answer.js';
import { chatParams } from './openai-chat-request.js';
import { type OpenAiOptions, openAiClient } from './openai-client.js';

export async function openaiChat(options: OpenAiOptions): Promise<Adapter> {
  const { model } = options;
  const client = await openAiClient(options);
  // OpenAI itself wants the new name, most other servers know the old one; either gives way to the other.
  const limit = options.base_url === undefined ? 'max_completion_tokens' : 'max_tokens';
  return {
    kind: 'openai-chat',
    model,
    concessions: {
      stream_options: unknownParameter('(stream_options|include_usage)'),
      [limit]: unknownParameter(limit),
      tool_choice: FORCED_TOOL,
      parallel_tool_calls: SERIAL_CALLS,
      reasoning: unknownParameter('reasoning(_content)?'),
      stream: { words: /\bstream(ing)?\b.*\b(not|un)?(support|allow|disabled|false|invalid)/i },
    },
    ask: async (request, { fetch, signal, spend, without, expectSilence }) => {
      if (without.has('stream')) expectSilence();
      const params = chatParams(model, request, limit, without);
      const response = await client(fetch).chat.completions.create(params, { signal }).asResponse();
      const { events, json } = await openBody(response);
      return readChat(events ? await collectChat(events, spend) : json, request.messages.length);
    },
  };
}
