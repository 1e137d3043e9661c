import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareTrees } from '../../../sandbox/git/changes.js';
import { comparer } from '../../../sandbox/git/comparer.js';
import type { Git } from '../../../sandbox/git/git.js';
import { commitAll, type Lab, makeBase, openLab, sh } from './lab.js';

let lab: Lab;
let gitDir: string;
let base: string;
const trees: string[] = [];
beforeAll(async () => {
  lab = await openLab();
  const repository = makeBase(lab.dir);
  gitDir = join(repository, '.git');
  const treeOf = (commit: string) =>
    sh(['git', 'rev-parse', `${commit}^{tree}`], repository)
      .toString()
      .trim();
  base = treeOf('HEAD');
  for (let n = 0; n < 6; n++) {
    // The name and the text try to look like the end of an answer and the start of the next.
    await writeFile(join(repository, `f${n}\n${base} ${base}\nend-`), `end-x\n${base} ${base}\n:100644 `);
    trees.push(treeOf(commitAll(repository)));
  }
});
afterAll(() => lab[Symbol.asyncDispose]());

/** Counts the processes that a git starts. */
function counting(git: Git): { git: Git; runs: string[][] } {
  const runs: string[][] = [];
  const run: Git['run'] = (args, call) => {
    runs.push([...args]);
    return git.run(args, call);
  };
  return { runs, git: { ...git, run } };
}

test('many askers get what each would get alone, from fewer processes', async () => {
  const { git, runs } = counting(lab.git);
  const comparisons = comparer({ git, gitDir }, base);
  const together = await Promise.all([...trees, ...trees, base].map((tree) => comparisons.of(tree)));
  const alone = await Promise.all(
    [...trees, ...trees, base].map((tree) => compareTrees({ git: lab.git, gitDir }, base, tree)),
  );
  expect(together).toEqual(alone);
  expect(runs).toHaveLength(2);
});

test('one that cannot be compared does not take the others along', async () => {
  const comparisons = comparer({ git: lab.git, gitDir }, base);
  const missing = 'f'.repeat(40);
  const ends = await Promise.allSettled(
    [trees[0] ?? '', trees[1] ?? '', missing, trees[2] ?? ''].map((tree) => comparisons.of(tree)),
  );
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('only what was asked for is known', async () => {
  const comparisons = comparer({ git: lab.git, gitDir }, base);
  await comparisons.of(base);
  expect(await comparisons.known(base)).toEqual({ changes: [], diff: [], clippedAbove: null });
  expect(comparisons.known(trees[0] ?? '')).toBeUndefined();
});
