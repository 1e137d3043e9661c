/** Notes what a search could not read: no leak that was found there is no comfort. */
import { Fault } from '../../src/fault.js';
import type { Unsearched } from '../../src/leaks/leak.js';
import { whyNot } from '../load/open.js';

/**
 * Told of a file or folder below the root that could not be read: what the system said, or words.
 * @throws an error that is not the system's
 */
export type Unread = (path: string, why: unknown) => void;

const SHOWN = 20;

export class UnsearchedPlaces {
  private readonly places: { readonly path: string; readonly why: string }[] = [];

  readonly note: Unread = (path, why) => {
    if (typeof why !== 'string' && !isRefusal(why)) throw why;
    this.places.push({ path, why: typeof why === 'string' ? why : whyNot(why) });
  };

  summary(): Unsearched {
    const sorted = this.places.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { count: sorted.length, first: sorted.slice(0, SHOWN) };
  }
}

const isRefusal = (cause: unknown): cause is NodeJS.ErrnoException =>
  cause instanceof Error &&
  !(cause instanceof Fault) &&
  ('syscall' in cause || ('code' in cause && cause.code === 'ERR_FS_FILE_TOO_LARGE'));
