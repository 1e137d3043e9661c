/** One process at a time in a run folder: a file that names its owner, taken over only from a dead one. */
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../sandbox/make-folder.js';
import { owner, pidOf, stateOf } from '../../sandbox/owner.js';
import { Fault } from '../../src/fault.js';
import { writeRefusal } from '../refusal.js';

const PATIENCE = 5;
const WAIT_MS = 50;

/** @throws Fault usage where a live process works in the folder, Fault environment where it cannot be written. */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  const file = join(folder, 'lock');
  const unlock = { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
  for (let tries = 0; tries < PATIENCE + 3; tries++) {
    if (await take(folder, file)) return unlock;
    const holder = await readFile(file, 'utf8').catch(() => '');
    const state = stateOf(holder);
    if (state === 'alive')
      throw new Fault('usage', `process ${pidOf(holder)} is working in this run folder`, { file });
    if (state === 'elsewhere' && holder !== '') {
      const way = 'remove this file if that process is gone';
      throw new Fault('usage', `a process of another machine or container took this run folder; ${way}`, {
        file,
      });
    }
    // Whoever makes the file writes into it a moment later.
    if (holder === '' && tries < PATIENCE) await sleep(WAIT_MS);
    else await rm(file, { force: true });
  }
  throw new Fault('environment', 'others keep taking this run folder', { file });
}

async function take(folder: string, file: string): Promise<boolean> {
  await makeFolder(folder).catch((cause: unknown) => {
    throw writeRefusal(file, cause);
  });
  try {
    await using handle = await open(file, 'wx');
    await handle.writeFile(owner());
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw writeRefusal(file, cause);
  }
}
