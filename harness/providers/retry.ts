/** When a failed attempt is worth another one, and how long to wait: bounded, seeded, never past the deadline. */
import { createHash } from 'node:crypto';
import type { Failure } from './failure.js';
import type { Stop } from './turn.js';

export interface RetryPolicy {
  /** Attempts in all, by the way the last one ended; a stop that is not named here is never retried. */
  readonly attempts: Partial<Record<Stop, number>>;
  /** First wait, doubled each time. */
  readonly base_s: number;
  /** Longest wait of our own, and the longest one that a server may ask for. */
  readonly cap_s: number;
  readonly seed: string;
}

export const RETRY: RetryPolicy = {
  attempts: {
    rate_limited: 6,
    overloaded: 6,
    server_error: 5,
    connection_lost: 5,
    bad_provider_answer: 3,
    idle_timeout: 2,
  },
  base_s: 0.5,
  cap_s: 60,
  seed: '',
};

/** A number in [0, 1) from the seed, so that a run can be repeated and many runs do not knock at once. */
function chance(seed: string, attempt: number): number {
  return createHash('sha256').update(`${seed} ${attempt}`).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Milliseconds to wait after attempt number `attempt` (from 1), or null where the turn ends with this failure. A wait
 * that the server names above the cap, or that the remaining time does not cover, is not begun at all.
 */
export function waitAfter(
  failure: Failure,
  attempt: number,
  remainingMs: number,
  policy: RetryPolicy,
): number | null {
  if (!failure.retry || attempt >= (policy.attempts[failure.stop] ?? 0)) return null;
  if ((failure.retry_after_s ?? 0) > policy.cap_s) return null;
  const own = Math.min(policy.cap_s, policy.base_s * 2 ** (attempt - 1));
  const jitter = 0.5 + chance(policy.seed, attempt) / 2;
  const wait = 1000 * Math.max(own * jitter, failure.retry_after_s ?? 0);
  return wait < remainingMs ? wait : null;
}
