/** Looks whether the base commit of a group is in the repository of this machine that the group names. */
import { baseSourceOf } from '../../sandbox/base-source.js';
import { openGit } from '../../sandbox/git/git.js';
import { lookForBase } from '../../sandbox/git/store.js';
import type { LoadedGroup } from '../../sandbox/load/group.js';
import { Fault, type Problem } from '../../src/fault.js';
import { environment } from '../environment.js';
import { cacheDir, tempRoot } from '../places.js';

export type BaseLook = (loaded: LoadedGroup) => Promise<readonly Problem[]>;

/** Groups of one base are looked up once. */
export function openBaseLook(): BaseLook {
  const git = openGit(environment.forGit());
  const known = new Map<string, Promise<readonly Problem[]>>();
  return async (loaded) => {
    // Archives are read, and engines asked, only for a grading.
    if (loaded.group.task.repo === undefined) return [];
    const source = await baseSourceOf(loaded);
    const key = JSON.stringify(source);
    const problems =
      known.get(key) ?? problemsOf(lookForBase(source, { git, cacheDir: cacheDir(), tempDir: tempRoot() }));
    known.set(key, problems);
    return await problems;
  };
}

/** A fault that is about no field, as where there is no git, is none of the group's. */
async function problemsOf(look: Promise<void>): Promise<readonly Problem[]> {
  try {
    await look;
    return [];
  } catch (error) {
    const field = error instanceof Fault ? error.place.field : undefined;
    if (!(error instanceof Fault) || field === undefined) throw error;
    const prefix = `${field}: `;
    const { message } = error;
    return [{ field, message: message.startsWith(prefix) ? message.slice(prefix.length) : message }];
  }
}
