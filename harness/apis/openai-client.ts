/** Makes the OpenAI SDK a plain HTTP client: no retries, no clock, no log of its own. */
import type OpenAI from 'openai';

export interface OpenAiOptions {
  readonly model: string;
  /** null for a local server without keys. */
  readonly key: string | null;
  readonly base_url?: string;
}

const BASE_URL = 'https://api.openai.com/v1';

/** Loads the SDK; the client is made anew for each attempt, around that attempt's fetch. */
export async function openAiClient({
  key,
  base_url,
}: OpenAiOptions): Promise<(fetch: typeof globalThis.fetch) => OpenAI> {
  const { default: Client } = await import('openai');
  return (fetch) =>
    new Client({
      apiKey: key ?? 'none',
      baseURL: base_url ?? BASE_URL,
      maxRetries: 0,
      timeout: 2 ** 31 - 1,
      logLevel: 'off',
      fetch,
      // What the SDK reads about an OpenAI account is no business of another server.
      ...(base_url !== undefined && { organization: null, project: null }),
      ...(key === null && { defaultHeaders: { authorization: null } }),
    });
}
