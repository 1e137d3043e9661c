import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operatorRun, recordRun } from '../../support/operator.js';
import { runGagar } from './gagar.js';

// Several processes each, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let folder: string;
let run: string;
let stored: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  run = join(folder, 'run');
  await recordRun(operatorRun(run));
  stored = JSON.stringify(JSON.parse(await readFile(join(run, 'result.json'), 'utf8')));
});
afterAll(() => rm(folder, { recursive: true }));

const refold = (...args: string[]) => runGagar(['refold', ...args], []);

test('a run folder under its own settings gives the same result', async () => {
  const { code, stdout } = await refold(run);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(stored));
});

test('a run folder of a batch gives every line of it: results, and why a group has none', async () => {
  const batch = join(folder, 'batch');
  await mkdir(batch);
  const failure = {
    group_id: 'bad',
    attempt: null,
    line: 3,
    stage: 'grade',
    error: 'no base',
    source: { file: 'groups.jsonl', line: 3, digest: 'd' },
  };
  await writeFile(join(batch, 'results.jsonl'), `${stored}\n${JSON.stringify(failure)}\n`);
  const { code, stdout } = await refold(batch);
  expect(code).toBe(1);
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toEqual([
    JSON.parse(stored),
    { group_id: 'bad', line: 2, error: 'has no result: no base' },
  ]);
});

test('a file that cannot be used is told with its group, and the others are answered', async () => {
  const bad = join(folder, 'bad.json');
  await writeFile(bad, stored.replace('"rollouts":[', '"rollouts":[{},'));
  const { code, stdout } = await refold(bad, run);
  expect(code).toBe(1);
  const [first, second] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toEqual({
    group_id: JSON.parse(stored).group_id,
    file: bad,
    error: expect.stringMatching(/rollouts\[0\]\.id .*is missing; expected a text/),
  });
  expect(second).toEqual(JSON.parse(stored));
});

test('a large file goes through threads: each line answered in its place, bad ones with an error', async () => {
  const file = join(folder, 'many.jsonl');
  const named = (index: number): string => stored.replace(/"group_id":"[^"]*"/, `"group_id":"g${index}"`);
  const count = Math.ceil((9 * 2 ** 20) / stored.length);
  const lines = Array.from({ length: count }, (_, index) =>
    index % 100 === 7 ? `{"group_id":"g${index}"}` : named(index),
  );
  await writeFile(file, `\n${lines.join('\n')}\n`);
  const { code, stdout, stderr } = await refold(file, '--lambda-max', '1.2');
  expect(code).toBe(1);
  expect(stderr).toMatch(
    new RegExp(`${lines.filter((_, index) => index % 100 === 7).length} results could not be used`),
  );
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ group_id }) => group_id)).toEqual(lines.map((_, index) => `g${index}`));
  expect(answers[7]).toMatchObject({ line: 9, error: expect.stringMatching(/^schema: is missing/) });
  expect(answers[8].lambda_max).toBe(1.2);
  const digest = (value: object): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
  const same = answers.filter((one) => !('error' in one)).map((one) => digest({ ...one, group_id: '' }));
  expect(new Set(same).size).toBe(1);
  // The threads refuse options as this one does where there are none.
  const profile = join(folder, 'profile.yaml');
  await writeFile(profile, 'name: mine\nversion: 1\nT1: { first: 2 }\n');
  const refused = await refold(file, '--profile', profile);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/profile\.yaml: \d problems\n.*T1\.first: is 2; expected at most 1/s);
  expect(refused.stderr).toBe((await refold(run, '--profile', profile)).stderr);
});

test.each<[string, string[], RegExp]>([
  ['a folder without results', ['.'], /holds neither result.json nor results.jsonl; give the run folder/],
  ['a path that is not there', ['nowhere'], /nowhere: cannot be read \(ENOENT\)/],
  ['a profile that is not there', ['--profile', 'none-such', 'package.json'], /none-such/],
])('%s is a usage or input error', async (_, args, says) => {
  const { code, stderr } = await refold(...args);
  expect(stderr).toMatch(says);
  expect(code).toBe(2);
});
