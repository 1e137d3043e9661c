/** Lets at most so many tasks run at once; the others wait in the order in which they came. */
import { Fault } from '../src/fault.js';

export type Limit = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** A waiting task whose signal aborts leaves the line with a `cancelled` fault; a running one is its own business. */
export function limit(slots: number): Limit {
  let free = slots;
  const line: (() => void)[] = [];

  const enter = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(go), 1);
        reject(new Fault('cancelled', 'stopped while waiting for its turn'));
      };
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      line.push(go);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return async (task, signal) => {
    if (signal?.aborted === true) throw new Fault('cancelled', 'stopped before it began');
    if (free > 0) free -= 1;
    else await enter(signal);
    try {
      return await task();
    } finally {
      // The slot goes straight to the next in line, so nobody can overtake.
      const next = line.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
