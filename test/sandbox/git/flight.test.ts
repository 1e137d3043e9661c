import { expect, test } from 'vitest';
import { flights } from '../../../sandbox/git/flight.js';

/** Work that ends when told, and counts how often it began and was stopped. */
function work() {
  const seen = { began: 0, stopped: 0, finish: (_value: string) => {} };
  const run = (signal: AbortSignal) => {
    seen.began += 1;
    return new Promise<string>((resolve, reject) => {
      seen.finish = resolve;
      signal.addEventListener('abort', () => {
        seen.stopped += 1;
        reject(new Error('stopped'));
      });
    });
  };
  return { seen, run };
}

test('callers of one key share one piece of work, and the next caller begins anew', async () => {
  const join = flights<string>();
  const { seen, run } = work();
  const both = [join('key', run), join('key', run)];
  seen.finish('done');
  expect(await Promise.all(both)).toEqual(['done', 'done']);
  expect(seen.began).toBe(1);
  const again = join('key', run);
  seen.finish('again');
  expect(await again).toBe('again');
});

test('one who gives up does not stop the others', async () => {
  const join = flights<string>();
  const { seen, run } = work();
  const stop = new AbortController();
  const [first, second] = [join('key', run, stop.signal), join('key', run)];
  stop.abort();
  await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  seen.finish('done');
  expect(await second).toBe('done');
  expect(seen.stopped).toBe(0);
});

test('the last who gives up stops the work', async () => {
  const join = flights<string>();
  const { seen, run } = work();
  const [one, other] = [new AbortController(), new AbortController()];
  const both = [join('key', run, one.signal), join('key', run, other.signal)];
  const ends = Promise.allSettled(both);
  one.abort();
  other.abort();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(seen.stopped).toBe(1);
  await expect(join('key', run, one.signal)).rejects.toMatchObject({ code: 'cancelled' });
  expect(seen.began).toBe(1);
});

test('a failure reaches all, and is not remembered', async () => {
  const join = flights<string>();
  const fail = () => Promise.reject(new Error('broken'));
  const ends = await Promise.allSettled([join('key', fail), join('key', fail)]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await join('key', async () => 'fine')).toBe('fine');
});
