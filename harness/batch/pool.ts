/** Runs jobs with bounded concurrency, earliest deadline first; a job whose deadline passes while it waits is run at once. */
import { LONGEST_DELAY_MS } from '../longest-delay.js';
export interface Job {
  /** In milliseconds of `performance.now()`; null where nothing presses. */
  readonly deadline: number | null;
  /** Bytes that it holds while it waits. */
  readonly bytes: number;
}

export interface Limits {
  readonly concurrency: number;
  /** Bytes that may wait before `room` holds the reader back. */
  readonly waitingBytes: number;
}

export interface Pool<J extends Job> {
  add(job: J): void;
  /** Nothing runs before this: the first to run is then the most pressing of all that were read. */
  start(): void;
  readonly full: boolean;
  readonly waiting: number;
  /** Whether a job with this deadline would be among the next to be started, as many as run at once. */
  isNext(deadline: number): boolean;
  /** Resolves when more may be read. @throws what a job threw */
  room(): Promise<void>;
  /** Resolves when nothing waits and nothing runs. @throws what a job threw first; then nothing new was started */
  drained(): Promise<void>;
}

const urgency = ({ deadline }: Job): number => deadline ?? Number.POSITIVE_INFINITY;

export function jobPool<J extends Job>(
  { concurrency, waitingBytes }: Limits,
  run: (job: J) => Promise<void>,
): Pool<J> {
  /** The most pressing last; equal ones in the order they came. */
  const queue: J[] = [];
  let bytes = 0;
  let slots = 0;
  let running = 0;
  let started = false;
  let failure: { readonly error: unknown } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let listeners: (() => void)[] = [];

  const changed = (): void => {
    const waked = listeners;
    listeners = [];
    for (const wake of waked) wake();
  };
  const begin = (job: J, slot: 0 | 1): void => {
    bytes -= job.bytes;
    running += 1;
    slots += slot;
    void run(job)
      .catch((error) => {
        failure ??= { error };
      })
      .finally(() => {
        running -= 1;
        slots -= slot;
        pump();
        changed();
      });
  };
  /** The expired take no slot: all that is left to do for them is to write their numbers. */
  const pump = (): void => {
    clearTimeout(timer);
    if (!started || failure !== null) return;
    for (let next = queue.at(-1); next !== undefined; next = queue.at(-1)) {
      const expired = urgency(next) <= performance.now();
      if (!expired && slots >= concurrency) break;
      queue.pop();
      begin(next, expired ? 0 : 1);
    }
    const left = queue.length === 0 ? Infinity : urgency(queue.at(-1) as J) - performance.now();
    // A later deadline sets the timer again.
    if (left !== Infinity) timer = setTimeout(pump, Math.min(Math.max(left, 0) + 1, LONGEST_DELAY_MS));
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds() && failure === null) await new Promise<void>((resolve) => listeners.push(resolve));
  };

  return {
    add: (job) => {
      let low = 0;
      let high = queue.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (urgency(queue[middle] as J) > urgency(job)) low = middle + 1;
        else high = middle;
      }
      queue.splice(low, 0, job);
      bytes += job.bytes;
      pump();
    },
    start: () => {
      started = true;
      pump();
    },
    get full() {
      return bytes > waitingBytes;
    },
    get waiting() {
      return queue.length;
    },
    isNext: (deadline) => {
      const last = queue.at(-concurrency);
      return last === undefined || deadline < urgency(last);
    },
    room: async () => {
      await until(() => bytes <= waitingBytes);
      if (failure !== null) throw failure.error;
    },
    drained: async () => {
      await until(() => queue.length === 0 && running === 0);
      clearTimeout(timer);
      while (running > 0) await new Promise<void>((resolve) => listeners.push(resolve));
      if (failure !== null) throw failure.error;
    },
  };
}
