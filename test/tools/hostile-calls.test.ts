/** What a judge, or whoever speaks through it, asks of the tools can neither leave the trees nor reach a program's options. */
import { existsSync } from 'node:fs';
import { mkdir, readFile as readHost, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../../sandbox/git/workspace.js';
import { comparePatches } from '../../tools/compare-patches.js';
import { readFile } from '../../tools/read-file.js';
import { searchCode } from '../../tools/search-code.js';
import { invoke, type JudgeTool, type Observation } from '../../tools/tool.js';
import { commitAll, type Lab, openLab, sh } from '../sandbox/git/lab.js';
import { caseJson } from '../support/cases.js';
import { testDesk } from '../support/desk.js';

interface ToolCase {
  readonly id: string;
  readonly input: Readonly<Record<string, string>>;
}
const CASES = caseJson('X-tool-calls.json').cases as ToolCase[];
const inputOf = (id: string): ToolCase['input'] => CASES.find((one) => one.id === id)?.input ?? {};

let lab: Lab;
let workspace: Workspace;
let tools: JudgeTool[];
beforeAll(async () => {
  lab = await openLab();
  await mkdir(join(lab.dir, 'W-evil'));
  await writeFile(join(lab.dir, 'W-evil', 'secret.txt'), 'secret of the neighbour\n');
  const repository = join(lab.dir, 'c1');
  sh(['git', 'init', '-q', repository], lab.dir);
  await symlink('/etc/hostname', join(repository, 'link'));
  await symlink('../..', join(repository, 'up'));
  await symlink('/dev/zero', join(repository, 'dev'));
  await writeFile(join(repository, 'a.txt'), 'hello -world\nuse --pre=/tmp/x.sh\n-f/etc/passwd\n');
  commitAll(repository);
  // Git keeps no pipe; it lies where only a reader of the folder itself would hang on it.
  sh(['mkfifo', join(repository, 'fifo')], lab.dir);
  workspace = await lab.open(repository);
  const { caseFile } = await testDesk({ candidates: { c1: { changes: {} } } });
  const trees = { ...caseFile, tree: () => workspace.base };
  tools = [readFile(trees), searchCode(trees, workspace), comparePatches(caseFile)];
});
afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

const call = (name: string, args: Record<string, unknown>): Promise<Observation> =>
  invoke(
    tools,
    { name, arguments: args, malformed: null },
    { nonce: '00', signal: AbortSignal.timeout(5000) },
  );
const read = (path: string | undefined) => call('read_file', { tree: 'c1', path });

test('X01, X04b: a link is the text of its target, and is not followed', async () => {
  expect(await read(inputOf('X01').path)).toMatchObject({
    is_error: false,
    text: expect.stringContaining('/etc/hostname'),
  });
  expect((await read('link')).text).not.toContain((await readHost('/etc/hostname', 'utf8')).trim());
  expect(await read(inputOf('X04b').path)).toMatchObject({
    is_error: false,
    text: expect.stringContaining('/dev/zero'),
  });
});

test.each(['X01b', 'X02', 'X02b', 'X04'])('%s: no such file is in the tree', async (id) => {
  const { path } = inputOf(id);
  expect(path).toBeTypeOf('string');
  expect(await read(path)).toMatchObject({
    is_error: true,
    text: expect.stringContaining('no such file or folder'),
  });
});

test.each(['X03', 'X03b', 'X03c'])('%s: a pattern that looks like an option is searched for', async (id) => {
  const { pattern } = inputOf(id);
  const { text, is_error } = await call('search_code', { tree: 'c1', pattern });
  expect(is_error).toBe(false);
  expect(text).toContain('a.txt:');
  expect(text).toContain(pattern);
});

test('X06: what looks like an option is no candidate, and no file is written', async () => {
  const { a, b } = inputOf('X06');
  const before = existsSync('/tmp/x');
  const { text, is_error } = await call('compare_patches', { candidates: [a, b] });
  expect(is_error).toBe(true);
  expect(text).toContain('there is no candidate');
  expect(existsSync('/tmp/x')).toBe(before);
});

test.each(['../..', 'src/../../x', '/..', 'a\0b'])(
  'a search inside of %j is refused, and says nothing of where the tree lies',
  async (path) => {
    const { text, is_error } = await call('search_code', {
      tree: 'c1',
      pattern: 'hello',
      paths: ['a.txt', path],
    });
    expect(is_error).toBe(true);
    expect(text).toMatch(/^no tree holds the path/);
    expect(text).not.toContain(lab.dir);
    expect(text).not.toContain('objects.git');
  },
);

test.each([':(exclude)a.txt', ':!a.txt', '*.txt', '-f', '/etc'])(
  'a search inside of %j takes it for a name',
  async (path) => {
    expect(await call('search_code', { tree: 'c1', pattern: 'hello', paths: [path] })).toEqual({
      text: 'nothing matches',
      is_error: false,
    });
  },
);
