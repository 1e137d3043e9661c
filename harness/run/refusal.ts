/** Says why a file of a run folder cannot be written, and what to do. */
import { Fault } from '../../src/fault.js';

/** A path that is a file where a folder has to be is the caller's mistake; all else is the machine's. */
export function writeRefusal(file: string, cause: unknown): Fault {
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new Fault(
      'usage',
      'cannot be written: a file is where a folder has to be; name a folder with -o',
      { file },
      { cause },
    );
  const why = cause instanceof Error ? cause.message : String(cause);
  const way = 'free space there, or name another folder with -o';
  return new Fault('environment', `cannot be written: ${why}; ${way}`, { file }, { cause });
}
