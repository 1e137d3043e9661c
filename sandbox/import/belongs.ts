/** Finds the trial that a lone file is a part of, by looking at the folders around it. */
import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Fault } from '../../src/fault.js';
import { IMPORTERS } from '../../src/import/importers.js';
import { renderName } from '../../src/text/render.js';
import { scanRun } from './scan.js';
import { type FoundRun, findRun } from './walk.js';

/** Folders above the file that are looked into, and files that they may hold to be looked at. */
const MAX_UP = 3;
const MAX_FILES = 2000;
/** What is read to say where a file belongs; beside more than this it is taken as it is. */
const MAX_BYTES = 128 * 1024 * 1024;
/** How many times its size a packed file can become: of nothing but zeros, deflate makes one in 1,032. */
const MAX_UNPACKED = 1032;

/** A sentence that names the trial; null where the path is a folder, or no trial around it has the file. */
export async function whereItBelongs(
  path: string,
  { files }: FoundRun,
  signal?: AbortSignal,
): Promise<string | null> {
  const [only] = files;
  const file = resolve(path);
  if (files.length !== 1 || only === undefined || dirname(file) === file) return null;
  let folder = dirname(file);
  for (let up = 0; up < MAX_UP; up++, folder = dirname(folder)) {
    const found = await trialWith(relative(folder, file).replace(/\.gz$/, ''), folder, signal);
    if (found !== null)
      return `is a part of a trial, not one itself: ${found.why}; import ${renderName(join(folder, found.at))}`;
  }
  return null;
}

/** Bytes of all files but the one that is asked about. */
async function sizeOf({ folder, files }: FoundRun, except: string): Promise<number> {
  let sum = 0;
  for (const { path } of files) {
    const file = join(folder, path);
    if (path === except) continue;
    const plain = await stat(file).catch(() => null);
    const found = plain ?? (await stat(`${file}.gz`).catch(() => null));
    const packed = plain === null || /\.(eval|zip)$/.test(path);
    sum += (found?.size ?? 0) * (packed ? MAX_UNPACKED : 1);
  }
  return sum;
}

async function trialWith(
  path: string,
  folder: string,
  signal?: AbortSignal,
): Promise<{ why: string; at: string } | null> {
  try {
    const run = await findRun(folder, 'around', () => {}, { maxFiles: MAX_FILES });
    if ((await sizeOf(run, path)) > MAX_BYTES) return null;
    const { claims } = await scanRun(run, IMPORTERS, signal);
    // What lies first tells the trial; in a folder of an evaluation no file does so alone.
    const claim = claims.find(
      ({ files, format, rank }) =>
        format !== 'patches' &&
        files.some((file) => file.path === path) &&
        (files[0]?.path !== path || (rank === 0 && files.length > 1)),
    );
    if (claim === undefined) return null;
    const main = claim.files[0]?.path ?? '';
    return { why: `${claim.format}, ${claim.why}`, at: dirname(main) };
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
