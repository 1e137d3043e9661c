import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { startGagar } from '../harness/cli/gagar.js';
import { freshFolder } from '../support/folder.js';
import { groupRecord, layOut } from '../support/many-groups.js';

const SCRIPT = assetPath('examples', 'trainer', 'gagar_spool.py');
const run = promisify(execFile);

beforeAll(() => {
  const { status } = spawnSync('python3', ['--version']);
  if (status !== 0)
    throw new Error('python3 is missing: scripts/setup-debian.sh installs it (apt-get install python3)');
});

async function spoolWith(change: (group: Record<string, unknown>) => object = (group) => group) {
  const spool = await freshFolder();
  await mkdir(join(spool, 'inbox'));
  await mkdir(join(spool, 'outbox'));
  await layOut(join(spool, 'inbox'));
  const file = join(spool, 'group');
  await writeFile(file, JSON.stringify(change(await groupRecord({ group_id: 'g', attempt: 2 }))));
  const collect = async (timeout: number, ...more: string[]) => {
    const { stdout } = await run('python3', [SCRIPT, spool, file, '--timeout-s', `${timeout}`, ...more]);
    return JSON.parse(stdout) as { values: Record<string, number>; valid: string[]; fallback: string | null };
  };
  return { spool, collect };
}

/** Answers the one group that comes with what `answer` makes of its name. */
async function answering(spool: string, answer: unknown): Promise<void> {
  const inbox = join(spool, 'inbox');
  let name: string | undefined;
  while (name === undefined) {
    await sleep(10);
    name = (await readdir(inbox)).find((one) => one.endsWith('.json'));
  }
  await writeFile(join(spool, 'outbox', name), typeof answer === 'string' ? answer : JSON.stringify(answer));
}

const row = (id: string, advantage: number | null, valid = true) => ({
  id,
  valid,
  advantage,
  reward_equivalent: (advantage ?? 0) + 2 / 3,
});
const good = {
  schema: 'gagar.result/1',
  group_id: 'g',
  attempt: 2,
  fallback: null,
  requires: { centering: 'mean' },
  rollouts: [row('c', -2 / 3), row('a', 0.5), row('b', 1 / 6)],
};
const OUTCOME = { a: 1, b: 1, c: 0 };

test('a group goes through a real server and comes back as rewards that keep the mean', async () => {
  const { spool, collect } = await spoolWith();
  const server = startGagar('batch', '--spool', spool, '--quiet');
  const ended = once(server, 'exit');
  const { values, valid, fallback } = await collect(100);
  server.kill('SIGINT');
  await ended;
  expect(fallback).toBeNull();
  expect(valid).toEqual(['a', 'b', 'c']);
  expect((values['a']! + values['b']! + values['c']!) / 3).toBeCloseTo(2 / 3, 12);
  expect(values['a']).not.toBe(values['b']);
});

test.each([
  ['mean', { a: 0.5 + 2 / 3, b: 1 / 6 + 2 / 3, c: 0 }],
  ['none', { a: 0.5, b: 1 / 6, c: -2 / 3 }],
])('values are joined by id, for a trainer whose own centring is %s', async (centering, values) => {
  const { spool, collect } = await spoolWith();
  const [credit] = await Promise.all([collect(60, '--centering', centering), answering(spool, good)]);
  expect(credit).toEqual({ values, valid: ['a', 'b', 'c'], fallback: null });
});

test.each<[string, unknown, string]>([
  ['is about another group', { ...good, group_id: 'h' }, 'group_id'],
  ['is about another attempt', { ...good, attempt: 1 }, 'attempt'],
  ['lacks a rollout', { ...good, rollouts: good.rollouts.slice(1) }, 'ids'],
  ['has a rollout twice', { ...good, rollouts: [...good.rollouts, row('c', 0)] }, 'ids'],
  ['holds NaN', JSON.stringify(good).replace('0.5', 'NaN'), 'finite'],
  ['holds a text for a number', JSON.stringify(good).replace('0.5', '"0.5"'), 'finite'],
  [
    'does not sum to zero',
    { ...good, rollouts: [row('a', 0.6), ...good.rollouts.filter(({ id }) => id !== 'a')] },
    'sum',
  ],
  ['is a refusal', { group_id: 'g', line: null, error: 'no such file' }, 'no such file'],
  ['is no JSON', '{"schema"', ''],
  ['is a list', [], ''],
])('an answer that %s gives the plain rewards and a reason', async (_, answer, reason) => {
  const { spool, collect } = await spoolWith();
  const [credit] = await Promise.all([collect(60), answering(spool, answer)]);
  expect(credit).toMatchObject({ values: OUTCOME, valid: ['a', 'b', 'c'] });
  expect(credit.fallback).toContain(reason);
  expect(credit.fallback).not.toBe('');
});

test('without a server the outcome advantages are there at the deadline, a masked rollout apart', async () => {
  const { collect } = await spoolWith((group) => ({
    ...group,
    rollouts: [
      { id: 'a', passed: true, patch: '' },
      { id: 'b', passed: false, patch: '' },
      { id: 'm', passed: false, patch: '', validity: { status: 'infra' } },
    ],
  }));
  expect(await collect(0.2, '--centering', 'none')).toEqual({
    values: { a: 0.5, b: -0.5, m: 0 },
    valid: ['a', 'b'],
    fallback: 'no answer in time',
  });
});

test('a fallback of gagar is told with its reason, and its numbers are used', async () => {
  const { spool, collect } = await spoolWith();
  const answer = { ...good, fallback: { reason: 'deadline', stage: 'judge', detail: '' } };
  const [credit] = await Promise.all([collect(60), answering(spool, answer)]);
  expect(credit.fallback).toBe('deadline');
  expect(credit.values['a']).toBeCloseTo(0.5 + 2 / 3, 12);
});
