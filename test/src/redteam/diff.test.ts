import { expect, test } from 'vitest';
import { parseDiffText } from '../../../src/diff/parse.js';
import { changed, patchOf } from '../../../src/redteam/diff.js';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');
const read = (patch: string) => parseDiffText(Buffer.from(patch).toString('latin1'));

test('changes far apart are hunks of their own, with three lines around them', () => {
  const before = lines(1, 40);
  const after = before.replace('line 3\n', 'third\n').replace('line 30\n', '');
  const [file] = read(patchOf({ 'a.txt': before }, { 'a.txt': after }));
  expect(file).toMatchObject({ path: 'a.txt', added: 1, deleted: 2 });
  expect(patchOf({ 'a.txt': before }, { 'a.txt': after })).toContain('@@ -1,6 +1,6 @@');
  expect(patchOf({ 'a.txt': before }, { 'a.txt': after })).toContain('@@ -27,7 +27,6 @@');
});

test.each([
  ['a new file', {}, { 'n.txt': 'one\n' }, 'added', '@@ -0,0 +1,1 @@'],
  ['a deleted file', { 'n.txt': 'one\n' }, { 'n.txt': null }, 'deleted', '@@ -1,1 +0,0 @@'],
])('%s is said to be one', (_, files, changes, change, hunk) => {
  const patch = patchOf(files, changes);
  expect(read(patch)[0]).toMatchObject({ path: 'n.txt', change });
  expect(patch).toContain(hunk);
});

test('what does not change is no part of the patch', () => {
  expect(patchOf({ a: 'x\n' }, { a: 'x\n' })).toBe('');
});

test('changes are laid over the files, and null takes one away', () => {
  expect(changed({ a: '1', b: '2' }, { a: null, c: '3' })).toEqual({ b: '2', c: '3' });
});
