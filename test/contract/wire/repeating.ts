/** Which failures are asked again, which never, and under which name. */
import { expect, test } from 'vitest';
import { json, type Reply, raw, stream } from '../../support/model-server.js';
import { type Asking, isGood } from './asking.js';

export function repeatsWhatMayPass({ dialect, frames, good, ask }: Asking): void {
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
}
