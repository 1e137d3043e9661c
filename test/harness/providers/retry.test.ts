import { expect, test } from 'vitest';
import { failure, retryAfter } from '../../../harness/providers/failure.js';
import { RETRY, waitAfter } from '../../../harness/providers/retry.js';
import type { Stop } from '../../../harness/providers/turn.js';

const policy = { ...RETRY, seed: 's' };
const wait = (stop: Stop, attempt: number, more = {}, remaining = 1e9) =>
  waitAfter(failure(stop, 'x', more), attempt, remaining, policy);

test('waits twice as long each time, between half and all of it', () => {
  for (const attempt of [1, 2, 3, 4, 5]) {
    const full = 500 * 2 ** (attempt - 1);
    expect(wait('overloaded', attempt)).toBeGreaterThanOrEqual(full / 2);
    expect(wait('overloaded', attempt)).toBeLessThan(full);
  }
});

test('waits the same with the same seed, and not the same with another one', () => {
  expect(wait('overloaded', 1)).toBe(wait('overloaded', 1));
  expect(wait('overloaded', 1)).not.toBe(
    waitAfter(failure('overloaded', 'x'), 1, 1e9, { ...policy, seed: 'other' }),
  );
});

test.each<{ title: string; stop: Stop; attempt: number; more?: object; remaining?: number }>([
  { title: 'the attempts are used up', stop: 'overloaded', attempt: 6 },
  { title: 'an idle time-out came twice', stop: 'idle_timeout', attempt: 2 },
  { title: 'the ending is not one that passes', stop: 'refused_key', attempt: 1 },
  { title: 'the server says not to', stop: 'rate_limited', attempt: 1, more: { retry: false } },
  {
    title: 'the server asks for more than the cap',
    stop: 'rate_limited',
    attempt: 1,
    more: { retry_after_s: 61 },
  },
  {
    title: 'the time left is too short',
    stop: 'rate_limited',
    attempt: 1,
    more: { retry_after_s: 10 },
    remaining: 9_000,
  },
  { title: 'no time is left', stop: 'overloaded', attempt: 1, remaining: 0 },
])('does not wait when $title', ({ stop, attempt, more = {}, remaining = 1e9 }) => {
  expect(wait(stop, attempt, more, remaining)).toBeNull();
});

test('waits as long as the server asks, if that is longer', () => {
  expect(wait('rate_limited', 1, { retry_after_s: 30 })).toBe(30_000);
});

const NOW = Date.parse('2026-11-29T12:00:00Z');
test.each([
  { headers: { 'retry-after': '7200' }, seconds: 7200 },
  { headers: { 'retry-after': '0' }, seconds: 0 },
  { headers: { 'retry-after-ms': '250', 'retry-after': '9' }, seconds: 0.25 },
  { headers: { 'retry-after': 'Sun, 29 Nov 2026 12:01:30 GMT' }, seconds: 90 },
  { headers: { 'retry-after': 'Sun, 29 Nov 2026 11:00:00 GMT' }, seconds: 0 },
  { headers: { 'retry-after': '9'.repeat(400) }, seconds: 1e9 },
  { headers: { 'retry-after-ms': 'Infinity' }, seconds: 1e9 },
  { headers: { 'retry-after': '-5' }, seconds: null },
  { headers: { 'retry-after': 'soon' }, seconds: null },
  { headers: {}, seconds: null },
])('reads $headers as $seconds s', ({ headers, seconds }) => {
  const read = retryAfter(new Headers(headers as Record<string, string>), NOW);
  expect(read).toBe(seconds);
});
