import { expect, test } from 'vitest';
import { parseDiffText } from '../../../src/diff/parse.js';
import { hasNoContext, patchFiles, proseNotes, quoteNote } from '../../../src/diff/patch-report.js';
import { scanPatch } from '../../../src/diff/scan.js';

test('a file that turns into a link is one line of the report', () => {
  const diff = parseDiffText(
    'diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n' +
      'diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+../y\n',
  );
  expect(patchFiles(diff)).toEqual([{ path: 'x', added: 1, deleted: 2, kind: 'symlink' }]);
});

test('a note stays one short line whatever it quotes', () => {
  const note = quoteNote('git', `a\nb\x1B${'c'.repeat(5000)}`);
  expect(note).toMatch(/^git: a⟦U\+000A⟧b⟦U\+001B⟧c+…$/);
  expect(note.length).toBeLessThan(400);
});

test('of a thousand places of prose ten are named and the rest counted', () => {
  const file = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
  const notes = proseNotes(scanPatch(`words\n${file}`.repeat(1000)));
  expect(notes).toHaveLength(11);
  expect(notes.at(-1)).toBe('ignored_text: 990 more places');
});

test.each([
  { title: 'changes only', hunk: '@@ -3 +3 @@\n-a\n+b', want: true },
  { title: 'context', hunk: '@@ -3,2 +3,2 @@\n x\n-a\n+b', want: false },
  { title: 'blank context', hunk: '@@ -3,2 +3,2 @@\n\n-a\n+b', want: false },
])('a patch with $title has no context: $want', ({ hunk, want }) => {
  expect(hasNoContext(scanPatch(`--- a/x\n+++ b/x\n${hunk}\n`))).toBe(want);
});
