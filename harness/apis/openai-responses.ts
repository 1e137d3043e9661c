/** The OpenAI Responses API as an adapter: streamed, nothing stored, encrypted reasoning items passed back. */
import type { Adapter } from '../providers/attempt.js';
import { FORCED_TOOL, SERIAL_CALLS, unknownParameter } from '../providers/concessions.js';
import { openBody } from './body.js';
import { type OpenAiOptions, openAiClient } from './openai-client.js';
import { collectResponse, readResponse } from './openai-responses-answer.js';
import { responseParams } from './openai-responses-request.js';

export async function openaiResponses(options: OpenAiOptions): Promise<Adapter> {
  const { model } = options;
  const client = await openAiClient(options);
  return {
    kind: 'openai',
    model,
    concessions: {
      include: { words: /encrypted[ _]content/i },
      tool_choice: FORCED_TOOL,
      parallel_tool_calls: SERIAL_CALLS,
      prompt_cache_key: unknownParameter('prompt_cache_key'),
    },
    ask: async (request, { fetch, signal, spend, without }) => {
      const params = responseParams(model, request, without);
      const response = await client(fetch).responses.create(params, { signal }).asResponse();
      const { events, json } = await openBody(response);
      return readResponse(events ? await collectResponse(events, spend) : json, request.messages.length);
    },
  };
}
