import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareTogether, compareTrees } from '../../../sandbox/git/changes.js';
import { commitAll, type Lab, makeBase, openLab, sh, tip } from './lab.js';

let lab: Lab;
let base: string;
let gitDir: string;
let from: string;
let to: string;
beforeAll(async () => {
  lab = await openLab();
  base = makeBase(lab.dir);
  from = `${tip(base)}^{tree}`;
  await writeFile(join(base, 'src/calc.py'), 'x = 1\n'.repeat(30_000));
  await writeFile(join(base, 'small.py'), 'y = 1\n');
  sh(['git', 'mv', 'src/dup.py', 'src/two.py'], base);
  sh(['git', 'rm', '-q', '--cached', 'vendor/lib'], base);
  await rm(join(base, 'docs/crlf.txt'));
  to = `${commitAll(base)}^{tree}`;
  gitDir = join(base, '.git');
});
afterAll(() => lab[Symbol.asyncDispose]());

test('every changed path is listed, a rename on both sides', async () => {
  const comparison = await compareTrees({ git: lab.git, gitDir }, from, to);
  expect(
    comparison?.changes.map(({ path, entry, oldMode }) => `${path} ${oldMode} ${entry?.mode ?? 'gone'}`),
  ).toEqual([
    'docs/crlf.txt 100644 gone',
    'small.py 000000 100644',
    'src/calc.py 100644 100644',
    'src/dup.py 100644 gone',
    'src/two.py 000000 100644',
    'vendor/lib 160000 gone',
  ]);
  expect(comparison?.diff.find(({ path }) => path === 'src/two.py')).toMatchObject({
    change: 'renamed',
    oldPath: 'src/dup.py',
  });
  expect(comparison?.clippedAbove).toBeNull();
});

test('equal trees have no changes', async () => {
  expect(await compareTrees({ git: lab.git, gitDir }, from, from)).toEqual({
    changes: [],
    diff: [],
    clippedAbove: null,
  });
});

test('a diff that is too large loses the lines of its large files, and keeps those of the small ones', async () => {
  const comparison = await compareTrees({ git: lab.git, gitDir, maxBytes: 20_000 }, from, to);
  expect(comparison?.clippedAbove).toBe(65_536);
  expect(comparison?.changes).toHaveLength(6);
  const shown = Object.fromEntries(
    comparison?.diff.map(({ path, kind, added }) => [path, `${kind} +${added}`]) ?? [],
  );
  expect(shown).toMatchObject({ 'src/calc.py': 'binary +0', 'small.py': 'text +1' });
});

test('a list of files that is too large is no comparison', async () => {
  expect(await compareTrees({ git: lab.git, gitDir, maxBytes: 100 }, from, to)).toBeNull();
});

test('trees compared together are what each is alone', async () => {
  const call = { git: lab.git, gitDir };
  const trees = [to, from, `${tip(base)}~1^{tree}`, to].map((tree) =>
    sh(['git', 'rev-parse', tree], base).toString().trim(),
  );
  const start = sh(['git', 'rev-parse', from], base).toString().trim();
  const alone = await Promise.all(trees.map((tree) => compareTrees(call, start, tree)));
  expect(await compareTogether(call, start, trees)).toEqual(alone);
});

test.each([
  { title: 'are too large', maxBytes: 20_000, bad: [] },
  { title: 'hold one that is not there', maxBytes: 1 << 20, bad: ['f'.repeat(40)] },
])('trees that together $title have to be compared alone', async ({ maxBytes, bad }) => {
  const trees = [to, to].map((tree) => sh(['git', 'rev-parse', tree], base).toString().trim());
  const start = sh(['git', 'rev-parse', from], base).toString().trim();
  expect(await compareTogether({ git: lab.git, gitDir, maxBytes }, start, [...trees, ...bad])).toBeNull();
});

test('a tree that is not there is a fault', async () => {
  await expect(compareTrees({ git: lab.git, gitDir }, from, 'f'.repeat(40))).rejects.toMatchObject({
    code: 'environment',
  });
});
