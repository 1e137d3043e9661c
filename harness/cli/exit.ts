/** Turns an ending into an exit code and one line of text; a stack is shown for our own faults only. */
import { Fault, type FaultCode } from '../../src/fault.js';
import { renderName } from '../../src/text/render.js';

export const EXIT = { ok: 0, some_failed: 1, usage: 2, environment: 3, interrupted: 130 } as const;

const CODES: Record<FaultCode, number> = {
  usage: EXIT.usage,
  input: EXIT.usage,
  environment: EXIT.environment,
  cancelled: EXIT.interrupted,
  internal: EXIT.some_failed,
};

/** What a person reads: place first, then the message. */
export function faultText(fault: Fault): string {
  const { line, field } = fault.place;
  const file = fault.place.file && renderName(fault.place.file);
  const place = [
    file === undefined ? undefined : line === undefined ? file : `${file}:${line}`,
    field,
  ].filter(Boolean);
  return [...place, fault.message].join(': ');
}

/** What the system says where a disk or folder refuses; not a fault of our code, so no stack is shown. */
const REFUSALS = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EMFILE',
  'ENFILE',
  'EIO',
]);

function refusalOf(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || !REFUSALS.has(code)) return null;
  const way = 'free space, or name folders that can be written (-o, TMPDIR, GAGAR_CACHE); see `gagar doctor`';
  const message = `the system refuses ${syscall} (${code}); ${way}`;
  return new Fault('environment', message, path === undefined ? {} : { file: path }, { cause: error });
}

/** Ends the process through `process.exitCode`, so piped output is never cut. */
export function endWith(thrown: unknown): void {
  const error = refusalOf(thrown) ?? thrown;
  if (error instanceof Fault) {
    process.stderr.write(`gagar: ${faultText(error)}\n`);
    if (error.code === 'internal' && error.stack) process.stderr.write(`${error.stack}\n`);
    process.exitCode = CODES[error.code];
    return;
  }
  process.stderr.write(
    `gagar: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = EXIT.some_failed;
}
