/** Says whether a folder's disk takes no more: asked, not read out of a message that a candidate's file name could forge. */
import { statfsSync } from 'node:fs';

/** With less room than this, the next write of a patch, tree or report fails. */
const LITTLE_BYTES = 1024 ** 2;

export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder);
    return bavail * bsize < LITTLE_BYTES || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
}
