/** The deadline of one group: relative, so that no skew of clocks can move it; it stops the work, never the result. */
import { setMaxListeners } from 'node:events';
import type { LoadedGroup } from '../../sandbox/load/group.js';
import type { Group } from '../../src/records/group.js';
import { LONGEST_DELAY_MS } from '../longest-delay.js';

export interface GroupClock {
  /** Milliseconds since the epoch; null where nothing presses. */
  readonly deadline: number | null;
  /** Aborted by an interrupt or at the deadline. */
  readonly signal: AbortSignal;
  /** True where the deadline alone has stopped the work. */
  late(): boolean;
}

/** Only a training run obeys the group's own `budget_s`; seconds that the caller gives always hold. */
export function startClock(
  { purpose, budget_s }: Pick<Group, 'purpose' | 'budget_s'>,
  seconds: number | undefined,
  interrupt: AbortSignal,
): GroupClock {
  const own = purpose === 'train' ? budget_s : undefined;
  const least = Math.min(own ?? Number.POSITIVE_INFINITY, seconds ?? Number.POSITIVE_INFINITY);
  if (!Number.isFinite(least)) return { deadline: null, signal: ownSignal(interrupt), late: () => false };
  const ms = Math.ceil(Math.min(least * 1000, LONGEST_DELAY_MS));
  const timer = AbortSignal.timeout(ms);
  return {
    deadline: Date.now() + ms,
    signal: ownSignal(interrupt, timer),
    late: () => timer.aborted && !interrupt.aborted,
  };
}

/** A group listens to a signal of its own: its many listeners are no leak, and none of them is the caller's to see. */
function ownSignal(...signals: AbortSignal[]): AbortSignal {
  const own = AbortSignal.any(signals);
  setMaxListeners(0, own);
  return own;
}

/** @param start a time of `performance.now()` */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** Past the deadline there is nothing to wait for: null. @throws what `work` throws before it */
export async function inTime<T>(clock: GroupClock, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (clock.late()) return null;
    throw error;
  }
}

/** The group without the seconds of its trainer, for people and replays, whom nobody waits for. */
export function untimed(loaded: LoadedGroup): LoadedGroup {
  const { budget_s: _, ...group } = loaded.group;
  return { ...loaded, group };
}
