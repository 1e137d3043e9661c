import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedResult } from '../../../harness/run/stored-result.js';

let run = '';
beforeEach(async () => {
  run = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterEach(() => rm(run, { recursive: true }));

test.each([
  { what: 'a pipe', make: (path: string) => execFileSync('mkfifo', [path]) },
  { what: 'a link to a device', make: (path: string) => symlink('/dev/zero', path) },
])('$what in the place of a result in a run folder is refused', async ({ make }) => {
  const file = join(run, 'result.json');
  await make(file);
  await expect(storedResult(run)).rejects.toMatchObject({
    code: 'input',
    place: { file },
    message: 'is not a regular file',
  });
});

test('a run folder without a result says what to give', async () => {
  await expect(storedResult(run)).rejects.toThrow(/ENOENT\); give a result.json/);
});

test('a recording stands for its run, and none of its lines is told to be removed', async () => {
  const recording = join(run, 'recording.jsonl');
  await writeFile(recording, '{}\n');
  await expect(storedResult(recording)).rejects.toThrow(/is a run without a result yet/);
});
