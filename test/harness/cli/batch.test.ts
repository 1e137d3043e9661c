import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseResult } from '../../../src/records/parse.js';
import { freshFolder } from '../../support/folder.js';
import { onFullDisk } from '../../support/full-disk.js';
import { linesIn, progressLines, recordingsIn, runKilled } from '../../support/kill-runs.js';
import { type GroupSpec, groupRecord, numbered, writeGroups } from '../../support/many-groups.js';
import { seeded } from '../../support/random.js';
import { writeScript } from '../../support/script-file.js';
import { runGagar, startGagar } from './gagar.js';

const batch = (...args: string[]) => runGagar(['batch', ...args], []);
const ids = (lines: readonly string[]): string[] => lines.map((line) => JSON.parse(line).group_id).sort();
const given = async (specs: readonly (GroupSpec | string)[]) => {
  const folder = await freshFolder();
  return { folder, file: await writeGroups(folder, specs), out: join(folder, 'run') };
};

test('kill -9 at any moment loses no group and grades none twice', async () => {
  const { file, out } = await given(numbered(24));
  const lines = await runKilled({
    ...{ groups: file, out, options: ['--concurrency', '3'] },
    ...{ kills: 3, within: { groups: 6, ms: 300 }, random: seeded(7) },
  });
  expect(ids(lines)).toEqual(ids(numbered(24).map((one) => JSON.stringify(one))));
  for (const line of lines) expect(parseResult(line).status).toBe('graded');
  expect((await readdir(out)).sort()).toEqual(['results.jsonl', 'run.json', 'summary.json']);
}, 300_000);

test('with a judge that investigates, kill -9 leaves recordings that are gone on from', async () => {
  const attempts = Array.from({ length: 6 }, (_, attempt) => ({ group_id: 'g', attempt }));
  const { folder, file, out } = await given(attempts);
  await writeFile(join(folder, 'one.json'), JSON.stringify(await groupRecord({ group_id: 'g' })));
  const script = await writeScript(join(folder, 'one.json'), folder);
  const lines = await runKilled({
    ...{ groups: file, out, options: ['--judge', `scripted:${script}`, '--driver', 'none'] },
    ...{ kills: 2, within: { groups: 2, ms: 300 }, random: seeded(8) },
  });
  const results = lines.map((line) => parseResult(line));
  expect(results.map(({ attempt }) => attempt).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'graded'));
  expect(await recordingsIn(out)).toBe(6);
}, 300_000);

test('a group of a batch is shown by its id, and replayed from its recording', async () => {
  const { folder, file, out } = await given([
    { group_id: 'g' },
    { group_id: 'g', attempt: 1 },
    '{"group_id": "torn", ',
    'no group',
  ]);
  await writeFile(join(folder, 'one.json'), JSON.stringify(await groupRecord({ group_id: 'g' })));
  const script = await writeScript(join(folder, 'one.json'), folder);
  await batch(file, '-o', out, '--quiet', '--judge', `scripted:${script}`, '--driver', 'none');
  const show = (...args: string[]) => runGagar(['show', out, ...args], []);
  expect(await show('--group-id', 'g')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^g: graded/),
  });
  expect(await show('--group-id', 'h')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('results.jsonl: holds no group "h"; it has "'),
  });
  expect((await show()).stderr).toMatch(/holds 2 groups: name one with --group-id \("\w+", "\w+"\)/);
  const failed = await runGagar(['show', join(out, 'results.jsonl'), '--group-id', 'torn'], []);
  expect(failed.stderr).toMatch(/results\.jsonl:\d+: has no result: .*the text ends too early/);
  const recordings = await readdir(join(out, 'recordings'));
  expect(recordings).toHaveLength(2);
  for (const name of recordings) {
    const again = await runGagar(['replay', join(out, 'recordings', name), '--no-tools'], []);
    expect(again).toEqual({ code: 0, stdout: 'the same result\n', stderr: '' });
  }
}, 300_000);

test('a bad line is answered by its error, the others are graded, and the mended line replaces the error', async () => {
  const bad = '{"schema": "gagar.group/1", "group_id": "torn", "rollouts": [';
  const { file, out } = await given([{ group_id: 'a' }, bad, { group_id: 'b' }]);
  const first = await batch(file, '-o', out, '--quiet');
  expect(first.code).toBe(1);
  expect(first.stderr).toContain('1 group or line failed');
  const failure = (await linesIn(out)).map((line) => JSON.parse(line)).find(({ error }) => error);
  expect(failure).toMatchObject({ group_id: 'torn', line: 2, stage: 'read' });
  const again = await batch(file, '-o', out, '--quiet');
  expect(again.code).toBe(1);
  expect(await linesIn(out)).toHaveLength(3);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(bad, JSON.stringify(await groupRecord({ group_id: 'torn' }))));
  expect((await batch(file, '-o', out, '--quiet')).code).toBe(0);
  expect(ids(await linesIn(out))).toEqual(['a', 'b', 'torn']);
});

test('a group that stands twice is graded once; the same key with other content is an error', async () => {
  const { file, out } = await given([
    { group_id: 'a' },
    { group_id: 'a' },
    { group_id: 'a', attempt: 1 },
    { group_id: 'a', statement: 'another task' },
  ]);
  expect((await batch(file, '-o', out, '--quiet')).code).toBe(1);
  const records = (await linesIn(out)).map((line) => JSON.parse(line));
  expect(
    records
      .filter(({ status }) => status)
      .map(({ attempt }) => attempt)
      .sort(),
  ).toEqual([1, null]);
  expect(records.filter(({ error }) => error)).toMatchObject([{ group_id: 'a', line: 4 }]);
});

test('a changed group is graded again, and its old line is gone', async () => {
  const { folder, file, out } = await given([{ group_id: 'a' }, { group_id: 'b' }]);
  await batch(file, '-o', out, '--quiet');
  const before = await linesIn(out);
  await writeGroups(folder, [{ group_id: 'a', statement: 'another task' }, { group_id: 'b' }]);
  expect((await batch(file, '-o', out, '--quiet')).code).toBe(0);
  const after = await linesIn(out);
  expect(ids(after)).toEqual(['a', 'b']);
  expect(after.filter((line) => before.includes(line)).map((line) => JSON.parse(line).group_id)).toEqual([
    'b',
  ]);
});

test('--retry-failed takes up what failed, and nothing else', async () => {
  const missing = { ...(await groupRecord({ group_id: 'late' })), extra: {} };
  const rollouts = (missing as unknown as { rollouts: object[] }).rollouts;
  rollouts[2] = { id: 'c', passed: false, patch: { path: 'patches/comes-later.diff' } };
  const { folder, file, out } = await given([{ group_id: 'a' }, JSON.stringify(missing)]);
  expect((await batch(file, '-o', out, '--quiet')).code).toBe(1);
  const before = await linesIn(out);
  await writeFile(join(folder, 'patches', 'comes-later.diff'), '');
  expect((await batch(file, '-o', out, '--quiet')).code).toBe(1);
  expect((await batch(file, '-o', out, '--quiet', '--retry-failed')).code).toBe(0);
  const after = await linesIn(out);
  expect(ids(after)).toEqual(['a', 'late']);
  expect(after.filter((line) => before.includes(line)).map((line) => JSON.parse(line).group_id)).toEqual([
    'a',
  ]);
});

test('Ctrl-C ends with 130, and the same command goes on', async () => {
  const { file, out } = await given(numbered(6));
  const child = startGagar('batch', file, '-o', out, '--concurrency', '1');
  child.stdout.resume();
  const ended = once(child, 'exit');
  await progressLines(child, 1);
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
  expect((await linesIn(out)).length).toBeLessThan(6);
  expect((await batch(file, '-o', out, '--quiet')).code).toBe(0);
  expect(await linesIn(out)).toHaveLength(6);
});

test('a disk that is full ends the run with the file, leaves no half line, and can be gone on from', async () => {
  const { folder, file, out } = await given(numbered(6));
  const disk = join(folder, 'disk');
  await mkdir(disk);
  // Room for a few results, then for none, then for all.
  const script = `
    mkdir "$DISK/run"; fill 40960
    gagar batch "$FILE" -o "$DISK/run" --quiet --concurrency 1; echo $?
    mkdir "$OUT"; cp "$DISK/run/results.jsonl" "$OUT/full.jsonl"; free
    gagar batch "$FILE" -o "$DISK/run" --quiet > "$OUT/summary.txt"; echo $?
    cp "$DISK/run/results.jsonl" "$OUT"`;
  const { stdout, stderr } = await onFullDisk(disk, script, { FILE: file, OUT: out });
  expect(stdout).toBe('3\n0\n');
  expect(stderr).toMatch(/run\/results\.jsonl: cannot be written: ENOSPC/);
  const full = await readFile(join(out, 'full.jsonl'), 'utf8');
  const lines = await linesIn(out);
  expect(full === '' || full.endsWith('\n')).toBe(true);
  expect(
    lines
      .slice(0, full.split('\n').length - 1)
      .map((line) => `${line}\n`)
      .join(''),
  ).toBe(full);
  expect(full).not.toBe('');
  expect(ids(lines)).toEqual(ids(numbered(6).map((one) => JSON.stringify(one))));
});

test('other settings do not mix with the results of a run', async () => {
  const { file, out } = await given(numbered(1));
  await batch(file, '-o', out, '--quiet');
  const { code, stderr } = await batch(file, '-o', out, '--mode', 'outcome');
  expect(code).toBe(2);
  expect(stderr).toContain('begun with other settings (mode: "redistribute", now "outcome")');
});

test('summary prints the page of a run and the same numbers as JSON', async () => {
  const { file, out } = await given(numbered(2));
  const { stdout } = await batch(file, '-o', out, '--quiet');
  const page = await runGagar(['summary', out], []);
  expect(page).toMatchObject({ code: 0, stdout });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  const json = await runGagar(['summary', join(out, 'results.jsonl'), '--json'], []);
  expect(json.stdout).toBe(await readFile(join(out, 'summary.json'), 'utf8'));
  expect(JSON.parse(json.stdout)).toMatchObject({ groups: 2, groups_graded: 2, groups_failed: 0 });
});
