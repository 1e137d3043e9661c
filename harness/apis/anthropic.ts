/** The Anthropic Messages API as an adapter: streamed, cached by prefix, thinking blocks passed back untouched. */
import type Anthropic from '@anthropic-ai/sdk';
import { LONGEST_DELAY_MS } from '../longest-delay.js';
import type { Answer } from '../providers/answer.js';
import type { Adapter, Attempt } from '../providers/attempt.js';
import { FORCED_TOOL } from '../providers/concessions.js';
import type { ModelRequest } from '../providers/port.js';
import { collectMessage, readMessage } from './anthropic-answer.js';
import { messageParams } from './anthropic-request.js';
import { openBody } from './body.js';

interface AnthropicOptions {
  readonly model: string;
  readonly key: string;
  readonly base_url?: string;
}

const BASE_URL = 'https://api.anthropic.com';
/** The SDK's own clock is out of the way: Watch holds the time. */
const NO_TIMEOUT = LONGEST_DELAY_MS;

export async function anthropic({ model, key, base_url = BASE_URL }: AnthropicOptions): Promise<Adapter> {
  const { default: Client } = await import('@anthropic-ai/sdk');
  // Everything that the SDK would otherwise take from the environment or the console is given here.
  const base = {
    apiKey: key,
    baseURL: base_url,
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: 'off',
    openTelemetry: false,
  } satisfies ConstructorParameters<typeof Anthropic>[0];
  return {
    kind: 'anthropic',
    model,
    concessions: {
      // Newer models refuse to be forced to a tool.
      tool_choice: FORCED_TOOL,
      // The prefix check of anthropic-request.ts is ours; where the API sees it otherwise, the run must not end.
      thinking: {
        words: /thinking.{0,80}(signature|bound)|(signature|bound).{0,80}thinking|bound to a different/i,
      },
    },
    ask: async (request: ModelRequest, attempt: Attempt): Promise<Answer> => {
      const client = new Client({ ...base, fetch: attempt.fetch });
      const params = messageParams(model, request, attempt.prefixes, attempt.without);
      const response = await client.messages.create(params, { signal: attempt.signal }).asResponse();
      const { events, json } = await openBody(response);
      const message = events ? await collectMessage(events, attempt.spend) : json;
      return readMessage(message, request.messages.length);
    },
  };
}
