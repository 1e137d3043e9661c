import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchQuery } from '../../../sandbox/git/search.js';
import type { Workspace } from '../../../sandbox/git/workspace.js';
import type { TreeReader } from '../../../src/material.js';
import { commitAll, type Lab, openLab, sh } from './lab.js';

let lab: Lab;
let repository: string;
let workspace: Workspace;
beforeAll(async () => {
  lab = await openLab();
  repository = join(lab.dir, 'base');
  await mkdir(join(repository, 'src/deep'), { recursive: true });
  sh(['git', 'init', '-q', repository], lab.dir);
  await write({
    'src/a.py': 'import os\ndef run(x):\n    return x + 1\n',
    'src/deep/b.py': 'def walk(x):\r\n    return run(x)\r\n',
    'src.txt': 'return of the file\n',
    'docs [1].md': '# Return\n-e is an option\n',
    'data.bin': 'return\0\x01',
    'long.js': `var a = "${'x'.repeat(2000)} return";\n`,
    '.gitattributes': '*.py binary\n*.md -diff export-ignore\n',
  });
  await writeFile(
    Buffer.concat([Buffer.from(`${repository}/caf`), Buffer.from([0xe9])]),
    'return caf\xE9\n',
    'latin1',
  );
  commitAll(repository);
  workspace = await lab.open(repository);
});
afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) await writeFile(join(repository, path), text, 'latin1');
}

const places = async (query: SearchQuery, tree: TreeReader = workspace.base) =>
  (await workspace.search(tree, query)).matches.map(({ path, line }) => `${path}:${line}`);

test.each([
  {
    title: 'a literal, in every text file, whatever the attributes of the tree say',
    query: { pattern: 'return' },
    want: ['caf⟦xE9⟧:1', 'long.js:1', 'src.txt:1', 'src/a.py:3', 'src/deep/b.py:2'],
  },
  { title: 'a literal that looks like an option', query: { pattern: '-e is' }, want: ['docs [1].md:2'] },
  { title: 'a literal that looks like an expression', query: { pattern: 'x + 1' }, want: ['src/a.py:3'] },
  {
    title: 'an expression',
    query: { pattern: '^def [a-z]+\\(', isRegex: true },
    want: ['src/a.py:2', 'src/deep/b.py:1'],
  },
  { title: 'either case', query: { pattern: '# return', ignoreCase: true }, want: ['docs [1].md:1'] },
  {
    title: 'a folder, and not the file beside it',
    query: { pattern: 'return', paths: ['src'] },
    want: ['src/a.py:3', 'src/deep/b.py:2'],
  },
  {
    title: 'a folder with its slash',
    query: { pattern: 'return', paths: ['src/deep/'] },
    want: ['src/deep/b.py:2'],
  },
  {
    title: 'a folder named from the top',
    query: { pattern: 'walk', paths: ['./src//deep'] },
    want: ['src/deep/b.py:1'],
  },
  { title: 'everything below the top', query: { pattern: 'walk', paths: ['.'] }, want: ['src/deep/b.py:1'] },
  {
    title: 'everything below nothing',
    query: { pattern: 'walk', paths: ['src.txt', ''] },
    want: ['src/deep/b.py:1'],
  },
  {
    title: 'a file whose name could be a pattern',
    query: { pattern: 'option', paths: ['docs [1].md'] },
    want: ['docs [1].md:2'],
  },
  {
    title: 'a file whose name is no UTF-8',
    query: { pattern: 'return', paths: ['caf⟦xE9⟧'] },
    want: ['caf⟦xE9⟧:1'],
  },
  {
    title: 'a name that could be pathspec magic',
    query: { pattern: 'return', paths: [':(top)src', ':!src'] },
    want: [],
  },
  { title: 'a path that is not there', query: { pattern: 'return', paths: ['none'] }, want: [] },
  { title: 'nothing', query: { pattern: 'no such text' }, want: [] },
])('search finds $title', async ({ query, want }) => {
  expect(await places(query)).toEqual(want);
});

test('a match is shown rendered, without its CR, and a long line is clipped with its size', async () => {
  const { matches } = await workspace.search(workspace.base, { pattern: 'return' });
  const shown = Object.fromEntries(matches.map(({ path, text }) => [path, text]));
  expect(shown['caf⟦xE9⟧']).toBe('return caf⟦xE9⟧');
  expect(shown['src/deep/b.py']).toBe('    return run(x)');
  expect(shown['long.js']).toMatch(/^var a = "x{491} \[line of 2018 bytes\]$/);
});

test('a limit cuts the list and says so', async () => {
  expect(await workspace.search(workspace.base, { pattern: 'return', limit: 2 })).toMatchObject({
    complete: false,
    matches: { length: 2 },
  });
  expect((await workspace.search(workspace.base, { pattern: 'return', limit: 5 })).complete).toBe(true);
});

test.each([
  { pattern: '', says: /empty/ },
  { pattern: 'x'.repeat(5000), says: /longer than 4096/ },
  { pattern: 'a\nb', says: /one line at a time/ },
  { pattern: 'a\0b', says: /NUL/ },
  { pattern: 'a(b', isRegex: true, says: /"a\(b" cannot be searched: .*Unmatched/ },
])('the pattern $pattern is refused with a reason', async ({ says, ...query }) => {
  await expect(workspace.search(workspace.base, query)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(says),
  });
});

/** Candidates that edit, add, remove and rename, as patches against the base. */
async function candidate(change: () => Promise<unknown>): Promise<TreeReader> {
  await change();
  sh(['git', 'add', '-A'], repository);
  const patch = sh(['git', 'diff', '--cached', '--binary', '-M', 'HEAD'], repository);
  sh(['git', 'reset', '-q', '--hard'], repository);
  const { tree } = await workspace.buildCandidate(patch);
  if (tree === null) throw new Error(`no tree of ${patch}`);
  return tree;
}

test('searching all trees at once finds in each what searching it alone finds', async () => {
  const trees = [
    await candidate(() => write({ 'src/a.py': 'def run(x):\n    return x + 2\n    return None\n' })),
    await candidate(() => write({ 'new.py': 'return\n', 'caf\u00E9 2': 'return' })),
    await candidate(() => rm(join(repository, 'src/deep'), { recursive: true })),
    await candidate(async () => sh(['git', 'mv', 'src/a.py', 'src/z.py'], repository)),
    await candidate(() => writeFile(Buffer.from(`${repository}/caf\xE9`, 'latin1'), 'now returned\n')),
    await candidate(() => write({ 'data.bin': 'return as text\n', 'src.txt': 'return\0' })),
  ];
  const all = [workspace.base, ...trees, ...trees.slice(0, 2)];
  const query = fc.record(
    {
      pattern: fc.constantFrom('return', 'RETURN', 'def ', 'ret.rn', 'x'),
      isRegex: fc.boolean(),
      ignoreCase: fc.boolean(),
      paths: fc.subarray(['src', 'new.py', 'src/deep', 'caf⟦xE9⟧', 'none', 'src.txt', '.']),
      limit: fc.constantFrom(1, 3, 500),
    },
    { requiredKeys: ['pattern'] },
  );
  await fc.assert(
    fc.asyncProperty(query, async (drawn) => {
      const together = await workspace.searchAll(all, drawn as SearchQuery);
      for (const tree of all) {
        expect(together.get(tree.oid)).toEqual(await workspace.search(tree, drawn as SearchQuery));
      }
    }),
    { numRuns: 12 },
  );
});

test('changed names beyond what a command line holds are searched all the same', async () => {
  const section = (n: number) => {
    const name = `${'long/'.repeat(60)}${n}`;
    return `diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+needle ${n}\n`;
  };
  const patch = Buffer.from(Array.from({ length: 600 }, (_, n) => section(n)).join(''));
  const { tree } = await workspace.buildCandidate(patch);
  if (tree === null) throw new Error('it applies');
  const found = await workspace.searchAll([tree], { pattern: 'needle', limit: 1000 });
  expect(found.get(tree.oid)).toMatchObject({ complete: true, matches: { length: 600 } });
});

test('a tree of another workspace is not searched as if it were known', async () => {
  const foreign = { ...workspace.base, oid: 'f'.repeat(40) };
  await expect(workspace.searchAll([foreign], { pattern: 'x' })).rejects.toMatchObject({ code: 'internal' });
});
