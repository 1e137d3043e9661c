/** The small process of starter.ts: runs what it is told, and ends with its channel. */
import { run } from './process.js';
import type { Answer, Order } from './starter.js';

const running = new Map<number, AbortController>();

async function runOrder({ id, argv, options }: Exclude<Order, { cancel: number }>): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  const answer: Answer = await run(argv, { ...options, signal: stop.signal }).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
  );
  running.delete(id);
  if (process.connected) process.send?.(answer);
}

process.on('message', (order: Order) => {
  if ('cancel' in order) running.get(order.cancel)?.abort();
  else void runOrder(order);
});
// Nobody asks for them any more; the process ends when they have.
process.on('disconnect', () => {
  for (const stop of running.values()) stop.abort();
});
