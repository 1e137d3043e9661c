/** What every HTTP adapter keeps over a real connection: bounds, endings, repeats, and nothing said of the key. */
import { describe, expect, test, vi } from 'vitest';
import type { ConverseOptions } from '../../harness/providers/converse.js';
import { assistantMessage } from '../../harness/providers/messages.js';
import type { Message } from '../../harness/providers/port.js';
import { Turn } from '../../harness/providers/turn.js';
import { type Dialect, MODEL, type Neutral, TEST_KEY } from '../support/dialects.js';
import {
  drip,
  flood,
  hangUp,
  json,
  type ModelServer,
  modelServer,
  type Reply,
  raw,
  silent,
  stall,
  stream,
} from '../support/model-server.js';
import { REQUEST, within } from '../support/requests.js';

const GOOD: Neutral = {
  text: 'Checking ünïcode 🚀 now.',
  calls: [{ id: 't1', name: 'read_file', arguments: '{"path":"🚀/a.py"}' }],
};

export function wireContract(dialect: Dialect): void {
  const frames = dialect.frames(dialect.whole(GOOD));
  const good = stream(frames);

  async function ask(
    replies: readonly Reply[],
    {
      ms = 20_000,
      signal,
      ...options
    }: { ms?: number; signal?: AbortSignal } & Partial<ConverseOptions> = {},
  ): Promise<Turn & { server: ModelServer; took: number }> {
    await using server = await modelServer(...replies);
    const provider = await dialect.open(server.url, options);
    const started = performance.now();
    const turn = await provider.next(REQUEST, within(ms, signal));
    const took = performance.now() - started;
    expect(Turn.parse(turn)).toEqual(turn);
    expect(JSON.stringify(turn)).not.toContain(TEST_KEY);
    return { ...turn, server, took };
  }

  const isGood = {
    stop: 'tool_calls',
    text: GOOD.text,
    calls: [{ name: 'read_file', arguments: { path: '🚀/a.py' } }],
  };

  describe(`${dialect.kind} over HTTP`, () => {
    test('asks once, streams, and sends the key only as a header', async () => {
      const { server, ...turn } = await ask([good], { vendor: null });
      expect(turn).toMatchObject({ ...isGood, attempts: 1, failures: [], model: MODEL, cost_usd: null });
      expect(server.seen).toHaveLength(1);
      const [{ path, headers, body } = { path: '', headers: {}, body: {} }] = server.seen;
      expect(path).toBe(dialect.path);
      expect(headers.authorization).toBe(`Bearer ${TEST_KEY}`);
      expect(body).toMatchObject({ model: MODEL, stream: true });
      expect(JSON.stringify(body)).not.toContain(TEST_KEY);
    });

    test.each([1, 2, 3, 7, 64])('reads a stream that comes in pieces of %i bytes', async (size) => {
      expect(await ask([drip(frames, size)])).toMatchObject({ ...isGood, attempts: 1 });
    });

    test('reads a stream with CRLF line ends, comments and pings', async () => {
      const odd = frames.map((frame) => `: keep-alive\n\n${frame}`.replaceAll('\n', '\r\n'));
      expect(await ask([drip(odd, 5)])).toMatchObject({ ...isGood, attempts: 1 });
    });

    test('lives on while bytes drip in, however long the whole takes', async () => {
      const size = Math.ceil(frames.join('').length / 20);
      expect(await ask([drip(frames, size, 70)], { idle_s: 1 })).toMatchObject(isGood);
    });

    test.each<{ title: string; reply: Reply }>([
      { title: 'never answers', reply: silent },
      { title: 'falls silent in the middle', reply: stall(frames.slice(0, 3)) },
    ])('asks once more when the server $title', async ({ reply }) => {
      const turn = await ask([reply, good], { idle_s: 0.6 });
      expect(turn).toMatchObject({ ...isGood, attempts: 2, failures: [{ stop: 'idle_timeout' }] });
    });

    test.each<{ title: string; reply: Reply }>([
      { title: 'a silent server', reply: silent },
      { title: 'a stalled stream', reply: stall(frames.slice(0, 3)) },
      { title: 'a stream that drips for ever', reply: drip(Array(500).fill(': ping\n\n'), 3, 5) },
      { title: 'an overloaded server', reply: json({}, 503) },
      { title: 'a server that hangs up', reply: hangUp([]) },
    ])('ends at the deadline with $title', async ({ reply }) => {
      const { took, ...turn } = await ask([reply], {
        ms: 250,
        retry: { base_s: 0.02, attempts: { overloaded: 999, connection_lost: 999 } },
      });
      expect(['deadline', 'overloaded', 'connection_lost']).toContain(turn.stop);
      expect(took).toBeLessThan(3000);
    });

    test('ends as aborted in the middle of a stream, and the connection is given up', async () => {
      const controller = new AbortController();
      const closed = vi.fn();
      const watched: Reply = (response, seen) => {
        response.on('close', closed);
        setTimeout(() => controller.abort(), 50);
        return stall(frames.slice(0, 3))(response, seen);
      };
      const { took, ...turn } = await ask([watched], { signal: controller.signal });
      expect(turn).toMatchObject({ stop: 'aborted', attempts: 1, text: '' });
      expect(took).toBeLessThan(5000);
      await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    });

    test('ends as aborted while it waits for the next attempt', async () => {
      const controller = new AbortController();
      const refuse: Reply = (response, seen) => {
        response.on('close', () => setTimeout(() => controller.abort(), 300));
        return json({}, 503, { connection: 'close' })(response, seen);
      };
      const turn = await ask([refuse], {
        ms: 60_000,
        signal: controller.signal,
        retry: { base_s: 30, cap_s: 30 },
      });
      expect(turn).toMatchObject({ stop: 'aborted', attempts: 1, failures: [{ stop: 'overloaded' }] });
      expect(turn.took).toBeLessThan(10_000);
    });

    const cuts = frames.map((_, index) => index).filter((index) => index < frames.length - 2);
    test.each(['reset', 'end'] as const)(
      'repeats after a connection that is cut (%s) behind any frame',
      async (how) => {
        for (const cut of cuts) {
          const turn = await ask([hangUp(frames.slice(0, cut), how), good]);
          expect(turn, `cut behind frame ${cut}`).toMatchObject({ ...isGood, attempts: 2 });
          expect(turn.failures[0]?.stop).toBe('connection_lost');
        }
      },
    );

    test('ends as connection_lost where nobody listens', async () => {
      const gone = await modelServer(good);
      await gone[Symbol.asyncDispose]();
      const provider = await dialect.open(gone.url);
      const turn = await provider.next(REQUEST, within(5000));
      expect(turn).toMatchObject({ stop: 'connection_lost', attempts: 5 });
      expect(turn.detail).toContain('ECONNREFUSED');
    });

    test.each([
      { status: 408, stop: 'server_error' },
      { status: 409, stop: 'server_error' },
      { status: 429, stop: 'rate_limited' },
      { status: 500, stop: 'server_error' },
      { status: 502, stop: 'server_error' },
      { status: 503, stop: 'overloaded' },
      { status: 529, stop: 'overloaded' },
    ])('repeats after $status', async ({ status, stop }) => {
      const turn = await ask([json({ error: { message: 'later' } }, status), good]);
      expect(turn).toMatchObject({ ...isGood, attempts: 2, failures: [{ stop }] });
    });

    test.each([
      { status: 401, stop: 'refused_key', type: 'authentication_error', message: 'invalid x-api-key' },
      { status: 403, stop: 'forbidden', type: 'permission_error', message: 'no access' },
      { status: 404, stop: 'unknown_model', type: 'not_found_error', message: 'model: judge-modl' },
      { status: 402, stop: 'no_credit', type: 'billing_error', message: 'pay' },
      { status: 429, stop: 'no_credit', type: 'insufficient_quota', message: 'You exceeded your quota' },
      { status: 400, stop: 'bad_request', type: 'invalid_request_error', message: 'messages: at least one' },
      { status: 413, stop: 'context_overflow', type: 'request_too_large', message: 'too large' },
    ])('never repeats after $status $type', async ({ status, stop, type, message }) => {
      const turn = await ask([json({ type: 'error', error: { type, message } }, status), good]);
      expect(turn).toMatchObject({ stop, attempts: 1, calls: [], text: '' });
      expect(turn.detail).toContain(message);
    });

    test('waits as long as the server asks, within the cap', async () => {
      const turn = await ask([json({}, 429, { 'retry-after': '0.2' }), good]);
      expect(turn).toMatchObject({ ...isGood, failures: [{ stop: 'rate_limited', waited_s: 0.2 }] });
      expect(turn.took).toBeGreaterThan(190);
    });

    test('obeys a server that says not to repeat', async () => {
      const turn = await ask([json({}, 429, { 'x-should-retry': 'false' }), good]);
      expect(turn).toMatchObject({ stop: 'rate_limited', attempts: 1 });
    });

    test('does not begin a wait that the time left does not cover', async () => {
      const turn = await ask([json({}, 429, { 'retry-after': '30' })], { ms: 8000, retry: { cap_s: 60 } });
      expect(turn).toMatchObject({ stop: 'rate_limited', attempts: 1, retry_after_s: 30 });
      expect(turn.took).toBeLessThan(5000);
    });

    test.each(['overloaded_error', 'rate_limit_error', 'api_error'])(
      'repeats after %s in the middle of a stream and drops the half text',
      async (type) => {
        const turn = await ask([stream([...frames.slice(0, 3), dialect.broken(type, 'Overloaded')]), good]);
        expect(turn).toMatchObject({ ...isGood, attempts: 2 });
      },
    );

    test.each<{ title: string; reply: Reply }>([
      {
        title: 'a sign-in page',
        reply: raw('<html><title>Gateway</title>please sign in</html>', { 'content-type': 'text/html' }),
      },
      { title: 'cut JSON', reply: json('{"id":"msg_1","content":[{"type":"te') },
      { title: 'JSON of a foreign shape', reply: json({ ok: true }) },
      { title: 'a bare list', reply: json([]) },
      { title: 'an event that is no JSON', reply: stream(['event: message_start\ndata: <html>\n\n']) },
      { title: 'a success without a body', reply: raw('', {}, 204) },
    ])('repeats with a limit after a success that is $title', async ({ reply }) => {
      expect(await ask([reply, good])).toMatchObject({
        ...isGood,
        attempts: 2,
        failures: [{ stop: 'bad_provider_answer' }],
      });
      expect(await ask([reply])).toMatchObject({ stop: 'bad_provider_answer', attempts: 3, text: '' });
    });

    test('names an error that comes with a success status', async () => {
      const turn = await ask([
        json({ error: { type: 'invalid_request_error', code: 'model_not_found', message: 'no such model' } }),
      ]);
      expect(turn).toMatchObject({ stop: 'unknown_model', attempts: 1 });
    });

    test('refuses a redirect, so the key goes nowhere else', async () => {
      await using other = await modelServer(good);
      const turn = await ask([raw('', { location: `${other.url}${dialect.path}` }, 307)]);
      expect(turn).toMatchObject({ stop: 'bad_provider_answer', attempts: 1 });
      expect(turn.detail).toContain('redirect');
      expect(other.seen).toEqual([]);
    });

    test.each<{ title: string; reply: Reply }>([
      { title: 'stream', reply: flood(200e6) },
      { title: 'JSON document', reply: flood(200e6, { 'content-type': 'application/json' }) },
      {
        title: 'error page',
        reply: (response, seen) => flood(200e6, {})(Object.assign(response, { statusCode: 500 }), seen),
      },
    ])('reads no more than its bound of an endless $title', async ({ reply }) => {
      const before = process.memoryUsage().rss;
      const turn = await ask([reply], { max_bytes: 8e6, retry: { attempts: {} } });
      expect(['bad_provider_answer', 'server_error']).toContain(turn.stop);
      expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
    });

    test.each([
      'prompt is too long: 211180 tokens > 200000 maximum',
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
      "This model's maximum context length is 128000 tokens.",
      'the request exceeds the available context size, try increasing it',
      "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
      'Your input exceeds the context window of this model.',
    ])('recognises context overflow: %s', async (message) => {
      const turn = await ask([json({ error: { type: 'invalid_request_error', message } }, 400)]);
      expect(turn).toMatchObject({ stop: 'context_overflow', attempts: 1 });
    });

    test('says nothing of the key, even where the server echoes it', async () => {
      const echo = `key ${TEST_KEY} (${encodeURIComponent(TEST_KEY)}) \u001b[31m is wrong, ${TEST_KEY.slice(0, 20)}`;
      const refused = await ask([json({ error: { message: echo } }, 401, { 'request-id': TEST_KEY })]);
      expect(refused.stop).toBe('refused_key');
      expect(`${refused.detail}`).not.toContain(TEST_KEY.slice(0, 20));
      expect(`${refused.detail}`).not.toContain('\u001b');
      const given: Neutral = {
        text: TEST_KEY,
        calls: [{ id: 't1', name: 'read_file', arguments: JSON.stringify({ path: TEST_KEY }) }],
      };
      expect((await ask([stream(dialect.frames(dialect.whole(given)))])).text).toBe('[redacted]');
    });

    test('counts the usage of every attempt, and its cost', async () => {
      const usage = { fresh: 1000, cached: 4000, written: 500, output: 200 };
      const whole = dialect.whole({ ...GOOD, usage });
      const turn = await ask([json({}, 500), stream(dialect.frames(whole))], {
        model: dialect.model,
      } as Partial<ConverseOptions>);
      expect(turn.usage).toEqual({
        input_tokens: 5500,
        cached_input_tokens: 4000,
        cache_write_tokens: 500,
        output_tokens: 200,
        estimated: false,
      });
      const dollars = {
        anthropic: 1000 * 4 + 4000 * 0.2 + 500 * 5 + 200 * 20,
        openai: 1000 * 2 + 4000 * 0.1 + 500 * 2.5 + 200 * 10,
      };
      const expected = dialect.kind === 'anthropic' ? dollars.anthropic : dollars.openai;
      expect(turn.cost_usd).toBeCloseTo(expected / 1e6, 12);
    });

    test('estimates the usage where a server counts nothing', async () => {
      const { usage: _usage, ...whole } = dialect.whole(GOOD);
      const turn = await ask([json(whole)]);
      expect(turn.usage).toMatchObject({ estimated: true, cached_input_tokens: 0 });
      expect(turn.usage.input_tokens).toBeGreaterThan(20);
      expect(turn.usage.output_tokens).toBeGreaterThan(10);
    });

    test('forces a tool, and forbids parallel calls', async () => {
      await using server = await modelServer(good);
      const provider = await dialect.open(server.url);
      await provider.next({ ...REQUEST, force_tool: 'submit_scores', parallel_calls: false }, within(5000));
      const choice = {
        anthropic: { type: 'tool', name: 'submit_scores', disable_parallel_tool_use: true },
        openai: { type: 'function', name: 'submit_scores' },
        'openai-chat': { type: 'function', function: { name: 'submit_scores' } },
      }[dialect.kind];
      expect(server.seen[0]?.body).toMatchObject({ tool_choice: choice });
      if (dialect.kind !== 'anthropic')
        expect(server.seen[0]?.body).toMatchObject({ parallel_tool_calls: false });
    });

    test('asks without force, once learned for good, where the model refuses to be forced', async () => {
      const no = json(
        {
          error: {
            type: 'invalid_request_error',
            message: 'tool_choice: type "tool" and "any" are not supported for this model.',
          },
        },
        400,
      );
      await using server = await modelServer(no, good);
      const provider = await dialect.open(server.url);
      const request = { ...REQUEST, force_tool: 'submit_scores' };
      const turn = await provider.next(request, within(5000));
      expect(turn).toMatchObject({ ...isGood, attempts: 2 });
      expect(turn.failures[0]?.detail).toContain('without tool_choice');
      await provider.next(request, within(5000));
      expect(server.seen.map(({ body }) => Object.hasOwn(body as object, 'tool_choice'))).toEqual([
        true,
        false,
        false,
      ]);
    });

    test('asks again for each of several requests that are refused for the same parameter', async () => {
      const refuse: Reply = (response, seen) => {
        const forced = Object.hasOwn(seen.body as object, 'tool_choice');
        const no = json({ error: { message: 'tool_choice is not supported' } }, 400);
        return (forced ? no : good)(response, seen);
      };
      await using server = await modelServer(refuse);
      const provider = await dialect.open(server.url);
      const request = { ...REQUEST, force_tool: 'submit_scores' };
      const turns = await Promise.all([1, 2, 3].map(() => provider.next(request, within(5000))));
      expect(turns).toMatchObject([isGood, isGood, isGood]);
    });

    test('sends all results of a turn together, in order, an open call as interrupted', async () => {
      const calls = ['t1', 't2', 't3'].map((id) => ({ id, name: 'read_file', arguments: '{}' }));
      await using server = await modelServer(stream(dialect.frames(dialect.whole({ calls }))), good);
      const provider = await dialect.open(server.url);
      const turn = await provider.next(REQUEST, within(5000));
      // as a killed process left it: t2 was never answered, and the results came as they were done
      const results = [
        { call_id: 't3', text: 'three', is_error: false },
        { call_id: 't1', text: 'unknown candidate', is_error: true },
      ];
      const messages: Message[] = [
        ...REQUEST.messages,
        assistantMessage(turn),
        { role: 'user', results, text: ['Go on.'] },
      ];
      await provider.next({ ...REQUEST, messages }, within(5000));
      expect(resultsOf(server.seen[1]?.body)).toEqual([
        ['t1', expect.stringContaining('unknown candidate')],
        ['t2', expect.stringContaining('interrupted')],
        ['t3', 'three'],
      ]);
    });
  });
}

type Item = Record<string, unknown>;

/** Call id and text of every tool result in a request body, whichever API it is for. */
function resultsOf(body: unknown): [unknown, unknown][] {
  const { messages = [], input = [] } = body as { messages?: Item[]; input?: Item[] };
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Item[]) : []));
  return [...blocks, ...messages, ...input].flatMap((item): [unknown, unknown][] => {
    if (item['type'] === 'tool_result') return [[item['tool_use_id'], item['content']]];
    if (item['role'] === 'tool') return [[item['tool_call_id'], item['content']]];
    return item['type'] === 'function_call_output' ? [[item['call_id'], item['output']]] : [];
  });
}
