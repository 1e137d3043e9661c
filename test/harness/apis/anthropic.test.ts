import { expect, test } from 'vitest';
import { userMessage } from '../../../harness/providers/messages.js';
import type { Message, ModelRequest } from '../../../harness/providers/port.js';
import type { Turn } from '../../../harness/providers/turn.js';
import { ANTHROPIC } from '../../support/dialects/anthropic.js';
import type { Neutral } from '../../support/dialects/dialect.js';
import { bodyOf, json, modelServer, stream } from '../../support/model-server.js';
import { afterwards, REQUEST, within } from '../../support/requests.js';

interface Body {
  readonly system: { cache_control?: unknown }[];
  readonly tools: { cache_control?: unknown }[];
  readonly messages: { role: string; content: { type: string; cache_control?: unknown }[] }[];
}

const reply = (answer: Neutral) => stream(ANTHROPIC.frames(ANTHROPIC.whole(answer)));
const call = (id: string) => ({ id, name: 'read_file', arguments: '{}' });
const THOUGHTFUL: Neutral = { thinking: 'let me look', text: 'Looking.', calls: [call('t1')] };

/** Asks twice: the second time with what `next` makes of the first turn; gives the second request's body. */
async function secondBody(
  next: (turn: Turn) => readonly Message[],
  request: ModelRequest = REQUEST,
): Promise<Body> {
  await using server = await modelServer(reply(THOUGHTFUL), reply({ text: 'x' }));
  const provider = await ANTHROPIC.open(server.url);
  const turn = await provider.next(request, within(5000));
  await provider.next({ ...request, messages: next(turn) }, within(5000));
  return bodyOf<Body>(server, 1);
}

const marks = ({ system, tools, messages }: Body): string[] => [
  ...tools.flatMap(({ cache_control }, index) => (cache_control ? [`tool ${index}`] : [])),
  ...system.flatMap(({ cache_control }) => (cache_control ? ['system'] : [])),
  ...messages.flatMap(({ content }, index) =>
    content.flatMap(({ cache_control }, at) => (cache_control ? [`message ${index} block ${at}`] : [])),
  ),
];

test.each<{ cache: NonNullable<ModelRequest['cache']>; expected: string[] }>([
  { cache: 'growing', expected: ['tool 1', 'system', 'message 0 block 0', 'message 2 block 0'] },
  { cache: 'stable', expected: ['tool 1', 'system'] },
  { cache: 'none', expected: [] },
])('marks what is worth caching: $cache', async ({ cache, expected }) => {
  const body = await secondBody((turn) => afterwards(REQUEST.messages, turn), { ...REQUEST, cache });
  expect(marks(body)).toEqual(expected);
});

test('never sets more than the four marks the API allows, and always on the last message', async () => {
  const long = Array.from({ length: 9 }, (_, n): Message[] => [
    userMessage(`question ${n}`),
    { role: 'assistant', text: `answer ${n}`, calls: [], content: null },
  ]).flat();
  const body = await secondBody(() => [...long, userMessage('and now?')]);
  expect(marks(body)).toEqual(['tool 1', 'system', 'message 16 block 0', 'message 18 block 0']);
});

test('passes thinking back untouched, with its signature and before the call', async () => {
  const body = await secondBody((turn) => afterwards(REQUEST.messages, turn));
  expect(body.messages[1]).toEqual({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'let me look', signature: 'c2lnbmVk' },
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 't1', name: 'read_file', input: {} },
    ],
  });
});

test('drops thinking behind an edited prefix, and only there', async () => {
  await using server = await modelServer(
    reply(THOUGHTFUL),
    reply({ ...THOUGHTFUL, calls: [call('t2')] }),
    reply({ ...THOUGHTFUL, calls: [call('t3')] }),
    reply({ text: 'x' }),
  );
  const provider = await ANTHROPIC.open(server.url);
  const ask = (messages: readonly Message[]) => provider.next({ ...REQUEST, messages }, within(5000));
  const shorten = (messages: readonly Message[]): Message[] =>
    messages.map((message) =>
      message.role === 'user' && message.results.some(({ call_id }) => call_id === 't1')
        ? {
            ...message,
            results: message.results.map((result) => ({ ...result, text: '(left out; ask again)' })),
          }
        : message,
    );
  const first = afterwards(REQUEST.messages, await ask(REQUEST.messages));
  const second = afterwards(first, await ask(first));
  const edited = shorten(second);
  const third = afterwards(edited, await ask(edited));
  await ask(third);
  const thinking = (index: number): boolean[] =>
    bodyOf<Body>(server, index)
      .messages.filter(({ role }) => role === 'assistant')
      .map(({ content }) => content.some(({ type }) => type === 'thinking'));
  expect(thinking(1)).toEqual([true]);
  // t1's result was shortened: what was thought before it stands, what was thought behind it does not.
  expect(thinking(2)).toEqual([true, false]);
  expect(thinking(3)).toEqual([true, false, true]);
});

test('asks once more without any thinking where the API finds a block out of place', async () => {
  const no = json(
    {
      error: {
        type: 'invalid_request_error',
        message: 'messages.1.content.0: The thinking block is bound to a different conversation.',
      },
    },
    400,
  );
  await using server = await modelServer(reply(THOUGHTFUL), no, reply({ text: 'x' }));
  const provider = await ANTHROPIC.open(server.url);
  const turn = await provider.next(REQUEST, within(5000));
  const next = await provider.next(
    { ...REQUEST, messages: afterwards(REQUEST.messages, turn) },
    within(5000),
  );
  expect(next).toMatchObject({ stop: 'end', attempts: 2 });
  expect(bodyOf<Body>(server, 2).messages[1]?.content.map(({ type }) => type)).toEqual(['text', 'tool_use']);
});

test('does not pass the thinking of another model on', async () => {
  const body = await secondBody((turn) => {
    const foreign = { ...turn, content: turn.content && { ...turn.content, model: 'other' } };
    return afterwards(REQUEST.messages, foreign);
  });
  expect(body.messages[1]?.content.map(({ type }) => type)).toEqual(['text', 'tool_use']);
});

test('shows a model its malformed arguments in a form that the API takes', async () => {
  await using server = await modelServer(
    reply({ calls: [{ ...call('t1'), arguments: '{"path": a}' }] }),
    reply({ text: 'x' }),
  );
  const provider = await ANTHROPIC.open(server.url);
  const turn = await provider.next(REQUEST, within(5000));
  await provider.next({ ...REQUEST, messages: afterwards(REQUEST.messages, turn) }, within(5000));
  expect(bodyOf<Body>(server, 1).messages[1]?.content).toEqual([
    { type: 'tool_use', id: 't1', name: 'read_file', input: { INVALID_JSON: '{"path": a}' } },
  ]);
});

test('ends as refusal with the explanation, as context overflow where the window is full', async () => {
  const ended = async (stop_reason: string, stop_details: unknown) => {
    const whole = { ...ANTHROPIC.whole({ text: 'half' }), stop_reason, stop_details };
    await using server = await modelServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(whole));
    });
    return await (await ANTHROPIC.open(server.url)).next(REQUEST, within(5000));
  };
  const details = { type: 'refusal', category: 'cyber', explanation: 'harm' };
  expect(await ended('refusal', details)).toMatchObject({ stop: 'refusal', detail: 'harm', content: null });
  expect(await ended('model_context_window_exceeded', null)).toMatchObject({ stop: 'context_overflow' });
});
