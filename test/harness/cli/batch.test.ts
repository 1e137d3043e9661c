import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { assetPath } from '../../../harness/assets.js';
import { parseResult } from '../../../src/records/parse.js';
import { freshFolder } from '../../support/folder.js';
import { type GroupSpec, groupRecord, numbered, writeGroups } from '../../support/many-groups.js';
import { seeded } from '../../support/random.js';
import { runGagar, startGagar } from './gagar.js';

const batch = (...args: string[]) => runGagar(['batch', ...args], []);
const linesIn = async (out: string): Promise<string[]> => {
  const text = await readFile(join(out, 'results.jsonl'), 'utf8').catch(() => '');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
};
const ids = (lines: readonly string[]): string[] => lines.map((line) => JSON.parse(line).group_id).sort();
const given = async (specs: readonly (GroupSpec | string)[]) => {
  const folder = await freshFolder();
  return { folder, file: await writeGroups(folder, specs), out: join(folder, 'run') };
};

/** Resolves after so many groups, or with the end of the process. */
async function progressLines(child: ChildProcess, count: number): Promise<void> {
  if (count === 0) return;
  let seen = 0;
  for await (const line of createInterface({ input: child.stderr! })) {
    if (/^\d+ of \d+/.test(line)) seen += 1;
    if (seen === count) return;
  }
}

test('kill -9 at any moment loses no group and grades none twice', async () => {
  const { file, out } = await given(numbered(14));
  const random = seeded(7);
  let before: string[] = [];
  for (let kill = 0; kill < 6; kill++) {
    const child = startGagar('batch', file, '-o', out, '--concurrency', '3');
    child.stdout.resume();
    await progressLines(child, random.int(4));
    await sleep(random.int(200));
    child.kill('SIGKILL');
    await once(child, 'close');
    const lines = await linesIn(out);
    expect(lines.slice(0, before.length)).toEqual(before);
    before = lines;
  }
  expect((await batch(file, '-o', out, '--quiet')).code).toBe(0);
  const lines = await linesIn(out);
  expect(lines.slice(0, before.length)).toEqual(before);
  expect(ids(lines)).toEqual(ids(numbered(14).map((one) => JSON.stringify(one))));
  for (const line of lines) expect(parseResult(line).status).toBe('graded');
  expect((await readdir(out)).sort()).toEqual(['results.jsonl', 'run.json', 'summary.json']);
}, 300_000);

test('a bad line is answered by its error, the others are graded, and the mended line replaces the error', async () => {
  const bad = '{"schema": "gagar.group/1", "group_id": "torn", "rollouts": [';
  const { file, out } = await given([{ group_id: 'a' }, bad, { group_id: 'b' }]);
  const first = await batch(file, '-o', out, '--quiet');
  expect(first.code).toBe(1);
  expect(first.stderr).toContain('1 groups or lines failed');
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
  const { file, out } = await given(numbered(6));
  const main = assetPath('dist', 'harness', 'main.js');
  // Files may grow to 32 blocks of 512 bytes: a few results, then none.
  const script = 'ulimit -f 32; exec "$0" "$@"';
  const child = spawn('/bin/sh', ['-c', script, process.execPath, main, 'batch', file, '-o', out, '--quiet']);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  expect((await once(child, 'close'))[0]).toBe(3);
  expect(stderr).toContain('results.jsonl: cannot be written');
  const text = await readFile(join(out, 'results.jsonl'), 'utf8');
  expect(text === '' || text.endsWith('\n')).toBe(true);
  expect((await batch(file, '-o', out, '--quiet')).code).toBe(0);
  expect(await linesIn(out)).toHaveLength(6);
});

test('other settings do not mix with the results of a run', async () => {
  const { file, out } = await given(numbered(1));
  await batch(file, '-o', out, '--quiet');
  const { code, stderr } = await batch(file, '-o', out, '--mode', 'outcome');
  expect(code).toBe(2);
  expect(stderr).toContain('begun with other settings');
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
