import { expect, test } from 'vitest';
import { limit } from '../../sandbox/limit.js';

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

test('no more than the given number run at once, in the order in which they came', async () => {
  const run = limit(2);
  const began: number[] = [];
  let [running, most] = [0, 0];
  await Promise.all(
    [0, 1, 2, 3, 4, 5].map((n) =>
      run(async () => {
        began.push(n);
        most = Math.max(most, ++running);
        await tick();
        running -= 1;
      }),
    ),
  );
  expect(began).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('a task that throws gives its slot back', async () => {
  const run = limit(1);
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run(async () => 'next')).toBe('next');
});

test('who gives up while waiting leaves the line and takes no slot along', async () => {
  const run = limit(1);
  const stop = new AbortController();
  let release = () => {};
  const first = run(() => new Promise<void>((resolve) => (release = resolve)));
  const second = run(async () => 'never', stop.signal);
  const third = run(async () => 'third');
  stop.abort();
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  release();
  await first;
  expect(await third).toBe('third');
  await expect(run(async () => 'never', stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
  expect(await run(async () => 'free')).toBe('free');
});
