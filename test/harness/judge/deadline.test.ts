import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Provider } from '../../../harness/providers/port.js';
import { scripted } from '../../../harness/providers/scripted.js';
import { openProvider } from '../../../harness/run/open-provider.js';
import { curious, isScoring, thenScore } from '../../support/examiner.js';
import { judgeOf, type TestBench, testBench } from '../../support/grading.js';
import { modelServer, type Reply, silent, stall } from '../../support/model-server.js';
import { bubblewrap } from '../../support/sandboxes.js';

let lab: TestBench;
beforeAll(async () => {
  lab = await testBench();
  await lab.prepared('nightjar');
});
afterAll(() => lab[Symbol.asyncDispose]());

/** How long past `deadline` the work ended, in ms, without the longest time in which this process got no CPU at all. */
async function lateness<T>(deadline: number, work: Promise<T>): Promise<{ ended: T; late: number }> {
  let beat = performance.now();
  let stall = 0;
  const heart = setInterval(() => {
    stall = Math.max(stall, performance.now() - beat - 20);
    beat = performance.now();
  }, 20);
  try {
    const ended = await work;
    return { ended, late: Date.now() - deadline - stall };
  } finally {
    clearInterval(heart);
  }
}

/** A server's reply, and whether the client has gone away from it. */
function watchedReply(reply: Reply): { reply: Reply; left: () => number } {
  let left = 0;
  return {
    left: () => left,
    reply: (response, seen) => {
      void once(response, 'close').then(() => {
        left += 1;
      });
      return reply(response, seen);
    },
  };
}

const chatOver = (url: string): Promise<Provider> =>
  openProvider('openai-chat', { model: 'tiny', base_url: `${url}/v1` });

test.each<[string, Reply, boolean]>([
  ['a server that never answers', silent, false],
  [
    'a server that stops in the middle of an answer',
    stall(['data: {"choices":[{"delta":{"content":"I"}}]}\n\n']),
    false,
  ],
  ['a server that is silent when it comes to the scores', silent, true],
])(
  '%s: at the deadline its requests are broken off, and the result is there within a second',
  async (_, hangs, onlyScores) => {
    const { reply, left: gone } = watchedReply(hangs);
    await using server = await modelServer(reply);
    const chat = await chatOver(server.url);
    const script = scripted(thenScore(curious));
    const provider: Provider = {
      ...chat,
      next: (request, limits) =>
        onlyScores && !isScoring(request) ? script.next(request, limits) : chat.next(request, limits),
    };
    const deadline = Date.now() + 4000;
    const { ended, late } = await lateness(
      deadline,
      lab.judge('nightjar', judgeOf(provider), undefined, deadline),
    );
    const left = onlyScores ? /during scoring$/ : /scoring, for which the investigation left a quarter/;
    expect(ended.fallback).toMatchObject({
      reason: 'deadline',
      stage: 'score',
      detail: expect.stringMatching(left),
    });
    expect(ended.rollouts.every((row) => row.tier === null && row.advantage === row.advantage_outcome)).toBe(
      true,
    );
    expect(late).toBeLessThan(1000);
    expect(server.seen.length).toBeGreaterThan(0);
    await expect.poll(gone).toBe(server.seen.length);
  },
);

test('a check that hangs is stopped with the time of the investigation, and the rest is scored in time', async () => {
  const sandbox = await bubblewrap();
  const provider = scripted(
    thenScore((request, index) =>
      index === 0
        ? { calls: [{ name: 'run_check', arguments: { tree: 'base', command: 'sleep 600', timeout_s: 5 } }] }
        : curious(request, index - 1),
    ),
  );
  const deadline = Date.now() + 6000;
  const judge = judgeOf(provider, { openSandbox: async () => sandbox });
  const { ended, late } = await lateness(deadline, lab.judge('nightjar', judge, undefined, deadline));
  expect(ended.investigation).toEqual({ status: 'incomplete', reason: 'budget of seconds used up' });
  expect(ended.fallback).toBeNull();
  expect(late).toBeLessThan(0);
});

test('time that the investigation used up to its end is not called a time of scoring', async () => {
  const script = scripted(thenScore(curious));
  const deadline = Date.now() + 4000;
  const provider: Provider = {
    ...script,
    next: async (request) => {
      const turn = await script.next(request, { deadline: Number.POSITIVE_INFINITY });
      if (turn.calls.some(({ name }) => name === 'finish')) await setTimeout(deadline + 50 - Date.now());
      return turn;
    },
  };
  expect((await lab.judge('nightjar', judgeOf(provider), undefined, deadline)).fallback).toEqual({
    reason: 'deadline',
    stage: 'investigate',
    detail: 'the time ran out during the investigation, before anything was scored',
  });
});
