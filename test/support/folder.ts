/** A temporary folder per test, removed behind it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
