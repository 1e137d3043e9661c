/** Writes generated groups to disk: one folder per group, and the bundles that they share. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ids } from '../../src/redteam/history.js';
import type { GroupPlan } from '../../src/redteam/plan.js';
import type { Git } from '../git/git.js';
import { makeFolder } from '../make-folder.js';
import { writeRepository } from './repository.js';

export interface WrittenGroup<T extends GroupPlan> {
  readonly plan: T;
  /** The group folder. */
  readonly folder: string;
}

/** Writes groups one by one below `folder`: groups/ID/group.json and repositories/KEY.bundle. */
export async function* writeGroups<T extends GroupPlan>(
  git: Git,
  plans: Iterable<T>,
  folder: string,
): AsyncGenerator<WrittenGroup<T>, void> {
  const known = new Map<string, Ids>();
  await makeFolder(join(folder, 'repositories'));
  for (const plan of plans) {
    const bundle = `${plan.repository}.bundle`;
    const ids =
      known.get(plan.repository) ??
      (await writeRepository(git, plan.project, join(folder, 'repositories', bundle)));
    known.set(plan.repository, ids);
    const place = join(folder, 'groups', plan.id);
    await mkdir(place, { recursive: true });
    const group = plan.group(ids, `../../repositories/${bundle}`);
    await writeFile(join(place, 'group.json'), `${JSON.stringify(group, null, 1)}\n`);
    yield { plan, folder: place };
  }
}
