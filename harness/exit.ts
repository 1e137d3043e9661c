/** Turns an ending into an exit code and one line of text; a stack is shown for our own faults only. */
import { Fault, type FaultCode } from '../src/fault.js';
import { faultText } from '../src/fault-text.js';
import { renderMessage } from '../src/text/render.js';
import { refusalOf } from './refusal.js';

export const EXIT = { ok: 0, some_failed: 1, usage: 2, environment: 3, interrupted: 130 } as const;

const CODES: Record<FaultCode, number> = {
  usage: EXIT.usage,
  input: EXIT.usage,
  environment: EXIT.environment,
  cancelled: EXIT.interrupted,
  internal: EXIT.some_failed,
};

/** Ends the process through `process.exitCode`, so piped output is never cut. */
export function endWith(thrown: unknown): void {
  const error = refusalOf(thrown) ?? thrown;
  if (error instanceof Fault) {
    process.stderr.write(`gagar: ${renderMessage(faultText(error))}\n`);
    if (error.code === 'internal' && error.stack) process.stderr.write(`${renderMessage(error.stack)}\n`);
    process.exitCode = CODES[error.code];
    return;
  }
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`gagar: internal error: ${renderMessage(told)}\n`);
  process.exitCode = EXIT.some_failed;
}
