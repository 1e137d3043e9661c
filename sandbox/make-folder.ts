/** Makes a folder and what is missing above it, one at a time. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface MakeOptions {
  readonly mode?: number;
  /** A folder that is not made where it is missing. */
  readonly below?: string;
}

/**
 * Node's own recursive mkdir spins for ever where a parent is there and takes no folders (as in /proc); this one throws
 * the system's error. A folder that is there already, or that somebody else makes at the same time, is fine.
 */
export async function makeFolder(path: string, options: MakeOptions = {}): Promise<void> {
  try {
    await makeOne(path, options.mode);
  } catch (error) {
    const parent = dirname(path);
    const mayMake = parent !== path && parent !== options.below;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !mayMake) throw error;
    await makeFolder(parent, options);
    await makeOne(path, options.mode);
  }
}

async function makeOne(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await isFolder(path));
    if (!isThere) throw error;
  }
}

/** false where nothing is, and where nobody may look. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
