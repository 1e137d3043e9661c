/** Checks that everything a group names is there: files with the stated sha256 and whole gzip data, a local repository. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Fault, type Problem } from '../../src/fault.js';
import { refsOf } from '../../src/records/refs.js';
import { checkRepoAddress } from '../../src/records/repo-address.js';
import { renderName } from '../../src/text/render.js';
import type { LoadedGroup } from './group.js';
import { whyNot } from './open.js';
import { resolveRef } from './ref.js';

export interface Verified {
  readonly problems: readonly Problem[];
  /** Files that can be used. */
  readonly files: number;
}

export async function verifyFiles({ group, folder }: LoadedGroup): Promise<Verified> {
  const problems: Problem[] = [];
  let files = 0;
  for (const { field, ref } of refsOf(group)) {
    if (typeof ref === 'string') continue;
    try {
      const handle = await resolveRef(ref, folder, { field });
      if (ref.sha256 !== undefined || handle.compressed) await handle.sha256();
      files += 1;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problems.push({ field, message: `${renderName(ref.path)} ${error.message}` });
    }
  }
  return { problems: [...problems, ...(await repoProblems(group.task.repo, folder))], files };
}

async function repoProblems(repo: LoadedGroup['group']['task']['repo'], folder: string): Promise<Problem[]> {
  const address = repo && checkRepoAddress(repo.url ?? repo.path ?? '');
  if (address?.kind !== 'local') return [];
  const field = repo?.url === undefined ? 'task.repo.path' : 'task.repo.url';
  try {
    await stat(resolve(folder, address.path));
    return [];
  } catch (cause) {
    return [{ field, message: `${renderName(address.path)} ${whyNot(cause as NodeJS.ErrnoException)}` }];
  }
}
