import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toBinary } from '../../../src/diff/binary.js';
import { scanPatch } from '../../../src/diff/scan.js';

const scanCase = (name: string) =>
  scanPatch(toBinary(readFileSync(new URL(`../../cases/${name}.patch`, import.meta.url))));

test.each([
  { file: 'P06-mode-only', want: [{ change: 'modified', oldMode: '100644', newMode: '100755', hunks: [] }] },
  {
    file: 'P07-rename',
    want: [
      { change: 'renamed', oldName: 'bin/run.sh', newName: 'bin/go.sh' },
      { change: 'renamed', oldName: 'src/users.sql', newName: 'src/people.sql' },
    ],
  },
  {
    file: 'P16-empty-file',
    want: [{ change: 'added', oldName: null, newName: 'src/__init__.py', hunks: [] }],
  },
  { file: 'P17-lookalike', want: [{ newName: 'docs/example.diff' }, { newName: 'src/users.sql' }] },
  { file: 'P17b-lookalike-ctx', want: [{ newName: 'docs/example.diff' }, { newName: 'src/users.sql' }] },
  {
    file: 'P04-binary-stub',
    want: [{ binary: 'stub' }, { binary: 'stub', change: 'added' }, { binary: null, newName: 'src/calc.py' }],
  },
  {
    file: 'P05-binary-full',
    want: [{ binary: 'data' }, { binary: 'data', change: 'added' }, { binary: null }],
  },
  { file: 'P14-space-b-slash', want: [{ oldName: 'x b/y.txt', newName: 'x b/y.txt' }] },
  {
    file: 'P33-omitted-count',
    want: [{ hunks: [{ oldLines: 1, newLines: 1, body: ['-alpha', '+ALPHA'] }] }],
  },
  { file: 'P20b-no-line-numbers', want: [] },
  { file: 'P19b-json-wrapped', want: [] },
  { file: 'P15-empty', want: [] },
])('$file holds exactly these files', ({ file, want }) => {
  expect(scanCase(file).files).toMatchObject(want);
});

test.each([
  { file: 'P00-good', prose: [] },
  {
    file: 'P18-format-patch',
    prose: [
      [1, 10],
      [25, 26],
    ],
  },
  {
    file: 'P19-fenced',
    prose: [
      [1, 3],
      [17, 19],
    ],
  },
  { file: 'P31-trailing-garbage', prose: [[14, 15]] },
])('$file has its prose at $prose', ({ file, prose }) => {
  expect(scanCase(file).prose).toEqual(prose);
});

test.each([
  { title: 'whole', hunk: '@@ -1,2 +1,2 @@\n a\n-b\n+c', lack: [0, 0] },
  { title: 'short by a context line', hunk: '@@ -1,3 +1,3 @@\n a\n-b\n+c', lack: [1, 1] },
  { title: 'short by an addition', hunk: '@@ -1,2 +1,3 @@\n a\n-b\n+c', lack: [0, 1] },
  { title: 'left with an addition too many', hunk: '@@ -1,2 +1,1 @@\n-a\n+b\n+c\n-d', lack: [1, 0] },
  { title: 'ended by prose', hunk: '@@ -1,3 +1,3 @@\n a\n-b\n+c\nprose', lack: [1, 1] },
  { title: 'with blank context that lost its space', hunk: '@@ -1,3 +1,3 @@\n a\n\n-b\n+c', lack: [0, 0] },
  {
    title: 'with marks for missing newlines',
    hunk: '@@ -1 +1 @@\n-a\n\\ No newline\n+b\n\\ No newline',
    lack: [0, 0],
  },
])('a hunk that is $title lacks $lack', ({ hunk, lack }) => {
  const [file] = scanPatch(`--- a/x\n+++ b/x\n${hunk}\n`).files;
  expect([file?.hunks[0]?.lackOld, file?.hunks[0]?.lackNew]).toEqual(lack);
});

test.each([
  { title: 'a diff --git line alone', text: 'see diff --git a/x b/x\ndiff --git a/x b/x\nthe end\n' },
  { title: 'a dashed line without a hunk behind it', text: '--- a/x\n+++ b/x\nno hunk\n' },
  { title: 'a ruler of dashes', text: '--- \n----\n' },
])('$title is prose, not a file', ({ text }) => {
  expect(scanPatch(text).files).toEqual([]);
});

test('a deletion keeps its old name and loses its new one, also without the extended header', () => {
  const [file] = scanPatch('--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n').files;
  expect(file).toMatchObject({ change: 'deleted', oldName: 'x', newName: null });
});
