/** One interrupt signal for a whole command: the first Ctrl-C aborts and cleans up, a later one ends at once. */
import { setMaxListeners } from 'node:events';
import { Fault } from '../../src/fault.js';
import { EXIT } from '../exit.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * One Ctrl-C comes twice where npx, npm or `timeout` stands above: from the terminal or their process group, and passed on
 * by them. Taken for a second one it would end the process before its containers are gone.
 */
const SAME_MS = 500;

export interface Interrupt extends Disposable {
  readonly signal: AbortSignal;
}

/** Listens until disposed. The abort reason is a `cancelled` Fault, which the edge turns into exit code 130. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  // All that runs at once listens to it: many listeners are no leak here.
  setMaxListeners(0, controller.signal);
  let first = 0;
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      if (performance.now() - first > SAME_MS) process.exit(EXIT.interrupted);
      return;
    }
    first = performance.now();
    controller.abort(new Fault('cancelled', `stopped by ${name}; temporary files are being removed`));
  };
  for (const name of SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of SIGNALS) process.off(name, stop);
    },
  };
}
