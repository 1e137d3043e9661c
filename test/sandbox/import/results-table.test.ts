/** A table of results that decides over the verdicts of the files. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../../sandbox/import/results.js';
import { freshFolder } from '../../support/folder.js';
import { groupAt, IMPORT_FIXTURES, importing, runsOf } from '../../support/import.js';
import { put, someRuns } from '../../support/runs.js';

test('a table among the artifacts of a trial is no table of results', async () => {
  const folder = await freshFolder();
  const trial = join(folder, 'run/trial');
  await put(
    join(trial, 'result.json'),
    JSON.stringify({ task_name: 't', trial_name: 'a', verifier_result: { rewards: { reward: 0 } } }),
  );
  await put(join(trial, 'verifier/test-stdout.txt'), '1 failed');
  await put(join(trial, 'artifacts/results.csv'), 'id,passed\nx,true\n');
  await put(join(trial, 'artifacts/patches/x.diff'), 'diff');
  await importing([join(folder, 'run')], join(folder, 'out'));
  expect(groupAt(join(folder, 'out')).rollouts.map(({ id, passed }) => [id, passed])).toEqual([
    ['run', false],
  ]);
});

test('a table of results decides by id, by file and by run', async () => {
  const folder = await freshFolder();
  const paths = runsOf('claude-code');
  const table = await readResults(join(IMPORT_FIXTURES, 'claude-code', 'results.csv'));
  await importing(paths, join(folder, 'out'), { override: table.of });
  expect(table.unused()).toEqual([]);
  expect(
    groupAt(join(folder, 'out')).rollouts.map(({ id, passed, validity }) => [id, passed, validity?.status]),
  ).toEqual([
    ['run1/S1', true, undefined],
    ['run1/S2', false, undefined],
    ['run2', false, 'unknown'],
  ]);
});

test.each([
  [
    'results.csv',
    'id,passed\na,1\nb,maybe\n',
    /^row 2: column passed: "maybe" cannot be read; expected true, yes/,
  ],
  [
    'results.csv',
    'id,passed,reward\na,1,high\n',
    /^row 1: column reward: "high" cannot be read; expected a number/,
  ],
  ['results.csv', 'id,passed,validity\na,1,broken\n', /^row 1: column validity: "broken" .*valid, infra/],
  ['results.json', '[{"id": "a", "resolved": [1]}]', /^row 1: column resolved: \[1\] cannot be read/],
  ['results.csv', 'id,passed\na,1\nb,0\na,0\n', /^row 3: says something else of "a" than row 1; keep one/],
  ['results.csv', 'id,passed\na,1\n,0\n', /^row 2: has a verdict, but no id/],
  [
    'results.jsonl',
    '{"id": "a", "passed": true}\n{"id": "b", "pas',
    /^line 2 ends in the middle of its JSON$/,
  ],
  ['results.json', '[{"id": "a", "passed": true},', /^ends in the middle of its JSON$/],
])('a table %s of %j is refused', async (name, content, says) => {
  const file = join(await freshFolder(), name);
  await put(file, content);
  await expect(readResults(file)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(says),
  });
});

test('rows that say the same twice, and cells that are empty, are no contradiction', async () => {
  const file = join(await freshFolder(), 'results.csv');
  await put(file, 'id,passed,reward,validity\na,1,,\na,yes,,\nb,,0.5,\nc,,,infra\n');
  expect((await readResults(file)).unused()).toEqual(['a', 'b', 'c']);
});

test('a table is asked for verdicts, and says which of its rows decided nothing', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 2, 1);
  await put(join(folder, 'costs.csv'), 'id,cost\nrun0,1\n');
  await expect(readResults(join(folder, 'costs.csv'))).rejects.toThrow(/no row with an id and a verdict/);
  await put(join(folder, 'results.csv'), 'id,passed\nrun0,1\nrun-1,0\n');
  const table = await readResults(join(folder, 'results.csv'));
  await importing(paths, join(folder, 'out'), { override: table.of });
  expect(table.unused()).toEqual(['run-1']);
});
