import { readdirSync, readlinkSync } from 'node:fs';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openJournal } from '../../../harness/batch/journal.js';
import { lockFolder } from '../../../harness/batch/lock.js';
import { owner } from '../../../sandbox/owner.js';
import { foldResult } from '../../../src/fold/fold.js';
import { type BatchRecord, groupSlot } from '../../../src/records/batch.js';
import { freshFolder } from '../../support/folder.js';
import { facts, outcomeOf, settings, timing } from '../../support/outcome.js';

const record = (group_id: string, digest: string, total_s = 1): BatchRecord => {
  const result = foldResult({
    facts: facts(
      [
        { id: 'a', passed: true },
        { id: 'b', passed: false },
      ],
      { group_id },
    ),
    outcome: outcomeOf({ failure: { reason: 'deadline', stage: 'judge', detail: '' } }),
    settings: settings(),
    timing: { ...timing, total_s },
    recording: null,
  });
  return { ...result, source: { file: 'f', line: 1, digest } };
};
const failure = (line: number): BatchRecord => ({
  group_id: null,
  attempt: null,
  line,
  stage: 'read',
  error: 'is no group',
  source: { file: 'f', line, digest: 'e' },
});
const idsIn = async (folder: string) =>
  (await readFile(join(folder, 'results.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).group_id);

test('what was appended is known again after a new start', async () => {
  const folder = await freshFolder();
  {
    await using journal = await openJournal(folder);
    await Promise.all([
      journal.append(record('a', 'd1')),
      journal.append(record('b', 'd2')),
      journal.append(failure(3)),
    ]);
  }
  await using again = await openJournal(folder);
  expect(again.standing(groupSlot('a', null))).toMatchObject({ digest: 'd1', failed: true, failure: false });
  expect(await idsIn(folder)).toEqual(['a', 'b', null]);
});

test('a torn last line is cut off, and the next line stands alone', async () => {
  const folder = await freshFolder();
  {
    await using journal = await openJournal(folder);
    await journal.append(record('a', 'd1'));
  }
  await appendFile(join(folder, 'results.jsonl'), '{"group_id":"torn","status":"gra');
  await using healed = await openJournal(folder);
  expect(healed.standing(groupSlot('torn', null))).toBeUndefined();
  await healed.append(record('b', 'd2'));
  expect(await idsIn(folder)).toEqual(['a', 'b']);
});

/** What this process holds open below a folder. */
const openFilesIn = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });

test('a damaged line in the middle is refused by its number', async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, 'results.jsonl'), `${JSON.stringify(record('a', 'd'))}\n{"half": \n`);
  await expect(openJournal(folder)).rejects.toMatchObject({ code: 'input', place: { line: 2 } });
  expect(openFilesIn(folder)).toEqual([]);
});

test('in the end one line per group stands, the last one, and forgotten places are gone', async () => {
  const folder = await freshFolder();
  {
    await using journal = await openJournal(folder);
    for (const one of [record('a', 'd1', 1), failure(2), record('b', 'd2'), record('a', 'd1', 7)])
      await journal.append(one);
    journal.retire(JSON.stringify(['place', 'f', 2]));
    await journal.compact();
    await journal.append(record('c', 'd3'));
  }
  const lines = (await readFile(join(folder, 'results.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => [JSON.parse(line).group_id, JSON.parse(line).timing.total_s])).toEqual([
    ['b', 1],
    ['a', 7],
    ['c', 1],
  ]);
  expect(await readdir(folder)).toEqual(['results.jsonl']);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
  'a result that holds %d is refused, not written as null',
  async (value) => {
    const folder = await freshFolder();
    await using journal = await openJournal(folder);
    const bad = () => journal.append(record('a', 'd', value));
    await expect((async () => bad())()).rejects.toMatchObject({
      code: 'internal',
      place: { field: 'total_s' },
    });
    expect(await readFile(join(folder, 'results.jsonl'), 'utf8')).toBe('');
  },
);

test('a second process is kept out of a run folder; the lock of a dead one is taken over', async () => {
  const folder = await freshFolder();
  {
    await using _ = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'usage' });
    const mine = await readFile(join(folder, 'lock'), 'utf8');
    await writeFile(join(folder, 'lock'), mine.replace(/-\d+-\d+$/, '-1-1'));
    await using _own = await lockFolder(folder);
  }
  expect(await readdir(folder)).toEqual([]);
});

test('a lock that its maker has not yet written into is not taken away from it', async () => {
  const folder = await freshFolder();
  const file = join(folder, 'lock');
  await writeFile(file, '');
  const second = lockFolder(folder).catch((fault: unknown) => fault);
  await sleep(30);
  await writeFile(file, owner());
  expect(await second).toMatchObject({ code: 'usage' });
  expect(await readFile(file, 'utf8')).toBe(owner());
});

test('a lock that stays empty was left by a dead one', async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, 'lock'), '');
  await using _ = await lockFolder(folder);
  expect(await readFile(join(folder, 'lock'), 'utf8')).toBe(owner());
});
