import { expect, test } from 'vitest';
import { assetPath } from '../../../harness/assets.js';
import { runGagar } from './gagar.js';

const run = (...args: string[]) => runGagar(args, []);

test.each([
  [
    'an unknown type',
    ['redteam', 'detectors', '--type', 'R99'],
    /--type: "R99" is no type; there are R01, R02/,
  ],
  [
    'no number of cases',
    ['redteam', 'detectors', '--each', 'many'],
    /--each: many is no whole number from 1 to 200/,
  ],
  [
    'an unknown place',
    ['redteam', '--carrier', 'sky'],
    /--carrier: there is no "sky"; there are comment, docstring/,
  ],
  [
    'an unknown text',
    ['redteam', 'attacks', '--body', 'song'],
    /--body: there is no "song"; there are direct-order/,
  ],
  ['no number of passes', ['redteam', 'honest', '--passes', '0'], /--passes: 0 is no whole number/],
  ['no folder to look at', ['leaks', assetPath('fixtures', 'nightjar')], /name it with --root/],
  ['no number in flight', ['integrity', 'x', '--concurrency', '0'], /--concurrency: 0 is no whole number/],
  ['no group', ['integrity', 'nowhere'], /nowhere/],
])(
  '%s is a usage or input error that says the way out',
  async (_, args, says) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  },
  60_000,
);

test('leaks ends with 1 where something was found, and prints a line of JSON for each', async () => {
  const root = assetPath('fixtures', 'cashbook');
  const { code, stdout } = await run('leaks', root, '--root', root, '--json');
  const leaks = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(code).toBe(1);
  expect(leaks).toContainEqual(expect.objectContaining({ kind: 'evaluation_file', path: 'tests.diff' }));
}, 60_000);

test('integrity prints a record per group to stdout, and the rates to stderr', async () => {
  const { code, stdout, stderr } = await run('integrity', assetPath('fixtures', 'shelf'), '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ schema: 'gagar.integrity/1', group_id: 'shelf-8' });
  expect(stderr).toMatch(/^groups +1; 6 rollouts/m);
}, 60_000);
