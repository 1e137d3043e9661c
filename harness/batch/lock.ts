/** One process at a time in a run folder: a file that names its owner, taken over only from a dead one. */
import { open, readFile, rename, rm } from 'node:fs/promises';
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
  await makeFolder(folder).catch((cause: unknown) => {
    throw writeRefusal(file, cause);
  });
  for (let tries = 0; tries < PATIENCE + 3; tries++) {
    if (await take(file)) return unlock;
    const holder = await read(file);
    if (holder === null) continue;
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
    if ((holder !== '' || tries >= PATIENCE) && (await inherit(file, holder))) return unlock;
    await sleep(WAIT_MS);
  }
  const way = 'remove this file and those beside it if none of them lives';
  throw new Fault('environment', `others keep taking this run folder; ${way}`, { file });
}

/**
 * Takes over from a dead process. Of all that find it dead only one makes its successor, by a name that no other process
 * ever has, and only while the lock is still the dead one's: who comes late finds it changed.
 */
async function inherit(file: string, dead: string): Promise<boolean> {
  const successor = `${file}.after-${dead === '' ? 'nobody' : dead}`;
  if (!(await take(successor)) && !(await inheritFromDead(successor))) return false;
  if ((await read(file)) === dead) {
    await rename(successor, file);
    return true;
  }
  await rm(successor, { force: true });
  return false;
}

/** A successor that died before it had the lock. */
async function inheritFromDead(file: string): Promise<boolean> {
  const maker = await read(file);
  return maker !== null && stateOf(maker) === 'dead' && (await inherit(file, maker));
}

const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

/** False where there is such a file. */
async function take(file: string): Promise<boolean> {
  try {
    await using handle = await open(file, 'wx');
    await handle.writeFile(owner()).catch(async (cause: unknown) => {
      await rm(file, { force: true });
      throw cause;
    });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw writeRefusal(file, cause);
  }
}
