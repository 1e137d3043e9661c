/** What is read of a connection: pieces of any size, up to a cut, a bound or a redirect. */
import { expect, test } from 'vitest';
import { MODEL, TEST_KEY } from '../../support/dialects/dialect.js';
import { drip, flood, hangUp, modelServer, type Reply, raw } from '../../support/model-server.js';
import { REQUEST, within } from '../../support/requests.js';
import { type Asking, isGood } from './asking.js';

export function readsConnection({ dialect, frames, good, ask }: Asking): void {
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
}
