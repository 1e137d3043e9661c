import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../../../harness/batch/journal.js';
import { summarizeRun } from '../../../harness/batch/summarize.js';
import { runRefold } from '../../../harness/run/refold.js';
import { storedResult } from '../../../harness/run/stored-result.js';

let run = '';
beforeEach(async () => {
  run = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterEach(() => rm(run, { recursive: true }));

const IN_PLACE_OF_A_FILE = [
  { what: 'a pipe', make: (path: string) => execFileSync('mkfifo', [path]) },
  { what: 'a link to a device', make: (path: string) => symlink('/dev/zero', path) },
  { what: 'a folder', make: (path: string) => mkdir(path) },
];
const refused = {
  code: expect.stringMatching(/input|usage/),
  message: expect.stringContaining('is not a regular file'),
};

test.each(IN_PLACE_OF_A_FILE)(
  '$what in the place of a result in a run folder is refused',
  async ({ make }) => {
    const file = join(run, 'result.json');
    await make(file);
    if (!(await stat(file)).isDirectory()) await expect(storedResult(run)).rejects.toMatchObject(refused);
    await expect(runRefold([run], {})).rejects.toMatchObject({ ...refused, place: { file } });
  },
);

test.each(IN_PLACE_OF_A_FILE)('$what in the place of the results of a batch is refused', async ({ make }) => {
  const file = join(run, 'results.jsonl');
  await make(file);
  await expect(openJournal(run)).rejects.toMatchObject({ place: { file } });
  await expect(summarizeRun(run)).rejects.toMatchObject({ place: { file } });
  await expect(runRefold([run], {})).rejects.toMatchObject({ ...refused, place: { file } });
});

test('a run folder without a result says what to give', async () => {
  await expect(storedResult(run)).rejects.toThrow(/ENOENT\); give a result.json/);
});

test('a recording stands for its run, and none of its lines is told to be removed', async () => {
  const recording = join(run, 'recording.jsonl');
  await writeFile(recording, '{}\n');
  await expect(storedResult(recording)).rejects.toThrow(/is a run without a result yet/);
});
