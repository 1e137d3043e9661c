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
