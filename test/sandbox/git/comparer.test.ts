import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareTrees } from '../../../sandbox/git/changes.js';
import { type Comparer, comparer } from '../../../sandbox/git/comparer.js';
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

/** Trees whose making takes a while, each its own. */
const made = (comparisons: Comparer, all: readonly string[]) =>
  all.map((tree, at) =>
    comparisons.making(async (compare) => {
      await sleep(10 * at);
      return compare(tree);
    }),
  );

test('many askers get what each would get alone, from fewer processes', async () => {
  const { git, runs } = counting(lab.git);
  const comparisons = comparer({ git, gitDir }, base);
  const together = await Promise.all(made(comparisons, [...trees, ...trees, base]));
  const alone = await Promise.all(
    [...trees, ...trees, base].map((tree) => compareTrees({ git: lab.git, gitDir }, base, tree)),
  );
  expect(together).toEqual(alone);
  expect(runs).toHaveLength(1);
});

test('one that cannot be compared does not take the others along', async () => {
  const comparisons = comparer({ git: lab.git, gitDir }, base);
  const missing = 'f'.repeat(40);
  const ends = await Promise.allSettled(
    made(comparisons, [trees[0] ?? '', trees[1] ?? '', missing, trees[2] ?? '']),
  );
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('one that is given up before it asks holds nobody back', async () => {
  const comparisons = comparer({ git: lab.git, gitDir }, base);
  const given = comparisons.making(async () => {
    await sleep(50);
    throw new Error('given up');
  });
  const [waiting] = made(comparisons, [trees[0] ?? '']);
  await expect(given).rejects.toThrow('given up');
  expect((await waiting)?.changes).toHaveLength(1);
});

test('only what was asked for is known', async () => {
  const comparisons = comparer({ git: lab.git, gitDir }, base);
  await Promise.all(made(comparisons, [base]));
  expect(await comparisons.known(base)).toEqual({ changes: [], diff: [], clippedAbove: null });
  expect(comparisons.known(trees[0] ?? '')).toBeUndefined();
});
