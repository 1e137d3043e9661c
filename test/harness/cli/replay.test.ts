import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operatorRun, recordRun } from '../../support/operator.js';
import { runGagar } from './gagar.js';

// Several processes each, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let folder: string;
let run: string;
const CLOCK = { tree: 'base', command: 'date +%s%N' };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  run = join(folder, 'run');
  await recordRun(operatorRun(run, 'cashbook', 'Ada', 'bubblewrap'), [
    ['read_file', { tree: 'base', path: 'README.md' }],
    ['run_check', { tree: 'base', command: 'echo "took 0.$(date +%N)s at 0x7f$(date +%N | cut -c1-8)"' }],
    ['run_check', CLOCK],
    ['record_finding', { candidate: 'c-none', about: 'precision' }],
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

const replay = (...args: string[]) => runGagar(['replay', ...args], []);

/** A copy of the run with one of its files edited. */
async function edited(name: string, file: string, edit: (text: string) => string): Promise<string> {
  const copy = join(folder, name);
  await cp(run, copy, { recursive: true });
  const before = await readFile(join(copy, file), 'utf8');
  expect(edit(before)).not.toBe(before);
  await writeFile(join(copy, file), edit(before));
  return copy;
}

test('a replay folds the same result, runs the tools again, and tells only what really drifts', async () => {
  const { code, stdout, stderr } = await replay(run, '--driver', 'bubblewrap');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^\d+ tool calls run again: 1 answer differs\n {2}step 6, run_check, line 4 of the answer\n {4}recorded {2}\d{19}\n {4}now {7}\d{19}\nthe same result\n$/,
  );
});

test('an answer that is another one by now is told with its place, and changes no result', async () => {
  const other = await edited('drift', 'recording.jsonl', (text) => text.replace('# cashbook', '# ASHBOOK'));
  const { code, stdout } = await replay(other, '--driver', 'none');
  expect(stdout).toMatch(/step 2, read_file, line \d+ of the answer\n.*ASHBOOK.*\n.*ashbook/);
  expect(stdout).toMatch(/; not run for want of a sandbox: 2 calls/);
  expect(stdout).toMatch(/the same result\n$/);
  expect(code).toBe(0);
});

test('--no-tools only folds', async () => {
  expect(await replay(run, '--no-tools')).toEqual({ code: 0, stdout: 'the same result\n', stderr: '' });
});

test('a stored result that does not follow from the recording is told by field, with exit code 1', async () => {
  const other = await edited('edited', 'result.json', (text) =>
    text.replace('"capped": false', '"capped": true'),
  );
  expect(await replay(other, '--no-tools')).toMatchObject({
    code: 1,
    stdout: 'another result; it differs in capped\n',
  });
});

test.each<[string, () => Promise<string[]>, RegExp]>([
  [
    'another group',
    async () => [run, '--no-tools', '--group', 'fixtures/lapse'],
    /not the one that was recorded/,
  ],
  ['a folder without a recording', async () => [folder], /recording.jsonl: the recording cannot be read/],
  [
    'a recording that was cut in the middle',
    async () => [await edited('torn', 'recording.jsonl', (text) => text.replace('"seq":3', '"seq":9'))],
    /recording.jsonl:4: .*expected 3/,
  ],
])('%s is an input error', async (_, args, says) => {
  const { code, stdout, stderr } = await replay(...(await args()));
  expect(stderr).toMatch(says);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
