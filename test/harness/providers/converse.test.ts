import { expect, test } from 'vitest';
import type { Adapter } from '../../../harness/providers/attempt.js';
import { converse } from '../../../harness/providers/converse.js';
import { requestDigest } from '../../../harness/providers/digest.js';
import { answerCalls, assistantMessage } from '../../../harness/providers/messages.js';
import { shippedPrices } from '../../../harness/providers/prices.js';
import { REQUEST, within } from '../../support/requests.js';

const answer = {
  stop: 'end',
  detail: null,
  text: 'done',
  reasoning: '',
  calls: [],
  usage: null,
  model: null,
  items: null,
} as const;
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const provider = (ask: Adapter['ask'], idle_s = 5) =>
  converse(
    { kind: 'test', model: 'm', ask },
    { vendor: null, prices: shippedPrices(), secrets: [], idle_s, retry: { base_s: 0.001 } },
  );

test('comes back at the deadline from an adapter that never settles and hears no signal', async () => {
  const turn = await provider(() => new Promise(() => {})).next(REQUEST, within(100));
  expect(turn).toMatchObject({ stop: 'deadline', attempts: 1 });
});

test('is not disturbed by an adapter that fails after its time', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on('unhandledRejection', note);
  const late = provider(async () => {
    await later(80);
    throw new Error('too late');
  });
  expect(await late.next(REQUEST, within(20))).toMatchObject({ stop: 'deadline' });
  await later(150);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test.each<{ title: string; ask: Adapter['ask'] }>([
  {
    title: 'throws at once',
    ask: () => {
      throw new TypeError('x is not a function');
    },
  },
  {
    title: 'rejects',
    ask: async () => {
      throw new TypeError('x is not a function');
    },
  },
  { title: 'rejects with no error at all', ask: () => Promise.reject('x is not a function') },
])('names a broken adapter that $title, without another attempt', async ({ ask }) => {
  expect(await provider(ask).next(REQUEST, within(5000))).toMatchObject({
    stop: 'internal',
    attempts: 1,
    detail: expect.stringContaining('x is not a function'),
  });
});

test('does not reject for a request that cannot even be digested', async () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const request = { ...REQUEST, tools: [{ name: 'x', description: '', schema: circular }] };
  expect(await provider(async () => answer).next(request, within(5000))).toMatchObject({ stop: 'internal' });
});

test('counts silence against a server, unless silence is to be expected', async () => {
  const slow: Adapter['ask'] = async () => {
    await later(400);
    return answer;
  };
  expect(await provider(slow, 0.1).next(REQUEST, within(5000))).toMatchObject({
    stop: 'idle_timeout',
    attempts: 2,
  });
  const patient: Adapter['ask'] = (request, attempt) => {
    attempt.expectSilence();
    return slow(request, attempt);
  };
  expect(await provider(patient, 0.1).next(REQUEST, within(5000))).toMatchObject({
    stop: 'end',
    text: 'done',
  });
});

test('waits without end where there is no deadline, and not beyond what a timer can hold', async () => {
  const limits = { deadline: Number.POSITIVE_INFINITY };
  expect(await provider(async () => answer, 1e9).next(REQUEST, limits)).toMatchObject({ stop: 'end' });
});

test('gives no half of a surrogate pair on, wherever a server puts one', async () => {
  const half = 'a\ud800b';
  const whole = 'a\\ud800b';
  const turn = await provider(async () => ({
    ...answer,
    stop: 'tool_calls',
    detail: half,
    text: half,
    reasoning: half,
    calls: [{ id: half, name: half, arguments: null, malformed: { raw: half, problem: half } }],
    model: half,
    items: [{ [half]: [half] }],
  })).next(REQUEST, within(5000));
  expect(turn).toMatchObject({
    detail: whole,
    text: whole,
    reasoning: whole,
    calls: [{ id: whole, name: whole, malformed: { raw: whole, problem: whole } }],
    model: whole,
    content: { items: [{ [whole]: [whole] }] },
  });
  const messages = [...REQUEST.messages, assistantMessage(turn), answerCalls(turn.calls, [])];
  expect(requestDigest({ ...REQUEST, messages })).toMatch(/^[0-9a-f]{64}$/);
});

test('names content that is nested too deeply to be recorded', async () => {
  const items = [{ deep: JSON.parse(`${'['.repeat(1e5)}${']'.repeat(1e5)}`) }];
  const turn = await provider(async () => ({ ...answer, items })).next(REQUEST, within(5000));
  expect(turn).toMatchObject({
    stop: 'bad_provider_answer',
    detail: expect.stringContaining('deeper than 1000 levels'),
  });
});
