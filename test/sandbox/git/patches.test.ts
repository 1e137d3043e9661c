import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../../../sandbox/git/workspace.js';
import { cases, commitAll, type Lab, makeBase, openLab, sh } from './lab.js';

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

const patch = (name: string) => readFile(join(cases, name));
const edit = (path: string, added: number, deleted: number, kind = 'text') => ({
  path,
  added,
  deleted,
  kind,
});
const calc = [edit('src/calc.py', 1, 1)];

test.each([
  { file: 'P00-good', files: calc, notes: [] },
  {
    file: 'P01-no-final-newline',
    files: [edit('src/users.sql', 1, 1)],
    notes: ['normalised: final_newline'],
  },
  { file: 'P02-full', files: calc, notes: [] },
  { file: 'P02-trimmed', files: calc, notes: ['normalised: trailing_context'] },
  { file: 'P03-crlf-kept', files: [edit('docs/crlf.txt', 1, 1)], notes: [] },
  {
    file: 'P05-binary-full',
    files: [edit('assets/logo.bin', 0, 0, 'binary'), edit('build/out.bin', 0, 0, 'binary'), ...calc],
    notes: [],
  },
  { file: 'P06-mode-only', files: [edit('bin/run.sh', 0, 0, 'mode')], notes: [] },
  {
    file: 'P07-rename',
    files: [
      { ...edit('bin/go.sh', 0, 0), old_path: 'bin/run.sh' },
      { ...edit('src/people.sql', 0, 0), old_path: 'src/users.sql' },
    ],
    notes: [],
  },
  {
    file: 'P08c-symlink-only',
    files: [edit('docs/passwd', 1, 0, 'symlink')],
    notes: ['symlink: docs/passwd -> /etc/hostname'],
  },
  { file: 'P12-latin1', files: [edit('docs/latin1.txt', 1, 1)], notes: [] },
  {
    file: 'P13-space-and-quoted',
    files: [edit('docs/café.txt', 1, 1), edit('my docs/read me.txt', 1, 1)],
    notes: [],
  },
  { file: 'P14-space-b-slash', files: [edit('x b/y.txt', 1, 1)], notes: [] },
  { file: 'P16-empty-file', files: [edit('src/__init__.py', 0, 0)], notes: [] },
  {
    file: 'P17-lookalike',
    files: [edit('docs/example.diff', 6, 0), edit('src/users.sql', 2, 3)],
    notes: ['zero_context'],
  },
  {
    file: 'P17b-lookalike-ctx',
    files: [edit('docs/example.diff', 6, 0), edit('src/users.sql', 2, 3)],
    notes: [],
  },
  { file: 'P18-format-patch', files: calc, notes: ['mail_head: lines 1-10', 'ignored_text: lines 25-26'] },
  { file: 'P19-fenced', files: calc, notes: ['ignored_text: lines 1-3', 'ignored_text: lines 17-19'] },
  { file: 'P26-trailing-space', files: calc, notes: [] },
  { file: 'P27-conftest-only', files: [edit('conftest.py', 9, 0)], notes: [] },
  { file: 'P28-test-rewrite', files: [edit('tests/test_calc.py', 3, 6)], notes: [] },
  { file: 'P31-trailing-garbage', files: calc, notes: ['ignored_text: lines 14-15'] },
  { file: 'P32-noeol-file', files: [edit('docs/noeol.txt', 1, 1)], notes: [] },
])('$file applies whole, and the report lists its files', async ({ file, files, notes }) => {
  const { report, diff, tree } = await workspace.buildCandidate(await patch(`${file}.patch`));
  expect(report).toEqual({ state: 'applied', files, notes });
  expect(diff.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
  expect(tree?.oid).not.toBe(workspace.base.oid);
});

test.each([
  { file: 'P03-crlf-lost', reason: 'line_endings', at: { path: 'docs/crlf.txt', hunk: 1 } },
  { file: 'P04-binary-stub', reason: 'no_binary_data', at: { path: 'assets/logo.bin' } },
  { file: 'P08-symlink-write-through', reason: 'bad_path', at: { path: 'out/planted.txt' } },
  { file: 'P08b-write-through-existing-link', reason: 'bad_path', at: { path: 'docs/latest/extra.py' } },
  { file: 'P09-dotdot', reason: 'bad_path', at: { path: '../escape.txt' } },
  { file: 'P11-gitlink', reason: 'bad_mode', at: { path: 'vendor/lib' } },
  { file: 'P11b-gitlink-new', reason: 'bad_mode', at: { path: 'tmpclone' } },
  { file: 'P19b-json-wrapped', reason: 'not_a_diff', at: {} },
  { file: 'P20-wrong-counts', reason: 'corrupt', at: { path: 'src/calc.py', hunk: 1 } },
  { file: 'P20b-no-line-numbers', reason: 'corrupt', at: {} },
  { file: 'P21-fuzz', reason: 'does_not_apply', at: { path: 'src/dup.py', hunk: 1 } },
  { file: 'P23-create-existing', reason: 'exists', at: { path: 'bin/run.sh' } },
  { file: 'P24-half', reason: 'does_not_apply', at: { path: 'src/users.sql', hunk: 1 } },
  { file: 'P32b-noeol-marker-lost', reason: 'does_not_apply', at: { path: 'docs/noeol.txt', hunk: 1 } },
])('$file is failed: $reason, with its place and without a tree', async ({ file, reason, at }) => {
  const { report, diff, tree } = await workspace.buildCandidate(await patch(`${file}.patch`));
  expect(report).toMatchObject({ state: 'failed', reason, files: [], ...at });
  expect({ path: report.path, hunk: report.hunk }).toEqual({ path: undefined, hunk: undefined, ...at });
  expect(diff).toEqual([]);
  expect(tree).toBeNull();
});

test.each([
  { file: 'P19b-json-wrapped', note: /^first_line: \{"patch": "diff --git / },
  { file: 'P20-wrong-counts', note: /^patch_line: 14$/ },
  { file: 'P20b-no-line-numbers', note: /^patch_line: 3$/ },
])('$file says where it stops being a diff', async ({ file, note }) => {
  const { report } = await workspace.buildCandidate(await patch(`${file}.patch`));
  expect(report.notes).toContainEqual(expect.stringMatching(note));
});

test.each([
  { title: 'P15: no bytes', bytes: '', state: 'empty' },
  { title: 'P15b: blanks only', bytes: ' \n\t\r\n', state: 'empty' },
  { title: 'P15: no patch in the record', bytes: null, state: 'missing' },
])('$title is $state, neither a solution nor a failure', async ({ bytes, state }) => {
  const { report, tree } = await workspace.buildCandidate(bytes === null ? null : Buffer.from(bytes));
  expect(report).toEqual({ state, files: [], notes: [] });
  expect(tree).toBeNull();
});

test.each([
  { file: 'P03-crlf-kept', path: 'docs/crlf.txt', holds: 'one\r\n' },
  { file: 'P12-latin1', path: 'docs/latin1.txt', holds: 'caf\xE9' },
  { file: 'P26-trailing-space', path: 'src/calc.py', holds: '   \n' },
  { file: 'P13-space-and-quoted', path: 'docs/café.txt', holds: 'DEUX\n' },
  { file: 'P14-space-b-slash', path: 'x b/y.txt', holds: 'p\nQ\nr\n' },
  { file: 'P17b-lookalike-ctx', path: 'docs/example.diff', holds: 'diff --git a/nope b/nope\n' },
])('$file changes $path byte for byte', async ({ file, path, holds }) => {
  const { tree } = await workspace.buildCandidate(await patch(`${file}.patch`));
  expect(Buffer.from((await tree?.read(path)) ?? []).toString('latin1')).toContain(holds);
});

test('P12: bytes that are no UTF-8 are shown with a mark', async () => {
  const { diff } = await workspace.buildCandidate(await patch('P12-latin1.patch'));
  expect(JSON.stringify(diff)).toContain('caf⟦xE9⟧');
});

test('P32: a file that ended without a newline still does', async () => {
  const { tree } = await workspace.buildCandidate(await patch('P32-noeol-file.patch'));
  expect((await tree?.read('docs/noeol.txt'))?.at(-1)).not.toBe(10);
});

test('P17: both forms of the look-alike give one tree, so they are one candidate', async () => {
  const [bare, full] = await Promise.all(
    ['P17-lookalike.patch', 'P17b-lookalike-ctx.patch'].map(async (name) =>
      workspace.buildCandidate(await patch(name)),
    ),
  );
  expect(bare?.tree?.oid).toBe(full?.tree?.oid);
});

test('P08c: a link is its target as text; nothing is read through it, and a base link no further', async () => {
  const { tree } = await workspace.buildCandidate(await patch('P08c-symlink-only.patch'));
  expect(Buffer.from((await tree?.read('docs/passwd')) ?? []).toString()).toBe('/etc/hostname');
  expect(await tree?.read('docs/latest/calc.py')).toBeNull();
  expect(Buffer.from((await workspace.base.read('docs/latest')) ?? []).toString()).toBe('../src');
});

test('P24: a patch that half fits leaves the next one a clean base', async () => {
  await workspace.buildCandidate(await patch('P24-half.patch'));
  const { report } = await workspace.buildCandidate(await patch('P00-good.patch'));
  expect(report).toMatchObject({ state: 'applied', files: calc });
});

/** A workspace of its own for the cases that need other base files. */
async function over(files: Record<string, string>): Promise<Workspace> {
  const dir = join(lab.dir, `base-${Math.random().toString(36).slice(2)}`);
  sh(['git', 'init', '-q', '-b', 'main', dir], lab.dir);
  for (const [path, text] of Object.entries(files)) {
    sh(
      ['sh', '-c', 'mkdir -p "$(dirname "$1")" && cat > "$1"', 'sh', path],
      dir,
      Buffer.from(text, 'latin1'),
    );
  }
  commitAll(dir);
  return lab.open(dir);
}

const lf = 'one\n\nthree\nfour\n';
const crlf = lf.replaceAll('\n', '\r\n');

test.each([
  { file: 'P29b-lost-space-lf', base: { 'g.txt': lf }, want: { state: 'applied' } },
  {
    file: 'P29-lost-space',
    base: { 'f.txt': crlf },
    want: { state: 'failed', reason: 'line_endings', hunk: 1 },
  },
  {
    file: 'P33-omitted-count',
    base: { 'one.txt': 'alpha\n' },
    want: { state: 'applied', files: [edit('one.txt', 1, 1)] },
  },
])('$file: $want.state on its own base', async ({ file, base, want }) => {
  await using own = await over(base as Record<string, string>);
  expect((await own.buildCandidate(await patch(`${file}.patch`))).report).toMatchObject(want);
});

test('P29: the LF copy that the case brings is CRLF itself, so the LF patch has no place in it', async () => {
  await using own = await over({ 'g.txt': (await patch('P29-base.txt')).toString('latin1') });
  expect((await own.buildCandidate(await patch('P29b-lost-space-lf.patch'))).report.reason).toBe(
    'line_endings',
  );
});

test('P25: paths count from the top wherever the policy worked, and below its folder where that alone fits', async () => {
  const good = await patch('P00-good.patch');
  await using fromDocs = await lab.open(join(lab.dir, 'base'), 'docs');
  expect((await fromDocs.buildCandidate(good)).report).toMatchObject({
    state: 'applied',
    files: calc,
    notes: [],
  });
  const relative = Buffer.from(good.toString().replaceAll('src/calc.py', 'calc.py'));
  await using fromSrc = await lab.open(join(lab.dir, 'base'), 'src/');
  expect((await fromSrc.buildCandidate(relative)).report).toMatchObject({
    state: 'applied',
    files: calc,
    notes: ['relative_to: src'],
  });
  expect((await workspace.buildCandidate(relative)).report).toMatchObject({
    state: 'failed',
    reason: 'does_not_apply',
  });
});
