/** Where the tree of a check lies: the path that training used, so that scripts with absolute paths work. */
import type { Task } from '../../src/records/group.js';

/** A relative workdir is a folder inside the repository, and no place for it. */
export function workdirOf({ image, repo }: Task): string | undefined {
  const workdir = image?.workdir ?? repo?.workdir;
  return workdir?.startsWith('/') ? workdir : undefined;
}
