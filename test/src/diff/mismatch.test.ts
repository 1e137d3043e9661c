import { expect, test } from 'vitest';
import { hasCrHeaders, hunkAt, onlyLineEndsDiffer } from '../../../src/diff/mismatch.js';
import { scanPatch } from '../../../src/diff/scan.js';

const fileOf = (body: string) => scanPatch(`--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n${body}\n`).files[0];

test.each([
  { title: 'an LF hunk, a CRLF file', body: ' a\n-b\n+c', file: 'z\r\na\r\nb\r\n', want: true },
  { title: 'a CRLF hunk, an LF file', body: ' a\r\n-b\r\n+c\r', file: 'a\nb\n', want: true },
  {
    title: 'blank context that lost its space, a CRLF file',
    body: '\n-b\n+c',
    file: '\r\nb\r\n',
    want: true,
  },
  { title: 'other words', body: ' a\n-q\n+c', file: 'a\r\nb\r\n', want: false },
  { title: 'the same line ends, other words', body: ' a\n-q\n+c', file: 'a\nb\n', want: false },
  { title: 'no old lines at all', body: '+c\n+d', file: 'a\r\n', want: false },
])('$title: only line ends differ is $want', ({ body, file, want }) => {
  const hunk = fileOf(body)?.hunks[0];
  expect(hunk !== undefined && onlyLineEndsDiffer(hunk, file)).toBe(want);
});

test('a hunk is found by the line of the file that git names', () => {
  const file = scanPatch('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n').files[0];
  expect(file && [hunkAt(file, 1), hunkAt(file, 9), hunkAt(file, 5)]).toEqual([1, 2, null]);
});

test.each([
  { lines: ['diff --git a/x b/x\r'], want: true },
  { lines: ['--- a/x\r'], want: true },
  { lines: [' text\r', '+text\r'], want: false },
])('$lines have CR in a header: $want', ({ lines, want }) => {
  expect(hasCrHeaders(lines)).toBe(want);
});
