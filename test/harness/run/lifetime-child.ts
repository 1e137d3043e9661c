/** A process of its own that takes its time to clean up after an interrupt, and says when it is done. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listenForInterrupt } from '../../../harness/run/lifetime.js';

using interrupt = listenForInterrupt();
const stopped = new Promise<void>((resolve) => {
  interrupt.signal.addEventListener('abort', () => resolve());
});
const alive = setInterval(() => {}, 1000);
process.stdout.write('ready\n');
await stopped;
process.stdout.write('stopped\n');
await sleep(Number(process.argv[2]));
process.stdout.write('clean\n');
clearInterval(alive);
