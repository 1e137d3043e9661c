import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../support/folder.js';
import { IMPORT_FIXTURES, runsOf } from '../../support/import.js';
import { collect, startGagar } from './gagar.js';

const GIT = {
  PATH: '/usr/bin:/bin',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'T',
  GIT_AUTHOR_EMAIL: 't@example.invalid',
  GIT_COMMITTER_NAME: 'T',
  GIT_COMMITTER_EMAIL: 't@example.invalid',
};

/** The repository that the fixtures' patches are made for, and its commit. */
function shelf(folder: string): { repo: string; base: string } {
  const repo = join(folder, 'shelf');
  mkdirSync(repo);
  writeFileSync(join(repo, 'shelf.py'), 'def count(books):\n    return len(books) + 1\n');
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: repo, env: GIT, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Add the shelf');
  return { repo, base: git('rev-parse', 'HEAD') };
}

const gagar = (cwd: string, ...args: string[]) => collect(startGagar.at(cwd, {}, ...args));

test('runs of SWE-bench become a group that is checked and graded', async () => {
  const folder = await freshFolder();
  const { repo, base } = shelf(folder);
  const runs = runsOf('swebench');
  const options = ['--instance', 'shelf__shelf-1', '--repo', repo, '--base', base, '-o', 'group'];
  const imported = await gagar(folder, 'import', 'swebench', ...runs, ...options);
  expect(imported).toMatchObject({ code: 0 });
  expect(imported.stdout).toContain(
    'written group: shelf__shelf-1, 9 rollouts, 3 passed, 2 masked, 1 trajectory',
  );
  expect(imported.stderr).toContain('run1: 7 files, 1 swebench (an evaluation folder of SWE-bench');
  expect((await gagar(folder, 'check', 'group')).stdout).toMatch(
    /^ok {2}group\/group\.json: shelf__shelf-1, 9 rollouts/,
  );
  const graded = await gagar(folder, 'grade', 'group', '--json', '--quiet');
  expect(graded.code).toBe(0);
  const result = JSON.parse(graded.stdout) as {
    status: string;
    rollouts: { id: string; tier: string | null; valid: boolean }[];
  };
  expect(result.status).toBe('graded');
  expect(result.rollouts.filter(({ valid }) => !valid).map(({ id }) => id)).toEqual(['run4', 'run5']);
  expect(result.rollouts.filter(({ tier }) => tier !== null).map(({ id }) => id)).toEqual([
    'run1',
    'run7',
    'run9',
  ]);
  expect((await gagar(folder, 'import', 'swebench', ...runs, ...options)).stdout).toBe(
    'kept    group: shelf__shelf-1, 9 rollouts, imported before\n',
  );
});

test('sessions of Claude Code become a group with verdicts from a table', async () => {
  const folder = await freshFolder();
  const { repo, base } = shelf(folder);
  cpSync(join(IMPORT_FIXTURES, 'claude-code'), join(folder, 'sessions'), { recursive: true });
  const results = ['--results', 'sessions/results.csv'];
  const args = ['claude-code', 'sessions/run1', ...results, '--repo', repo, '--base', base, '-o', 'group'];
  const { code, stdout } = await gagar(folder, 'import', ...args, '--json', '--quiet');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'written',
    rollouts: 2,
    passed: 1,
    masked: 0,
    trajectories: 2,
  });
  expect((await gagar(folder, 'grade', 'group', '--quiet')).code).toBe(0);
});

test('a data set gives statements, base commits and tests, and names the repository of each task', async () => {
  const folder = await freshFolder();
  const rows = ['shelf__shelf-1', 'shelf__shelf-2'].map((instance_id) => ({
    instance_id,
    repo: 'shelf/shelf',
    base_commit: 'a'.repeat(40),
    problem_statement: `State ${instance_id}.`,
    FAIL_TO_PASS: '["t"]',
    PASS_TO_PASS: '[]',
  }));
  writeFileSync(join(folder, 'tasks.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  const options = ['--dataset', 'tasks.jsonl', '--repo', 'mirrors/{owner}+{name}', '-o', 'groups', '--quiet'];
  const { code } = await gagar(folder, 'import', 'swebench', ...runsOf('swebench'), ...options);
  expect(code).toBe(0);
  const group = JSON.parse(readFileSync(join(folder, 'groups/shelf__shelf-2/group.json'), 'utf8'));
  expect(group.task.repo).toEqual({ path: join(folder, 'mirrors/shelf+shelf'), base_commit: 'a'.repeat(40) });
  expect(group.task.tests.fail_to_pass).toEqual(['t']);
  expect(readFileSync(join(folder, 'groups/shelf__shelf-2/task.md'), 'utf8')).toBe('State shelf__shelf-2.');
});

test.each([
  [['swebnch', 'x', '-o', 'o'], 2, /"swebnch" is no import format; did you mean swebench\?/],
  [['swebench', 'x'], 2, /required option '-o, --out <dir>'/],
  [['auto', 'gone', '-o', 'o'], 2, /gone: is missing/],
  [['auto', 'gone', '-o', 'o', '--base', 'HEAD'], 2, /--base is "HEAD"; expected its full id/],
  [['auto', 'gone', '-o', 'o', '--concurrency', 'many'], 2, /--concurrency is "many"; expected 1 to 256/],
  [['auto', 'gone', '-o', 'o', '--results', 'none.csv'], 2, /none\.csv: is missing/],
  [['auto', 'gone', '-o', 'o', '--repo', 'ext::sh'], 2, /--repo: is "ext::sh", which would run a helper/],
])('`gagar import %j` ends with %i and says why', async (args, code, message) => {
  const ended = await gagar(await freshFolder(), 'import', ...args);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toMatch(message);
});

test('one group without a base is an error that names the way out', async () => {
  const folder = await freshFolder();
  const { code, stderr } = await gagar(
    folder,
    'import',
    'auto',
    ...runsOf('anthropic'),
    '-o',
    'o',
    '--quiet',
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /no file says which repository o was worked on; name it with --repo PATH --base COMMIT/,
  );
});

test('a run that holds nothing costs exit code 1, and the others are there', async () => {
  const folder = await freshFolder();
  mkdirSync(join(folder, 'empty'));
  const args = ['swebench', ...runsOf('swebench').slice(0, 1), 'empty', '--image', 'box:1', '-o', 'group'];
  const { code, stdout, stderr } = await gagar(folder, 'import', ...args, '--quiet');
  expect(code).toBe(1);
  expect(stdout).toContain('written group: shelf__shelf-1, 1 rollout,');
  expect(stderr).toBe('gagar: empty: is a folder without files; the other paths were imported\n');
});

test('a flat folder is one attempt for each name, and a row that finds none costs exit code 1 and says what to do', async () => {
  const folder = await freshFolder();
  const { repo, base } = shelf(folder);
  const chat = readFileSync(join(IMPORT_FIXTURES, 'openai-chat/run1/chat.json'));
  const diff = readFileSync(join(IMPORT_FIXTURES, 'openai-chat/run1/chat.patch'));
  mkdirSync(join(folder, 'run'));
  for (const name of ['a.json', 'b.json']) writeFileSync(join(folder, 'run', name), chat);
  for (const name of ['a.diff', 'b.diff', 'c.diff', 'd.diff']) writeFileSync(join(folder, 'run', name), diff);
  const table = 'attempt,passed\na,1\nb,1\nc,0\nd,1\n';
  writeFileSync(join(folder, 'run/results.csv'), table);
  const options = ['--repo', repo, '--base', base, '--quiet', '--results', 'run/results.csv'];
  for (const format of ['patches', 'auto', 'openai-chat']) {
    const ended = await gagar(folder, 'import', format, 'run', ...options, '-o', format);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(
      `written ${format}: ${format}, 4 rollouts, 3 passed, 0 masked, 2 trajectories`,
    );
  }
  expect((await gagar(folder, 'check', 'patches')).code).toBe(0);
  writeFileSync(join(folder, 'run/results.csv'), `${table}e,1\n`);
  const ended = await gagar(folder, 'import', 'openai-chat', 'run', ...options, '-o', 'more');
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain('4 rollouts, 3 passed');
  expect(ended.stderr).toMatch(
    /^gagar: run\/results\.csv: no attempt is called "e"; call the patch or trajectory so \(e\.diff, e\.json, or a folder e\), write the id/,
  );
  const inRun = await gagar(folder, 'import', 'auto', 'run', '--image', 'box:1', '--quiet', '-o', 'in-run');
  expect(inRun.code).toBe(1);
  expect(inRun.stderr).toMatch(/^gagar: run\/results\.csv: no attempt is called "e"; call the patch/);
});
