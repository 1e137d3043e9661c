/** The clocks of one attempt: the caller's signal, the deadline and the silence of the server. */
import { LONGEST_DELAY_MS } from '../longest-delay.js';
import { type Failure, failure } from './failure.js';
import type { Limits } from './port.js';

export interface Watch extends Disposable {
  readonly signal: AbortSignal;
  /** Which clock rang; null while none did. */
  readonly failure: Failure | null;
  /** Settles with the failure when a clock rings, and never otherwise; whoever waits then disposes, which aborts. */
  readonly rung: Promise<Failure>;
  /** The server gave a sign of life. */
  alive(): void;
  /** From now on silence means nothing. */
  expectSilence(): void;
}

export const spent = ({ signal, deadline }: Limits, now = Date.now()): Failure | null => {
  if (signal?.aborted) return failure('aborted', 'the caller stopped the request');
  return deadline <= now ? failure('deadline', 'no time is left') : null;
};

export function openWatch(limits: Limits, idleMs: number): Watch {
  const controller = new AbortController();
  let rang: Failure | null = null;
  let listening = true;
  let settle: (failure: Failure) => void = () => {};
  const rung = new Promise<Failure>((resolve) => {
    settle = resolve;
  });
  const ring = (reason: Failure): void => {
    if (rang) return;
    rang = reason;
    settle(reason);
  };
  const onAbort = (): void => ring(failure('aborted', 'the caller stopped the request'));
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  const remaining = limits.deadline - Date.now();
  const deadline =
    remaining < LONGEST_DELAY_MS
      ? setTimeout(() => ring(failure('deadline', 'the time ran out during the request')), remaining)
      : undefined;
  const idle = setTimeout(
    () => ring(failure('idle_timeout', `the server was silent for ${idleMs / 1000} s`)),
    Math.min(idleMs, LONGEST_DELAY_MS),
  );
  return {
    signal: controller.signal,
    get failure() {
      return rang;
    },
    rung,
    alive: () => {
      if (listening) idle.refresh();
    },
    expectSilence: () => {
      listening = false;
      clearTimeout(idle);
    },
    [Symbol.dispose]: () => {
      clearTimeout(deadline);
      clearTimeout(idle);
      limits.signal?.removeEventListener('abort', onAbort);
      // Whatever still runs of this attempt has lost its reader.
      controller.abort();
    },
  };
}

/** Waits, or less if the caller's signal fires. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
