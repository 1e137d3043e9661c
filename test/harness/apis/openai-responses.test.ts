import { expect, test } from 'vitest';
import { RESPONSES } from '../../support/dialects/responses.js';
import { json, modelServer, stream } from '../../support/model-server.js';
import { afterwards, REQUEST, within } from '../../support/requests.js';

interface Body {
  readonly input: Record<string, unknown>[];
  readonly prompt_cache_key: string;
}

const CALL = { id: 't1', name: 'read_file', arguments: '{}' };
const THOUGHTFUL = RESPONSES.whole({ thinking: 'hm', text: 'Looking.', calls: [CALL] });
const LAST = stream(RESPONSES.frames(RESPONSES.whole({ text: 'x' })));

async function bodies(first: Record<string, unknown>): Promise<Body[]> {
  await using server = await modelServer(stream(RESPONSES.frames(first)), LAST);
  const provider = await RESPONSES.open(server.url);
  const turn = await provider.next(REQUEST, within(5000));
  await provider.next({ ...REQUEST, messages: afterwards(REQUEST.messages, turn) }, within(5000));
  return server.seen.map(({ body }) => body as Body);
}

test('stores nothing, asks for encrypted reasoning and keeps one cache key per conversation', async () => {
  const [one, two] = await bodies(THOUGHTFUL);
  expect(one).toMatchObject({
    store: false,
    include: ['reasoning.encrypted_content'],
    instructions: 'You judge.',
  });
  expect(one?.prompt_cache_key).toMatch(/^[0-9a-f]{32}$/);
  expect(two?.prompt_cache_key).toBe(one?.prompt_cache_key);
});

test('passes items back in order, without ids that name nothing on the server', async () => {
  const [, two] = await bodies(THOUGHTFUL);
  expect(two?.input).toEqual([
    { role: 'user', content: 'Judge a and b.' },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'ZW5jcnlwdGVk' },
    {
      type: 'message',
      role: 'assistant',
      phase: 'commentary',
      content: [{ type: 'output_text', text: 'Looking.' }],
    },
    { type: 'function_call', call_id: 't1', name: 'read_file', arguments: '{}' },
    { type: 'function_call_output', call_id: 't1', output: 'result of t1' },
  ]);
});

test('leaves out reasoning that has no encrypted content', async () => {
  const output = (THOUGHTFUL['output'] as Record<string, unknown>[]).map(
    ({ encrypted_content: _, ...item }) => item,
  );
  const [, two] = await bodies({ ...THOUGHTFUL, output });
  expect(two?.input.map(({ type }) => type)).toEqual([
    undefined,
    'message',
    'function_call',
    'function_call_output',
  ]);
});

test('takes finished items where the last event leaves the output empty', async () => {
  const frames = RESPONSES.frames(THOUGHTFUL);
  const bare = RESPONSES.frames({ ...THOUGHTFUL, output: [] });
  await using server = await modelServer(stream([...frames.slice(0, -1), ...bare.slice(-1)]));
  const turn = await (await RESPONSES.open(server.url)).next(REQUEST, within(5000));
  expect(turn).toMatchObject({
    stop: 'tool_calls',
    text: 'Looking.',
    reasoning: 'hm',
    calls: [{ id: 't1' }],
  });
});

test('gives up encrypted reasoning for a model that has none', async () => {
  const no = json(
    { error: { message: 'Encrypted content is not supported with this model.', param: 'include' } },
    400,
  );
  await using server = await modelServer(no, LAST);
  const turn = await (await RESPONSES.open(server.url)).next(REQUEST, within(5000));
  expect(turn).toMatchObject({ stop: 'end', attempts: 2 });
  expect(server.seen[1]?.body).not.toHaveProperty('include');
});

test.each([
  { code: 'rate_limit_exceeded', stop: 'rate_limited' },
  { code: 'server_error', stop: 'server_error' },
  { code: 'invalid_prompt', stop: 'content_filter' },
  { code: 'context_length_exceeded', stop: 'context_overflow' },
])('names a response that failed with $code', async ({ code, stop }) => {
  const failed = { ...RESPONSES.whole({}), status: 'failed', error: { code, message: 'it failed' } };
  await using server = await modelServer(stream(RESPONSES.frames(failed)));
  const turn = await (await RESPONSES.open(server.url)).next(REQUEST, within(5000));
  expect(turn).toMatchObject({ stop, detail: `${code} it failed` });
});

test('ends as content_filter where the filter cut the answer', async () => {
  await using server = await modelServer(json(RESPONSES.whole({ text: 'half', finish: 'filter' })));
  const turn = await (await RESPONSES.open(server.url)).next(REQUEST, within(5000));
  expect(turn).toMatchObject({ stop: 'content_filter', calls: [], content: null });
});
