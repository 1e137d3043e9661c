import { expect, test } from 'vitest';
import { openaiChat } from '../../../harness/apis/openai-chat.js';
import { converse } from '../../../harness/providers/converse.js';
import { shippedPrices } from '../../../harness/providers/prices.js';
import type { Turn } from '../../../harness/providers/turn.js';
import { CHAT } from '../../support/dialects/chat.js';
import { MODEL, TEST_KEY } from '../../support/dialects/dialect.js';
import {
  bodyOf,
  json,
  type ModelServer,
  modelServer,
  type Reply,
  stream,
} from '../../support/model-server.js';
import { afterwards, REQUEST, within } from '../../support/requests.js';

type Json = Record<string, unknown>;
const chunk = (delta: Json, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ model: MODEL, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const piece = (call: Json): string => chunk({ tool_calls: [call] });
const END = [chunk({}, 'tool_calls'), 'data: [DONE]\n\n'];
const GOOD = stream(CHAT.frames(CHAT.whole({ text: 'x' })));

async function ask(...replies: Reply[]): Promise<Turn & { server: ModelServer }> {
  await using server = await modelServer(...replies);
  const turn = await (await CHAT.open(server.url)).next(REQUEST, within(5000));
  return { ...turn, server };
}

test('puts calls together by index, however their pieces are mixed', async () => {
  const turn = await ask(
    stream([
      piece({ index: 1, id: 'b', function: { name: 'two', arguments: '{"x"' } }),
      piece({ index: 0, id: 'a', function: { name: 'one', arguments: '' } }),
      piece({ index: 1, function: { arguments: ':1}' } }),
      piece({ index: 0, function: { arguments: '{}' } }),
      ...END,
    ]),
  );
  expect(turn.calls).toMatchObject([
    { id: 'a', name: 'one', arguments: {} },
    { id: 'b', name: 'two', arguments: { x: 1 } },
  ]);
});

test('an answer with half a surrogate pair is an answer, and a call with one is malformed', async () => {
  const turn = await ask(
    stream([
      chunk({ content: 'a\ud800b' }),
      piece({ index: 0, id: '\ud800', function: { name: 'one', arguments: '{"x":"\\ud800"}' } }),
      piece({ index: 1, id: '\udc00', function: { name: 'two', arguments: '{}' } }),
      ...END,
    ]),
  );
  expect(turn).toMatchObject({
    stop: 'tool_calls',
    text: 'a\\ud800b',
    calls: [
      { id: '\\ud800', arguments: null, malformed: { problem: expect.stringContaining('surrogate') } },
      { id: '\\udc00', arguments: {} },
    ],
  });
});

test('puts calls together where a server numbers nothing', async () => {
  const turn = await ask(
    stream([
      piece({ id: 'a', function: { name: 'one', arguments: '{"x":' } }),
      piece({ function: { arguments: '1}' } }),
      piece({ id: 'b', function: { name: 'two', arguments: '{}' } }),
      ...END,
    ]),
  );
  expect(turn.calls).toMatchObject([
    { id: 'a', name: 'one', arguments: { x: 1 } },
    { id: 'b', name: 'two', arguments: {} },
  ]);
});

test('gives calls without an id, or with the same one, ids of their own', async () => {
  const turn = await ask(
    stream([
      piece({ index: 0, id: '', function: { name: 'one', arguments: '{}' } }),
      piece({ index: 1, function: { name: 'two', arguments: '{}' } }),
      piece({ index: 2, id: 'a', function: { name: 'three', arguments: '{}' } }),
      piece({ index: 3, id: 'a', function: { name: 'four', arguments: '{}' } }),
      ...END,
    ]),
  );
  expect(turn.calls.map(({ id }) => id)).toEqual(['call_1_0', 'call_1_1', 'a', 'call_1_3']);
});

test.each(['stream', 'document'])('takes arguments that are an object already, in a %s', async (how) => {
  const call = { index: 0, id: 'a', function: { name: 'one', arguments: { path: 'x' } } };
  const whole = {
    model: MODEL,
    choices: [{ finish_reason: 'stop', message: { content: '', tool_calls: [call] } }],
  };
  const turn = await ask(how === 'stream' ? stream([piece(call), ...END]) : json(whole));
  expect(turn).toMatchObject({ stop: 'tool_calls', calls: [{ arguments: { path: 'x' }, malformed: null }] });
});

test.each(['reasoning_content', 'reasoning'])('passes %s back under the name it came with', async (name) => {
  await using server = await modelServer(
    stream([
      chunk({ [name]: 'let me ' }),
      chunk({ [name]: 'see' }),
      piece({ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }),
      ...END,
    ]),
    GOOD,
  );
  const provider = await CHAT.open(server.url);
  const turn = await provider.next(REQUEST, within(5000));
  expect(turn).toMatchObject({ stop: 'tool_calls', reasoning: 'let me see', text: '' });
  await provider.next({ ...REQUEST, messages: afterwards(REQUEST.messages, turn) }, within(5000));
  const { messages } = bodyOf<{ messages: Json[] }>(server, 1);
  expect(messages[2]).toMatchObject({ role: 'assistant', content: null, [name]: 'let me see' });
});

test.each([
  { content: '<think>a is better</think>\n\nDone.', stop: 'end', text: 'Done.', reasoning: 'a is better' },
  { content: '<think>a is better', stop: 'no_answer', text: '', reasoning: 'a is better' },
  {
    content: 'No <think>tag</think> at the start.',
    stop: 'end',
    text: 'No <think>tag</think> at the start.',
    reasoning: '',
  },
])('keeps thinking that a server leaves in the text apart: $content', async ({ content, ...expected }) => {
  expect(await ask(json(CHAT.whole({ text: content })))).toMatchObject(expected);
});

test.each([
  { refused: 'stream_options', message: "unknown field 'stream_options'" },
  {
    refused: 'max_tokens',
    message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
  },
  { refused: 'stream', message: 'streaming is not supported by this server' },
])('gives $refused up where the server refuses it, and stays without it', async ({ refused, message }) => {
  await using server = await modelServer(json({ error: { message } }, 400), json(CHAT.whole({ text: 'x' })));
  const provider = await CHAT.open(server.url);
  expect(await provider.next(REQUEST, within(5000))).toMatchObject({ stop: 'end', attempts: 2 });
  await provider.next(REQUEST, within(5000));
  const has = server.seen.map(({ body }) => Boolean((body as Json)[refused]));
  expect(has).toEqual([true, false, false]);
});

test('does not give a parameter up again and again', async () => {
  const turn = await ask(
    json({ error: { message: 'stream_options, max_tokens, stream: not supported' } }, 400),
  );
  expect(turn).toMatchObject({ stop: 'bad_request', attempts: 4 });
});

test('forces a single tool by the word that every server knows', async () => {
  await using server = await modelServer(GOOD);
  const provider = await CHAT.open(server.url);
  await provider.next(
    { ...REQUEST, tools: REQUEST.tools.slice(1), force_tool: 'submit_scores' },
    within(5000),
  );
  expect(server.seen[0]?.body).toMatchObject({ tool_choice: 'required', max_tokens: 1000 });
});

test('sends nothing of an account to a server without keys, whatever the environment holds', async () => {
  process.env['OPENAI_API_KEY'] = TEST_KEY;
  process.env['OPENAI_ORG_ID'] = 'org-secret';
  await using server = await modelServer(GOOD);
  const adapter = await openaiChat({ model: MODEL, key: null, base_url: `${server.url}/v1` });
  const provider = converse(adapter, { vendor: null, prices: shippedPrices(), secrets: [] });
  expect(await provider.next(REQUEST, within(5000))).toMatchObject({ stop: 'end', cost_usd: null });
  delete process.env['OPENAI_API_KEY'];
  delete process.env['OPENAI_ORG_ID'];
  expect(server.seen[0]?.headers).not.toHaveProperty('authorization');
  expect(JSON.stringify(server.seen[0]?.headers)).not.toMatch(/org-secret|sk-test/);
});

test('counts hidden reasoning as thinking', async () => {
  const usage = {
    prompt_tokens: 9,
    completion_tokens: 9,
    completion_tokens_details: { reasoning_tokens: 9 },
  };
  const turn = await ask(json({ ...CHAT.whole({ finish: 'length' }), usage }));
  expect(turn).toMatchObject({ stop: 'no_answer', detail: 'thinking used up max_output_tokens' });
});

test.each<{ title: string; body: unknown; status: number; stop: string }>([
  {
    title: 'vLLM',
    body: {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
    status: 400,
    stop: 'context_overflow',
  },
  {
    title: 'llama.cpp',
    body: {
      error: { code: 400, message: 'request (9000 tokens) exceeds', type: 'exceed_context_size_error' },
    },
    status: 400,
    stop: 'context_overflow',
  },
  {
    title: 'llama.cpp while it loads',
    body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    status: 503,
    stop: 'overloaded',
  },
  {
    title: 'Ollama',
    body: { error: 'model "x" not found, try pulling it first' },
    status: 404,
    stop: 'unknown_model',
  },
  { title: 'FastAPI', body: { detail: 'context length exceeded' }, status: 422, stop: 'context_overflow' },
])('understands how $title refuses', async ({ body, status, stop }) => {
  expect(await ask(json(body, status))).toMatchObject({ stop });
});

test('understands an error that vLLM puts into a stream', async () => {
  const told = `data: ${JSON.stringify({ error: { object: 'error', message: 'out of memory', type: 'InternalServerError', code: 500 } })}\n\n`;
  expect(await ask(stream([chunk({ content: 'ha' }), told]), GOOD)).toMatchObject({
    stop: 'end',
    text: 'x',
    failures: [{ stop: 'server_error' }],
  });
});
