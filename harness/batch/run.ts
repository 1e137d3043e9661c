/** Grades every group of a file or folder into a journal: what is there already is left alone, what fails is written down. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type GroupEntry, readGroups } from '../../sandbox/load/group.js';
import { faultText } from '../../src/fault-text.js';
import { type BatchRecord, type GroupFailure, groupSlot, placeSlot } from '../../src/records/batch.js';
import type { Source } from '../../src/records/result.js';
import type { GradeOptions } from '../grade/grade.js';
import type { Judge } from '../grade/judge.js';
import type { GrsRoad } from '../grs/road.js';
import type { Journal } from './journal.js';
import { jobPool } from './pool.js';
import type { BatchProgress } from './progress.js';
import { repeatText } from './repeat.js';
import { gradeTicket, readFailure, type Ticket, type TimeRules, ticketOf } from './ticket.js';

export interface BatchOptions extends TimeRules {
  readonly grade: Omit<GradeOptions, 'emit' | 'judge' | 'budget_s'>;
  /** A judge of its own for every group: purposes differ, and so do recordings. */
  readonly judgeFor: (ticket: Ticket) => Promise<Judge>;
  /** The road of groups that a rubric refines, with a recording of its own as well. */
  readonly grsFor?: (ticket: Ticket) => GrsRoad;
  readonly concurrency: number;
  readonly retryFailed: boolean;
  readonly progress: BatchProgress;
}

/** Groups that wait are held parsed up to this many bytes of their records; the most pressing of them runs next. */
export const WAITING_BYTES = 64 * 1024 ** 2;
/** What was given up at a deadline gets this long to end before its files are taken from under it. */
const SETTLE_MS = 5000;

export interface BatchEnd {
  /** Records of this input that are failures, old ones included. */
  readonly failed: number;
}

/** @throws Fault input where the path cannot be used, Fault cancelled, Fault environment: the journal then holds what was done */
export async function gradeAll(path: string, journal: Journal, options: BatchOptions): Promise<BatchEnd> {
  const { concurrency, progress, grade } = options;
  const grader = graderOf(options);
  const pool = jobPool<Ticket>({ concurrency, waitingBytes: WAITING_BYTES }, async (ticket) => {
    const record = await grader.grade(ticket);
    await journal.append(record);
    progress.ended(record);
  });
  const reader = readerOf(journal, options);
  try {
    for await (const entry of readGroups(path)) {
      grade.signal.throwIfAborted();
      const next = reader.next(entry);
      if (next === null) continue;
      if ('loaded' in next) {
        progress.found();
        pool.add(next);
      } else {
        await journal.append(next);
        progress.ended(next);
      }
      if (pool.full) pool.start();
      await pool.room();
    }
    progress.allFound();
  } finally {
    pool.start();
    await pool.drained().finally(() => grader.settled());
  }
  await journal.compact();
  return { failed: reader.seen.filter((slot) => journal.standing(slot)?.failure).length };
}

/** Grades tickets and keeps track of what still ends behind those that were given up. */
export function graderOf({ grade, judgeFor, grsFor, ...rules }: Omit<BatchOptions, 'retryFailed'>) {
  const left = new Set<Promise<unknown>>();
  const settle = (one: Promise<unknown>): void => {
    left.add(one);
    void one.finally(() => left.delete(one));
  };
  return {
    grade: async (ticket: Ticket): Promise<BatchRecord> => {
      grade.signal.throwIfAborted();
      const judge = await judgeFor(ticket);
      return await gradeTicket(
        ticket,
        { ...grade, judge, grs: grsFor?.(ticket), emit: () => {} },
        rules,
        settle,
      );
    },
    settled: async (): Promise<void> => {
      const patience = new AbortController();
      const over = sleep(SETTLE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([Promise.all(left), over]);
      patience.abort();
    },
  };
}

interface Reader {
  readonly seen: string[];
  /** What is to be done with an entry; null where it was done before. */
  next(entry: GroupEntry): Ticket | GroupFailure | null;
}

function readerOf(journal: Journal, { retryFailed, budgetS }: BatchOptions): Reader {
  const queuedAt = performance.now();
  /** Digest and place of each key in this input. */
  const first = new Map<string, Source>();
  const seen: string[] = [];
  const refuse = (place: GroupEntry, error: string, id: string | null, attempt: number | null = null) => {
    const failure = readFailure(place, error, id, attempt);
    const slot = placeSlot(place.file, place.line);
    seen.push(slot);
    return journal.standing(slot)?.digest === failure.source.digest ? null : failure;
  };
  return {
    seen,
    next: (entry) => {
      if ('fault' in entry) return refuse(entry, faultText(entry.fault), entry.group_id);
      const { loaded, bytes } = entry;
      const ticket = ticketOf(loaded, { bytes, queuedAt, budgetS });
      const { group_id, attempt = null } = loaded.group;
      const slot = groupSlot(group_id, attempt);
      const earlier = first.get(slot);
      if (earlier !== undefined && earlier.digest !== ticket.source.digest) {
        return refuse(entry, repeatText(loaded.group, earlier), group_id, attempt);
      }
      journal.retire(placeSlot(entry.file, entry.line));
      if (earlier !== undefined) return null;
      first.set(slot, ticket.source);
      seen.push(slot);
      const standing = journal.standing(slot);
      const isDone = standing?.digest === ticket.source.digest && !(retryFailed && standing.failed);
      return isDone ? null : ticket;
    },
  };
}
