import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSpool } from '../../../harness/batch/spool.js';
import { owner } from '../../../sandbox/owner.js';
import { freshFolder } from '../../support/folder.js';

const WAIT_MS = 400;
/** This process under another start time: one that is gone. */
const DEAD = owner().replace(/\d+$/, '1');

test.each(['release', 'reclaim'] as const)(
  'time in the inbox counts from the arrival, also behind a %s',
  async (what) => {
    const folder = await freshFolder();
    const spool = await openSpool(folder);
    await writeFile(join(folder, 'inbox', 'a.json'), '{}');
    await sleep(WAIT_MS);
    await spool.claim('a.json');
    if (what === 'reclaim') await rename(join(folder, 'work', owner()), join(folder, 'work', DEAD));
    await spool[what]();
    expect(await readdir(join(folder, 'inbox'))).toEqual(['a.json']);
    await mkdir(join(folder, 'work', owner()), { recursive: true });
    // Whoever looks at it leaves its times as they are.
    expect(await (await openSpool(folder)).waiting()).toMatchObject([{ name: 'a.json', budgetS: 0 }]);
    expect((await spool.claim('a.json'))?.waitedMs).toBeGreaterThanOrEqual(WAIT_MS);
  },
);

test('a file that was written long before it came in has just arrived', async () => {
  const folder = await freshFolder();
  const spool = await openSpool(folder);
  const file = join(folder, 'old.json');
  await writeFile(file, '{}');
  await utimes(file, 1, 1);
  await rename(file, join(folder, 'inbox', 'old.json'));
  expect((await spool.claim('old.json'))?.waitedMs).toBeLessThan(60_000);
});

const record = (fields: object, task = '{}') => `${JSON.stringify(fields).slice(0, -1)},"task":${task}}`;

test.each([
  ['a budget of a training run', record({ purpose: 'train', budget_s: 2.5 }), 2.5],
  ['a budget that nobody waits for', record({ purpose: 'audit', budget_s: 2.5 }), Infinity],
  [
    'a budget in the words of a task',
    record({ purpose: 'train' }, '{"statement":"\\"budget_s\\": 1"}'),
    Infinity,
  ],
  ['a budget behind the head', record({ purpose: 'train', pad: 'x'.repeat(9000), budget_s: 1 }), Infinity],
  ['what is no record', '[', Infinity],
])('%s is seen before a file is taken as what it is', async (_, content, budgetS) => {
  const folder = await freshFolder();
  const spool = await openSpool(folder);
  const before = Date.now() - 1000;
  await writeFile(join(folder, 'inbox', 'a.json'), content);
  const [one] = await spool.waiting();
  expect(one).toMatchObject({ name: 'a.json', budgetS });
  expect(one?.arrivedMs).toBeGreaterThan(before);
});

test('what has left the inbox waits no more', async () => {
  const folder = await freshFolder();
  const spool = await openSpool(folder);
  for (const name of ['b.json', 'a.json']) await writeFile(join(folder, 'inbox', name), '{}');
  expect((await spool.waiting()).map(({ name }) => name)).toEqual(['a.json', 'b.json']);
  await spool.claim('a.json');
  expect((await spool.waiting()).map(({ name }) => name)).toEqual(['b.json']);
});
