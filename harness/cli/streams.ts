/** What becomes of a command when nobody takes any more what it says. */
import { Fault } from '../../src/fault.js';
import { EXIT, endWith } from '../exit.js';

/**
 * Messages that nobody reads stop no work: it has a run folder, and an exit code. Without a reader of its data a command that
 * does nothing else ends at once; one that listens for an interrupt has something to clean up, and goes on to its end.
 */
export function listenForLostOutput(): void {
  process.stderr.on('error', () => {});
  let isTold = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe early (| head) is a normal ending.
    if (error.code !== 'EPIPE' && !isTold) endWith(lost(error));
    isTold = true;
    if (process.listenerCount('SIGINT') === 0) process.exit(process.exitCode ?? EXIT.ok);
  });
}

const lost = (error: NodeJS.ErrnoException): Fault =>
  new Fault(
    'environment',
    `standard output cannot be written (${error.code ?? error.message}); lead it elsewhere`,
    {},
    { cause: error },
  );
