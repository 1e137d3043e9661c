/** Waiting ends: by silence, by the deadline, by an abort, and by the word of the server. */
import { expect, test, vi } from 'vitest';
import { drip, hangUp, json, type Reply, silent, stall } from '../../support/model-server.js';
import { type Asking, isGood } from './asking.js';

export function waitsNoLonger({ frames, good, ask }: Asking): void {
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
    { title: 'a stream that drips for ever', reply: drip(Array(50_000).fill(': ping\n\n'), 3, 5) },
    { title: 'an overloaded server', reply: json({}, 503) },
    { title: 'a server that hangs up', reply: hangUp([]) },
  ])('ends at the deadline with $title', async ({ reply }) => {
    const turn = await ask([reply], {
      ms: 250,
      retry: { base_s: 0.02, attempts: { overloaded: 999, connection_lost: 999 } },
    });
    expect(['deadline', 'overloaded', 'connection_lost']).toContain(turn.stop);
  });

  test('ends as aborted in the middle of a stream, and the connection is given up', async () => {
    const controller = new AbortController();
    const closed = vi.fn();
    const watched: Reply = (response, seen) => {
      response.on('close', closed);
      setTimeout(() => controller.abort(), 50);
      return stall(frames.slice(0, 3))(response, seen);
    };
    const turn = await ask([watched], { signal: controller.signal });
    expect(turn).toMatchObject({ stop: 'aborted', attempts: 1, text: '' });
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  });

  test('ends as aborted while it waits for the next attempt', async () => {
    const controller = new AbortController();
    const refuse: Reply = (response, seen) => {
      response.on('close', () => setTimeout(() => controller.abort(), 300));
      return json({}, 503, { connection: 'close' })(response, seen);
    };
    const turn = await ask([refuse], {
      ms: 900_000,
      signal: controller.signal,
      retry: { base_s: 600, cap_s: 600 },
    });
    expect(turn).toMatchObject({ stop: 'aborted', attempts: 1, failures: [{ stop: 'overloaded' }] });
  });

  test('waits as long as the server asks, within the cap', async () => {
    const started = performance.now();
    const turn = await ask([json({}, 429, { 'retry-after': '0.2' }), good]);
    expect(turn).toMatchObject({ ...isGood, failures: [{ stop: 'rate_limited', waited_s: 0.2 }] });
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  test('obeys a server that says not to repeat', async () => {
    const turn = await ask([json({}, 429, { 'x-should-retry': 'false' }), good]);
    expect(turn).toMatchObject({ stop: 'rate_limited', attempts: 1 });
  });

  test('does not begin a wait that the time left does not cover', async () => {
    const turn = await ask([json({}, 429, { 'retry-after': '600' })], { ms: 300_000, retry: { cap_s: 900 } });
    expect(turn).toMatchObject({ stop: 'rate_limited', attempts: 1, retry_after_s: 600 });
  });
}
