/** Looks at the folders gagar writes to: may it, and is there room; and at the provider keys, whose values are never shown. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../sandbox/make-folder.js';
import { environment } from '../environment.js';
import { cacheDir, tempRoot } from '../places.js';
import { type DoctorCheck, lacking, ok } from './check.js';

/** A group of sixteen on a large repository takes about as much. */
const ENOUGH_BYTES = 1024 ** 3;
const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB free`;

export const roomChecks = (): Promise<DoctorCheck[]> =>
  Promise.all([
    folderCheck('cache folder', cacheDir(), 'set GAGAR_CACHE to a folder with room'),
    folderCheck('temporary folder', tempRoot(), 'set TMPDIR to a folder with room'),
  ]);

async function folderCheck(name: string, folder: string, fix: string): Promise<DoctorCheck> {
  try {
    await makeFolder(folder, { below: resolve(tmpdir()) });
    await rm(await mkdtemp(join(folder, 'doctor-')), { recursive: true });
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free >= ENOUGH_BYTES) return ok(name, `${folder}, ${gigabytes(free)}`);
    return lacking(name, 'missing', `${folder} has only ${gigabytes(free)}`, fix);
  } catch (error) {
    return lacking(
      name,
      'missing',
      `${folder}: ${error instanceof Error ? error.message : String(error)}`,
      fix,
    );
  }
}

export function keyChecks(): DoctorCheck[] {
  const keys = [
    ['ANTHROPIC_API_KEY', environment.anthropicKey()],
    ['OPENAI_API_KEY', environment.openaiKey()],
  ] as const;
  return keys.map(([name, value]) =>
    value === undefined
      ? lacking(name, 'optional', 'not set', 'export it to use that provider; the static judge needs no key')
      : ok(name, 'set'),
  );
}
