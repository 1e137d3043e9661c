/** Joins callers that want the same thing at the same time; the work stops only when the last of them gives up. */
import { Fault } from '../../src/fault.js';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

export type Flights<T> = (
  key: string,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export function flights<T>(): Flights<T> {
  const going = new Map<string, Flight<T>>();

  const depart = (key: string, work: (signal: AbortSignal) => Promise<T>) => {
    const stop = new AbortController();
    const flight: Flight<T> = { result: work(stop.signal), stop, waiting: 0 };
    going.set(key, flight);
    const land = () => {
      if (going.get(key) === flight) going.delete(key);
    };
    flight.result.then(land, land);
    return flight;
  };

  return async (key, work, signal) => {
    if (isAborted(signal)) throw cancelled();
    const flight = going.get(key) ?? depart(key, work);
    flight.waiting += 1;
    try {
      return await unlessAborted(flight.result, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && isAborted(signal)) {
        going.delete(key);
        flight.stop.abort();
      }
    }
  };
}

const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true;
const cancelled = () => new Fault('cancelled', 'stopped while the base was being acquired');

async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result;
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(cancelled());
    signal.addEventListener('abort', giveUp, { once: true });
  });
  return Promise.race([result, aborted]).finally(() => signal.removeEventListener('abort', giveUp));
}
