import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDiffText } from '../../../src/diff/parse.js';

const parse = (text: string) => parseDiffText(Buffer.from(text, 'latin1').toString('latin1'));
const parseCase = (name: string) =>
  parseDiffText(readFileSync(new URL(`../../cases/${name}.patch`, import.meta.url), 'latin1'));

test('lines are numbered on the side they stand on', () => {
  const [file] = parse('--- a/x\n+++ b/x\n@@ -10,3 +20,4 @@ def f():\n a\n-b\n+c\n+d\n e\n');
  expect(file?.hunks).toEqual([
    {
      oldStart: 10,
      oldLines: 3,
      newStart: 20,
      newLines: 4,
      section: 'def f():',
      lines: [
        { type: 'context', old: 10, new: 20, text: 'a' },
        { type: 'deleted', old: 11, new: null, text: 'b' },
        { type: 'added', old: null, new: 21, text: 'c' },
        { type: 'added', old: null, new: 22, text: 'd' },
        { type: 'context', old: 12, new: 23, text: 'e' },
      ],
    },
  ]);
});

test.each([
  {
    file: 'P05-binary-full',
    want: [{ kind: 'binary', added: 0 }, { kind: 'binary', change: 'added' }, { kind: 'text' }],
  },
  { file: 'P06-mode-only', want: [{ kind: 'mode', change: 'mode', oldMode: '100644', newMode: '100755' }] },
  {
    file: 'P07-rename',
    want: [
      { kind: 'text', change: 'renamed', oldPath: 'bin/run.sh', path: 'bin/go.sh', newMode: '100755' },
      { change: 'renamed', oldPath: 'src/users.sql', path: 'src/people.sql' },
    ],
  },
  { file: 'P08c-symlink-only', want: [{ kind: 'symlink', change: 'added', added: 1 }] },
  { file: 'P11-gitlink', want: [{ kind: 'gitlink', change: 'modified' }] },
  { file: 'P12-latin1', want: [{ path: 'docs/latin1.txt', kind: 'text' }] },
  { file: 'P13-space-and-quoted', want: [{ path: 'docs/café.txt' }, { path: 'my docs/read me.txt' }] },
  { file: 'P16-empty-file', want: [{ kind: 'text', change: 'added', hunks: [] }] },
  {
    file: 'P17b-lookalike-ctx',
    want: [
      { added: 6, deleted: 0 },
      { path: 'src/users.sql', added: 2, deleted: 3 },
    ],
  },
  { file: 'P18-format-patch', want: [{ path: 'src/calc.py', added: 1, deleted: 1 }] },
  { file: 'P32-noeol-file', want: [{ added: 1, deleted: 1, hunks: [{ lines: { length: 4 } }] }] },
])('$file is read as its files', ({ file, want }) => {
  expect(parseCase(file)).toMatchObject(want);
});

test.each([
  { title: 'a bidi override', raw: '\xE2\x80\xAE', shown: '⟦U+202E⟧' },
  { title: 'an escape code', raw: '\x1B[2K', shown: '⟦U+001B⟧[2K' },
  { title: 'a byte that is no UTF-8', raw: '\xFF', shown: '⟦xFF⟧' },
  { title: 'a CR inside a line', raw: 'a\rb', shown: 'a⟦U+000D⟧b' },
  { title: 'a CR at the end of a line', raw: 'a\r', shown: 'a' },
])('$title is shown as $shown', ({ raw, shown }) => {
  const [file] = parse(`--- a/x\n+++ b/x\n@@ -0,0 +1 @@ ${raw.trimEnd()}\n+${raw}\n`);
  expect(file?.hunks[0]?.lines[0]?.text).toBe(shown);
});

test('no bytes make it throw, and its counts are those of its lines', () => {
  const piece = fc.constantFrom(
    'diff --git a/x b/x\n',
    '--- a/x\n',
    '+++ b/x\n',
    '@@ -1,2 +1,2 @@\n',
    '@@ -1 +1 @@\n',
    ' a\n',
    '-b\n',
    '+c\n',
    '\n',
    'GIT binary patch\n',
    'literal 5\n',
    'rename from "\\303\n',
    'rename to q\n',
    'index 1..2 160000\n',
    '\\ No newline\n',
    '\xFF',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const { hunks, added, deleted } of parse(pieces.join(''))) {
        const lines = hunks.flatMap((hunk) => hunk.lines);
        expect(lines.filter(({ type }) => type === 'added')).toHaveLength(added);
        expect(lines.filter(({ type }) => type === 'deleted')).toHaveLength(deleted);
      }
    }),
  );
});
