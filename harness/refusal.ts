/** Says what the system refused, which folder it was, and what to do: a disk that is full, a folder that takes nothing. */
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { isFull } from '../sandbox/full.js';
import { Fault } from '../src/fault.js';
import { FULL_CODES as FULL } from '../src/full.js';
import { cacheDir } from './places.js';

const REFUSALS = new Set([...FULL, 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EMFILE', 'ENFILE', 'EIO']);

const MAKES_FOLDER = new Set(['mkdir', 'mkdtemp']);

type SystemError = NodeJS.ErrnoException & { readonly dest?: string };

/** A refusal of the system as a fault; null for any other error, which is then a fault of our code. */
export function refusalOf(error: unknown): Fault | null {
  if (!(error instanceof Error)) return null;
  const { code, path, dest, syscall } = error as SystemError;
  if (code === undefined || syscall === undefined) return null;
  // Folders are made from the top, so what is missing above one is a place that takes none, as in /proc.
  if (!REFUSALS.has(code) && !(code === 'ENOENT' && MAKES_FOLDER.has(syscall))) return null;
  const why = FULL.has(code) ? 'no space is left' : 'the system refuses';
  const { file, name } = FULL.has(code) ? fullFolder(dest ?? path) : { file: path, name: ANY };
  const way = `${FULL.has(code) ? 'free some' : 'see `gagar doctor`'}, or name another folder with ${name}`;
  const place = file === undefined ? {} : { file };
  return new Fault('environment', `${why} (${syscall}: ${code}); ${way}`, place, { cause: error });
}

const ANY = '-o, TMPDIR or GAGAR_CACHE';

/** The folder that is full, and what names another one. A write that failed tells no path: then the disks are asked. */
function fullFolder(file: string | undefined): { file: string | undefined; name: string } {
  const folders = [
    { file: cacheDir(), name: 'GAGAR_CACHE' },
    { file: resolve(tmpdir()), name: 'TMPDIR' },
  ];
  const known = folders.find((folder) =>
    file === undefined ? isFull(folder.file) : file.startsWith(folder.file),
  );
  return known ?? { file, name: ANY };
}

/**
 * Why a file of a run folder cannot be written. A path that is a file where a folder has to be is the caller's mistake.
 * @param option names another place
 */
export function writeRefusal(file: string, cause: unknown, option = '-o'): Fault {
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new Fault(
      'usage',
      `cannot be written: a file is where a folder has to be; name a folder with ${option}`,
      { file },
      { cause },
    );
  const why = cause instanceof Error ? cause.message : String(cause);
  const other = `name another folder with ${option}`;
  const way = code !== undefined && FULL.has(code) ? `free space there, or ${other}` : other;
  return new Fault('environment', `cannot be written: ${why}; ${way}`, { file }, { cause });
}
