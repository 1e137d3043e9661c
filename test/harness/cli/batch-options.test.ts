/** Options that change what a batch computes: re-runs, penalties of the configuration, ablation modes. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseResult } from '../../../src/records/parse.js';
import { unittestGroup } from '../../sandbox/rerun/python-cases.js';
import { freshFolder } from '../../support/folder.js';
import { linesIn } from '../../support/kill-runs.js';
import { groupRecord, layOut } from '../../support/many-groups.js';
import { writeGroup } from '../../support/rerun-group.js';
import { runGagar } from './gagar.js';

const batch = (...args: string[]) => runGagar(['batch', ...args, '--quiet'], []);
const resultsIn = async (out: string) => (await linesIn(out)).map((line) => parseResult(line));

test('--rerun runs the passes of every group again, and a run is begun with it or without', async () => {
  const folder = await freshFolder();
  const groups = join(folder, 'groups');
  await mkdir(groups);
  const candidates = {
    fix: { 'calc.py': 'def add(a, b):\n    return a + b\n' },
    cheat: { 'tests/test_calc.py': null },
  };
  for (const name of ['one', 'two']) {
    const made = writeGroup(folder, { ...unittestGroup, candidates });
    const record = JSON.parse(await readFile(join(made, 'group.json'), 'utf8'));
    await writeFile(join(made, 'group.json'), JSON.stringify({ ...record, group_id: name }));
    await rename(made, join(groups, name));
  }
  const out = join(folder, 'run');
  const { code, stderr } = await batch(groups, '-o', out, '--rerun', '--driver', 'bubblewrap');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const results = await resultsIn(out);
  expect(results.map(({ group_id }) => group_id).sort()).toEqual(['one', 'two']);
  for (const { rollouts } of results)
    expect(Object.fromEntries(rollouts.map(({ id, rerun }) => [id, rerun?.survives]))).toEqual({
      fix: true,
      cheat: false,
    });
  const without = await batch(groups, '-o', out);
  expect(without).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('begun with other settings (rerun: true, now false)'),
  });
}, 240_000);

/** One group of two passes and a failure, with lengths and one flagged span. */
async function lengthGroup() {
  const folder = await freshFolder();
  await layOut(folder);
  const record = await groupRecord({ group_id: 'g' });
  const [a, b, c] = record['rollouts'] as object[];
  const rollouts = [
    { ...a, tokens: 100, flagged: [[0, 50]] },
    { ...b, tokens: 300 },
    { ...c, tokens: 10 },
  ];
  const file = join(folder, 'groups.jsonl');
  await writeFile(file, `${JSON.stringify({ ...record, rollouts })}\n`);
  return { folder, file };
}

test('penalties of the configuration act on every group, and null switches one off', async () => {
  const { folder, file } = await lengthGroup();
  const config = join(folder, 'config.yaml');
  await writeFile(config, 'length_penalty: { percentile: 0 }\nsegment_penalty: {}\n');
  await batch(file, '-o', join(folder, 'with'), '--config', config);
  const [result] = await resultsIn(join(folder, 'with'));
  expect(result?.stations.length).toEqual({ reference: 100, rewards: { a: 1, b: 0.5, c: 0 } });
  expect(result?.rollouts[0]?.token_multipliers).toEqual([
    [0, 50, 0],
    [50, 100, 2],
  ]);
  await writeFile(config, 'length_penalty: null\n');
  await batch(file, '-o', join(folder, 'without'), '--config', config);
  const [plain] = await resultsIn(join(folder, 'without'));
  expect(plain).toMatchObject({
    stations: { length: null },
    rollouts: [{ token_multipliers: null }, {}, {}],
  });
});

test.each([
  { options: ['--mode', 'outcome'], lambda: null, sum: 0 },
  { options: ['--mode', 'downweight_only'], lambda: null, sum: -0.6 },
  { options: ['--mode', 'reward_scaled'], lambda: null, sum: 0 },
  { options: ['--lambda-max', 'none'], lambda: 1 / 0.1, sum: 0 },
])('the ablation $options', async ({ options, lambda, sum }) => {
  const { folder, file } = await lengthGroup();
  const profile = join(folder, 'profile.yaml');
  const steps = 'T1: { first: 0.1, other: 0.1 }\nT2: { from: 0.1, to: 0.1 }\nT3: 0.1\n';
  await writeFile(profile, `name: flat\nversion: 1\nlambda_max: 1.5\n${steps}`);
  await batch(file, '-o', join(folder, 'run'), '--profile', profile, ...options);
  const [result] = await resultsIn(join(folder, 'run'));
  expect(result?.status).toBe('graded');
  // Who reads an ablation sees what its advantages were made with.
  const factors = result?.rollouts.map(({ factor }) => factor).filter((factor) => factor !== null);
  expect(new Set(factors)).toEqual(new Set(options.includes('outcome') ? [] : [0.1]));
  const advantages = result?.rollouts.map(({ advantage }) => advantage ?? Number.NaN) ?? [];
  expect(advantages.reduce((total, one) => total + one, 0)).toBeCloseTo(sum, 12);
  if (lambda === null) expect(result?.lambda_applied).toBeNull();
  else expect(result?.lambda_applied).toBeCloseTo(lambda, 12);
});
