/** Serves a spool folder: claims what comes, most pressing first, until the inbox is empty or somebody stops it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../src/fault.js';
import { faultText } from '../../src/fault-text.js';
import type { BatchRecord } from '../../src/records/batch.js';
import { jobPool } from './pool.js';
import { type BatchOptions, graderOf, WAITING_BYTES } from './run.js';
import type { Spool, Waiting } from './spool.js';
import { readFailure, type Ticket, ticketOf } from './ticket.js';

export interface ServeOptions extends Omit<BatchOptions, 'retryFailed'> {
  /** Ends when the inbox is empty, instead of waiting for more. */
  readonly once: boolean;
  readonly onAnswer: (record: BatchRecord) => void;
}

const POLL_MS = 200;
/** Claims ahead of what can run, few enough to leave work for a second server; only who is in a hurry goes past them. */
const AHEAD = 4;

type SpoolTicket = Ticket & { readonly name: string };

/** @throws Fault cancelled when stopped, Fault environment; what was claimed and not answered is back in the inbox */
export async function serveSpool(spool: Spool, options: ServeOptions): Promise<void> {
  const { concurrency, progress, grade, once, onAnswer, budgetS } = options;
  const { signal } = grade;
  const grader = graderOf(options);
  const inHand = new Set<string>();
  const answer = async (name: string, record: BatchRecord): Promise<void> => {
    await spool.answer(name, record);
    inHand.delete(name);
    progress.ended(record);
    onAnswer(record);
  };
  const pool = jobPool<SpoolTicket>({ concurrency, waitingBytes: WAITING_BYTES }, async (ticket) =>
    answer(ticket.name, await grader.grade(ticket)),
  );

  const take = async (name: string): Promise<void> => {
    const claimed = await spool.claim(name);
    if (claimed === null) return;
    const { loaded, bytes, waitedMs, groupId } = claimed;
    if (loaded instanceof Fault)
      return await answer(name, readFailure({ file: name, line: null }, faultText(loaded), groupId));
    inHand.add(name);
    progress.found();
    pool.add({ ...ticketOf(loaded, { bytes, queuedAt: performance.now() - waitedMs, budgetS }), name });
  };

  try {
    for (;;) {
      await spool.reclaim();
      // A name that is being graded is not taken again before its answer is out.
      const waiting = (await spool.waiting()).filter(({ name }) => !inHand.has(name));
      for (const { name, deadline } of mostPressingFirst(waiting, budgetS)) {
        signal.throwIfAborted();
        if (pool.waiting >= concurrency * AHEAD && !pool.isNext(deadline)) break;
        await take(name);
      }
      pool.start();
      await pool.room();
      if (once && waiting.length === 0 && inHand.size === 0) return;
      await sleep(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } finally {
    pool.start();
    await pool.drained().finally(async () => {
      await grader.settled();
      await spool.release();
    });
  }
}

/** By deadline in milliseconds of `performance.now()`, equal ones by name. */
function mostPressingFirst(
  waiting: readonly Waiting[],
  budgetS = Number.POSITIVE_INFINITY,
): { readonly name: string; readonly deadline: number }[] {
  const toClock = performance.now() - Date.now();
  const due = waiting.map((one) => ({
    name: one.name,
    deadline: toClock + one.arrivedMs + Math.min(one.budgetS, budgetS) * 1000,
  }));
  return due.sort((a, b) => (a.deadline < b.deadline ? -1 : a.deadline > b.deadline ? 1 : 0));
}
