import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { lockFolder } from '../../../harness/batch/lock.js';
import { freshFolder } from '../../support/folder.js';

const run = promisify(execFile);
/** @returns what a process of its own prints */
const told = async (code: string): Promise<string> =>
  (await run(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })).stdout;

const LOCK = JSON.stringify(join(process.cwd(), 'dist/harness/batch/lock.js'));
const OWNER = JSON.stringify(join(process.cwd(), 'dist/sandbox/owner.js'));
const ownerThatDied = (): Promise<string> => told(`process.stdout.write((await import(${OWNER})).owner())`);

/** Waits until `at`, works in the folder for a moment, and notes when it comes and goes. */
const worker = (folder: string, at: number): Promise<string> =>
  told(`
    import { appendFileSync } from 'node:fs';
    const { lockFolder } = await import(${LOCK});
    const note = (text) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, text);
    while (Date.now() < ${at});
    const lock = await lockFolder(${JSON.stringify(folder)}).catch((error) => error.code);
    if (typeof lock === 'string') process.stdout.write(lock);
    else {
      note('<');
      await new Promise((resolve) => setTimeout(resolve, 300));
      note('>');
      await lock[Symbol.asyncDispose]();
      process.stdout.write('worked');
    }`);

test('of several that find the lock of a dead process one alone takes it over', {
  timeout: 120_000,
}, async () => {
  const dead = await ownerThatDied();
  for (let round = 0; round < 6; round++) {
    const folder = await freshFolder();
    await writeFile(join(folder, 'lock'), dead);
    const at = Date.now() + 1500;
    const ends = await Promise.all(Array.from({ length: 4 }, () => worker(folder, at)));
    expect(await readFile(join(folder, 'notes'), 'utf8')).toMatch(/^(<>)+$/);
    expect(ends).toContain('worked');
    expect(ends.filter((end) => end !== 'worked' && end !== 'usage')).toEqual([]);
    expect(await readdir(folder)).toEqual(['notes']);
  }
});

test('a process that died while it took over from a dead one is taken over from too', async () => {
  const [folder, first, second] = [await freshFolder(), await ownerThatDied(), await ownerThatDied()];
  await writeFile(join(folder, 'lock'), first);
  await writeFile(join(folder, `lock.after-${first}`), second);
  {
    await using _ = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'usage' });
    expect(await readdir(folder)).toEqual(['lock']);
  }
  expect(await readdir(folder)).toEqual([]);
});

test('a lock that nobody has written into is taken over after a while', async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, 'lock'), '');
  await using _ = await lockFolder(folder);
  expect(await readFile(join(folder, 'lock'), 'utf8')).not.toBe('');
});
