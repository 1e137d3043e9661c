import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../../../sandbox/git/workspace.js';
import { cases, type Lab, makeBase, openLab } from './lab.js';

let lab: Lab;
let workspace: Workspace;
beforeAll(async () => {
  lab = await openLab();
  workspace = await lab.open(makeBase(lab.dir));
});
afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

const build = (text: string) => workspace.buildCandidate(Buffer.from(text, 'latin1'));
const textOf = async (name: string) => (await readFile(join(cases, `${name}.patch`))).toString('latin1');
const create = (path: string, mode = '100644', name = path) =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex 0000000..1111111\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`;

test.each([
  {
    title: 'a strip() that ate the last line end of an addition',
    text: async () => create('new.txt').trimEnd(),
    notes: ['normalised: final_newline'],
  },
  {
    title: 'a strip() that ate the empty line behind binary data',
    text: async () => {
      const whole = await textOf('P05-binary-full');
      return whole.slice(0, whole.indexOf('diff --git a/src')).trimEnd();
    },
    notes: ['normalised: final_newline'],
  },
  {
    title: 'a strip() that ate two blank context lines and the line end',
    text: async () => (await textOf('P02-full')).trimEnd(),
    notes: ['normalised: final_newline', 'normalised: trailing_context'],
  },
  {
    title: 'a rename without a line end',
    text: async () =>
      'diff --git a/src/dup.py b/src/two.py\nsimilarity index 100%\nrename from src/dup.py\nrename to src/two.py',
    notes: ['normalised: final_newline'],
  },
])('$title is made good, with a note', async ({ text, notes }) => {
  expect((await build(await text())).report).toMatchObject({ state: 'applied', notes });
});

test.each([
  {
    title: 'a hunk that is short in the middle of a patch',
    text: async () => `${(await textOf('P02-full')).trimEnd()}\n${await textOf('P06-mode-only')}`,
    reason: 'corrupt',
  },
  {
    title: 'a last hunk that lacks more on one side',
    text: async () => (await textOf('P02-full')).trimEnd().replace(/\n\+.*$/, '\n'),
    reason: 'corrupt',
  },
  {
    title: 'a header that promises a thousand million lines',
    text: async () => (await textOf('P02-full')).replace('-13,6 +13,6', '-13,999999999 +13,999999999'),
    reason: 'corrupt',
  },
  {
    title: 'a short hunk with a shell prompt behind it',
    text: async () => `${(await textOf('P02-full')).trimEnd()}\n$ git status\n`,
    reason: 'corrupt',
  },
  {
    title: 'a blank context line that the file does not have',
    text: async () => (await textOf('P02-full')).trimEnd().replace('-13,6 +13,6', '-13,9 +13,9'),
    reason: 'does_not_apply',
  },
])('$title is failed: $reason; nothing is guessed', async ({ text, reason }) => {
  expect((await build(await text())).report).toMatchObject({ state: 'failed', reason, files: [] });
});

test.each([
  {
    title: 'a patch that went through a CRLF conversion as a whole',
    text: async () => (await textOf('P00-good')).replaceAll('\n', '\r\n'),
    want: { reason: 'line_endings' },
  },
  {
    title: 'CRLF lines for an LF file',
    text: async () => (await textOf('P00-good')).replace(/^([ +-](?![+-]{2}).*)$/gm, '$1\r'),
    want: { reason: 'line_endings', path: 'src/calc.py', hunk: 1 },
  },
  {
    title: 'an absolute path',
    text: async () => create('/etc/x').replaceAll('a//', 'a//'),
    want: { reason: 'bad_path' },
  },
  {
    title: 'a path into .git',
    text: async () => create('.git/hooks/post-checkout'),
    want: { reason: 'bad_path' },
  },
  { title: 'a path into .GIT', text: async () => create('src/.GIT/config'), want: { reason: 'bad_path' } },
  { title: 'a path with .. inside', text: async () => create('src/../../x'), want: { reason: 'bad_path' } },
  { title: 'a file in place of a folder', text: async () => create('src'), want: { reason: 'exists' } },
  {
    title: 'a file below a file',
    text: async () => create('src/calc.py/x'),
    want: { reason: 'exists', path: 'src/calc.py/x' },
  },
  {
    title: 'a mode change to the mode that is there',
    text: async () => 'diff --git a/bin/run.sh b/bin/run.sh\nold mode 100755\nnew mode 100644\n',
    want: { reason: 'skipped', path: 'bin/run.sh' },
  },
  {
    title: 'a good edit beside a section that changes nothing',
    text: async () =>
      `diff --git a/bin/run.sh b/bin/run.sh\nold mode 100755\nnew mode 100644\n${await textOf('P00-good')}`,
    want: { reason: 'skipped', path: 'bin/run.sh' },
  },
  {
    title: 'a patch without prefixes',
    text: async () => (await textOf('P00-good')).replaceAll(/\b[ab]\/src/g, 'src'),
    want: { reason: 'prefix', notes: ['fits: -p0', 'git: calc.py: does not exist in index'] },
  },
  {
    title: 'a patch made from two folders above',
    text: async () => (await textOf('P00-good')).replaceAll(/\b[ab]\/src/g, 'tmp/testbed/src'),
    want: { reason: 'prefix', path: 'testbed/src/calc.py' },
  },
  {
    title: 'a patch that the base has already',
    text: async () =>
      (await textOf('P00-good')).replace(
        '-    return a + b\n+    return a - b',
        '-    return a - b\n+    return a + b',
      ),
    want: { reason: 'already_applied', path: 'src/calc.py', hunk: 1 },
  },
  {
    title: 'a second hunk that does not fit',
    text: async () =>
      `${await textOf('P00-good')}@@ -14,3 +14,3 @@ def mean(values):\n     for v in values:\n         nope\n-        x\n+        y\n`,
    want: { reason: 'does_not_apply', path: 'src/calc.py', hunk: 2 },
  },
  {
    title: 'an edit of a file that is not there',
    text: async () => (await textOf('P00-good')).replaceAll('calc.py', 'none.py'),
    want: { reason: 'does_not_apply', path: 'src/none.py' },
  },
  {
    title: 'hunks without context that stand in another place',
    text: async () =>
      'diff --git a/src/calc.py b/src/calc.py\nindex 1..2 100644\n--- a/src/calc.py\n+++ b/src/calc.py\n@@ -5 +5 @@\n-def mean(values):\n+def mean(them):\n',
    want: { reason: 'does_not_apply', path: 'src/calc.py' },
  },
  {
    title: 'a series that makes a scratch file and removes it, which git gets wrong',
    text: async () =>
      `${create('tmp.py')}diff --git a/tmp.py b/tmp.py\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/tmp.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n${await textOf('P00-good')}`,
    want: { reason: 'skipped', path: 'tmp.py' },
  },
  { title: 'a text in UTF-16', text: async () => '\xFF\xFEd\0i\0f\0f\0', want: { reason: 'not_a_diff' } },
  {
    title: 'an apology',
    text: async () => 'I could not find the bug, sorry.\n',
    want: { reason: 'not_a_diff' },
  },
  {
    title: 'binary data that says it is 10 GB',
    text: async () =>
      'diff --git a/z.bin b/z.bin\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..1111111111111111111111111111111111111111\nGIT binary patch\nliteral 10737418240\nNcmZQzU|@)h00I^P00000\n\nliteral 0\nHcmV?d00001\n\n',
    want: {
      reason: 'does_not_apply',
      notes: ['git: attempting to allocate 10737418240 over limit 536870912'],
    },
  },
  {
    title: 'context that reads like a message of git',
    text: async () =>
      (await textOf('P00-good')).replace(' def sub(a, b):', ' \nerror: src/calc.py: already exists in index'),
    want: { reason: 'corrupt' },
  },
  {
    title: 'a lost line that reads like a message of git',
    text: async () =>
      (await textOf('P00-good')).replace('-    return a + b', '-error: src/x.py: already exists in index'),
    want: { reason: 'does_not_apply', path: 'src/calc.py', hunk: 1 },
  },
])('$title is failed for that reason', async ({ text, want }) => {
  const { report, tree } = await build(await text());
  expect(report).toMatchObject({ state: 'failed', ...want });
  expect(tree).toBeNull();
});

test.each([
  {
    title: 'a hunk that fits further down',
    text: async () => (await textOf('P00-good')).replace('-6,7 +6,7', '-3,7 +3,7'),
    notes: ['offset: src/calc.py hunk 1 by 3 lines'],
    paths: ['src/calc.py'],
  },
  {
    title: 'a rename with an edit',
    text: async () =>
      (await textOf('P00-good'))
        .replace(
          /index.*\n--- a\/src\/calc.py\n\+\+\+ b\/src\/calc.py/,
          'similarity index 90%\nrename from src/calc.py\nrename to src/sums.py\n--- a/src/calc.py\n+++ b/src/sums.py',
        )
        .replace('b/src/calc.py', 'b/src/sums.py'),
    notes: [],
    paths: ['src/sums.py'],
  },
  {
    title: 'a folder that becomes a file, said so',
    text: async () =>
      'diff --git a/my docs/read me.txt b/my docs/read me.txt\ndeleted file mode 100644\nindex ff6e6b1..0000000\n--- a/my docs/read me.txt\t\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-first\n-second\n-third\n' +
      create('my docs').replace('+++ b/my docs', '+++ b/my docs\t'),
    notes: [],
    paths: ['my docs', 'my docs/read me.txt'],
  },
  {
    title: 'a file that becomes a link, said so',
    text: async () =>
      'diff --git a/bin/run.sh b/bin/run.sh\ndeleted file mode 100644\nindex 4163036..0000000\n--- a/bin/run.sh\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-#!/bin/sh\n-echo hi\n' +
      'diff --git a/bin/run.sh b/bin/run.sh\nnew file mode 120000\nindex 0000000..1111111\n--- /dev/null\n+++ b/bin/run.sh\n@@ -0,0 +1 @@\n+../../../etc\n\\ No newline at end of file\n',
    notes: ['symlink: bin/run.sh -> ../../../etc'],
    paths: ['bin/run.sh'],
  },
  {
    title: 'a submodule that is removed',
    text: async () =>
      'diff --git a/vendor/lib b/vendor/lib\ndeleted file mode 160000\nindex 1111111..0000000\n--- a/vendor/lib\n+++ /dev/null\n@@ -1 +0,0 @@\n-Subproject commit 1111111111111111111111111111111111111111\n',
    notes: [],
    paths: ['vendor/lib'],
  },
  {
    title: 'a series that edits one file twice',
    text: async () =>
      `${await textOf('P00-good')}${(await textOf('P00-good')).replace('-    return a + b\n+    return a - b', '-    return a - b\n+    return b - a')}`,
    notes: [],
    paths: ['src/calc.py'],
  },
  {
    title: 'a name with a tab, a line break and a quote',
    text: async () =>
      create('"n\\tm\\n\\""')
        .replace(/a\/"(.*?)" b\/"(.*?)"$/m, '"a/$1" "b/$2"')
        .replace('b/"', '"b/'),
    notes: [],
    paths: ['n⟦U+0009⟧m⟦U+000A⟧"'],
  },
  {
    title: 'a name that is no UTF-8',
    text: async () => create('caf\xE9.txt'),
    notes: [],
    paths: ['caf⟦xE9⟧.txt'],
  },
  {
    title: 'a mode that git does not keep',
    text: async () => create('odd.txt', '100600'),
    notes: [],
    paths: ['odd.txt'],
  },
  {
    title: 'a pointer of Git LFS',
    text: async () => create('big.dat').replace('+x\n', '+version https://git-lfs.github.com/spec/v1\n'),
    notes: ['lfs_pointer: big.dat'],
    paths: ['big.dat'],
  },
])('$title is applied', async ({ text, notes, paths }) => {
  const { report, tree } = await build(await text());
  expect(report).toMatchObject({ state: 'applied', notes });
  expect(report.files.map(({ path }) => path)).toEqual(paths);
  for (const { path, kind } of report.files) {
    const there = await tree?.entries();
    if (kind !== 'gitlink')
      expect(there?.some((entry) => entry.path === path)).toBe(!path.includes('/read me'));
  }
});

test('equal changes give equal trees, whatever the texts of their patches', async () => {
  const good = await textOf('P00-good');
  const trees = await Promise.all(
    [
      good,
      `Some words.\n${good}`,
      good.replace('-6,7 +6,7', '-3,7 +3,7'),
      await textOf('P18-format-patch'),
    ].map(async (text) => (await build(text)).tree?.oid),
  );
  expect(new Set(trees).size).toBe(1);
});
