/** Small generated groups over one bundled base: two passing patches and a failure each, as many as a test wants. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assetPath } from '../../harness/assets.js';

const LAPSE = assetPath('fixtures', 'lapse');

export interface GroupSpec {
  readonly group_id: string;
  readonly attempt?: number;
  readonly purpose?: 'train' | 'audit';
  readonly budget_s?: number;
  /** Another one makes another record. */
  readonly statement?: string;
}

/** Puts the base and the patches into `folder`; the records then name them relative to it. */
export async function layOut(folder: string): Promise<void> {
  await cp(join(LAPSE, 'base.bundle'), join(folder, 'base.bundle'));
  await cp(join(LAPSE, 'patches'), join(folder, 'patches'), { recursive: true });
}

export async function groupRecord(spec: GroupSpec): Promise<Record<string, unknown>> {
  const { task } = JSON.parse(await readFile(join(LAPSE, 'group.json'), 'utf8'));
  const { statement = 'no duration may end in 60 seconds', ...rest } = spec;
  return {
    schema: 'gagar.group/1',
    ...rest,
    task: { statement, repo: { path: 'base.bundle', base_commit: task.repo.base_commit } },
    rollouts: [
      { id: 'a', passed: true, patch: { path: 'patches/t0.diff' } },
      { id: 'b', passed: true, patch: { path: 'patches/t3.diff' } },
      { id: 'c', passed: false, patch: '' },
    ],
  };
}

export async function writeGroups(folder: string, specs: readonly (GroupSpec | string)[]): Promise<string> {
  await layOut(folder);
  const lines = await Promise.all(
    specs.map(async (spec) => (typeof spec === 'string' ? spec : JSON.stringify(await groupRecord(spec)))),
  );
  const file = join(folder, 'groups.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

export const numbered = (count: number): GroupSpec[] =>
  Array.from({ length: count }, (_, at) => ({ group_id: `g${at}` }));
