/** One HTTP exchange as the SDKs see it: no redirects, bounded bytes, every byte noticed, every failure remembered. */
import { type Failure, failure, refusal } from './failure.js';

export interface Exchange {
  readonly fetch: typeof globalThis.fetch;
  /** What went wrong on the wire; kept here because the SDKs wrap, shorten or drop it. */
  failure: Failure | null;
  requestId: string | null;
}

interface ExchangeOptions {
  /** Called whenever the server shows a sign of life. */
  readonly onBytes: () => void;
  readonly maxBytes: number;
}

const REFUSAL_BYTES = 64 * 1024;
const NO_BODY = new Set([204, 205, 304]);

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : '';
  return [error instanceof Error ? error.message : String(error), code].filter(Boolean).join(' ');
};

/** undici has its own clocks (300 s); their names say that the server was silent, not gone. */
const lost = (error: unknown, address: string | null): Failure => {
  const code = [codeOf(error), address && `at ${address}`].filter(Boolean).join(' ');
  return failure(/UND_ERR_(HEADERS|BODY)_TIMEOUT/.test(code) ? 'idle_timeout' : 'connection_lost', code);
};

/** Host and port: a path or a query may hold what is nobody's business. */
const addressOf = (input: string | URL | Request): string | null => {
  const url = input instanceof Request ? input.url : String(input);
  return URL.canParse(url) ? new URL(url).origin : null;
};

async function readText(body: AsyncIterable<Uint8Array> | null, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.length;
    if (size >= limit) break;
  }
  return Buffer.concat(parts).subarray(0, limit).toString('utf8');
}

export function openExchange({ onBytes, maxBytes }: ExchangeOptions): Exchange {
  async function* counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const part of body) {
        onBytes();
        size += part.length;
        if (size > maxBytes) break;
        yield part;
      }
    } catch (error) {
      exchange.failure ??= lost(error, null);
      throw error;
    }
    if (size <= maxBytes) return;
    exchange.failure = failure('bad_provider_answer', `the answer is larger than ${maxBytes} bytes`);
    throw new Error(exchange.failure.detail);
  }

  const exchange: Exchange = {
    failure: null,
    requestId: null,
    fetch: async (input, init) => {
      // A redirect would carry the key to another address.
      const response = await fetch(input, { ...init, redirect: 'manual' }).catch((error: unknown) => {
        exchange.failure = lost(error, addressOf(input));
        throw error;
      });
      onBytes();
      const { status, headers } = response;
      exchange.requestId = headers.get('request-id') ?? headers.get('x-request-id');
      if (response.ok && response.body !== null)
        return new Response(ReadableStream.from(counted(response.body)), { status, headers });
      const text = await readText(response.body, REFUSAL_BYTES).catch(() => '');
      exchange.failure = response.ok
        ? failure('bad_provider_answer', `${status} without a body`)
        : refusal(status, headers, text);
      return new Response(NO_BODY.has(status) ? null : text, { status, headers });
    },
  };
  return exchange;
}
