/** One interrupt signal for a whole command: the first Ctrl-C aborts and cleans up, the second ends at once. */
import { setMaxListeners } from 'node:events';
import { Fault } from '../../src/fault.js';
import { EXIT } from '../cli/exit.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interrupt extends Disposable {
  readonly signal: AbortSignal;
}

/** Listens until disposed. The abort reason is a `cancelled` Fault, which the edge turns into exit code 130. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  // All that runs at once listens to it: many listeners are no leak here.
  setMaxListeners(0, controller.signal);
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
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
