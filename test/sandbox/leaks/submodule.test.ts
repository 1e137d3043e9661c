/** A leak inside a submodule, told by the pin of the base. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBench } from '../../../harness/grade/bench.js';
import { findLeaks } from '../../../sandbox/leaks/find.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { openGroup } from '../../../sandbox/open-group.js';
import { git, type LeakLab, openLab, write } from './lab.js';

let lab: LeakLab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab[Symbol.asyncDispose]());

test('a submodule that was fetched beyond its pin is found', async () => {
  const root = join(lab.folder, 'with-part');
  cpSync(join(lab.folder, 'upstream'), root, { recursive: true });
  git(root, 'reset', '-q', '--hard', lab.base);
  git(root, 'submodule', 'add', '-q', join(lab.folder, 'part'), 'part');
  git(root, 'commit', '-qm', 'Take part in');
  const own = git(root, 'rev-parse', 'HEAD');
  const store = join(root, '.git/modules/part');
  const after = git(store, 'commit-tree', '-p', 'HEAD', '-m', 'Later', 'HEAD^{tree}');
  git(store, 'update-ref', 'refs/heads/next', after);
  git(root, 'bundle', 'create', '-q', join(lab.folder, 'part.bundle'), 'HEAD');
  write(lab.folder, {
    'part-group/group.json': JSON.stringify({
      schema: 'gagar.group/1',
      group_id: 'part-1',
      task: { statement: 'x', repo: { path: '../part.bundle', base_commit: own } },
      rollouts: [{ id: 'a', passed: false, patch: '' }],
    }),
  });
  await using bench = await openBench({ cacheDir: join(lab.folder, 'cache'), tempDir: lab.folder });
  await using opened = await openGroup(await loadGroup(join(lab.folder, 'part-group')), bench);
  const { leaks } = await findLeaks({ root, material: opened.material, git: bench.git });
  expect(leaks).toContainEqual(
    expect.objectContaining({ kind: 'submodule', path: '.git/modules/part/refs/heads/next' }),
  );
}, 120_000);
