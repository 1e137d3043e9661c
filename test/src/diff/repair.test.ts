import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repairPatch } from '../../../src/diff/repair.js';

const read = (name: string) => readFileSync(new URL(`../../cases/${name}.patch`, import.meta.url), 'latin1');
const full = read('P02-full');
const short = (lines: string) => `--- a/x\n+++ b/x\n@@ -1,${lines} +1,${lines} @@\n a\n-b\n+c\n`;

test('what a strip() ate comes back byte for byte', () => {
  expect(repairPatch(read('P02-trimmed')).text).toBe(full);
  expect(repairPatch(full.trimEnd())).toEqual({
    text: full,
    notes: ['normalised: final_newline', 'normalised: trailing_context'],
  });
});

test.each([
  { title: 'a whole patch', text: full },
  { title: 'a patch with prose behind it', text: `${full}-- \n2.39` },
  { title: 'no diff at all', text: 'sorry' },
  { title: 'nothing', text: '' },
  { title: 'a hunk that lacks too many lines to be a loss of context', text: short('30') },
  { title: 'a hunk that lacks on one side only', text: '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n' },
  { title: 'whole binary data', text: read('P05-binary-full') },
])('$title is left as it is', ({ text }) => {
  expect(repairPatch(text)).toEqual({ text, notes: [] });
});

test.each([
  { lines: '3', added: ' \n' },
  { lines: '22', added: ' \n'.repeat(20) },
])('a last hunk of $lines lines is filled up with blank context', ({ lines, added }) => {
  expect(repairPatch(short(lines)).text).toBe(short(lines) + added);
});
