import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openRun } from '../../../harness/operator/run.js';
import { openOperatorSession } from '../../../harness/operator/session.js';
import { readRecording } from '../../../harness/recording-file.js';
import { parseResult } from '../../../src/records/parse.js';
import { closingCalls } from '../../support/operator.js';
import { scoresFor } from '../../support/scoring.js';
import { runGagar, startGagar } from './gagar.js';

// Several processes each, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const judge = (args: readonly string[], input: readonly string[] = []) => runGagar(['judge', ...args], input);
const scores = (sheet: string) =>
  JSON.stringify(scoresFor({ messages: [{ role: 'user', results: [], text: [sheet] }] }, () => 4));

test('a group is judged from a shell, one process a call', async () => {
  const run = join(folder, 'run');
  const opened = await judge(['open', 'fixtures/lapse', '-o', run, '--name', 'Ada', '--driver', 'none']);
  expect(opened).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/You are the examiner[\s\S]*This is the task[\s\S]*\nrecord_finding: /),
    stderr: expect.stringContaining(`gagar judge call ${run}`),
  });
  const listed = await judge(['call', run, 'list_candidates']);
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^c-[a-z]{4} passed/m) });
  expect(await judge(['sheet', run])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/the investigation is not over/),
  });
  const refused = await judge(['call', run, 'read_file', '-'], ['{"tree": ', '"base", "path": 7}']);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/read_file was not run.*\npath:/) });
  expect(await judge(['call', run, 'finish', '{"nothing_found": '])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no JSON object/),
  });
  // Every process plays the run from its recording, so the calls in between may as well come from this one.
  const closing = closingCalls(listed.stdout);
  {
    await using session = await openOperatorSession(
      await openRun(run, undefined),
      new AbortController().signal,
    );
    for (const [tool, args] of closing.slice(0, -1)) await session.call(tool, args);
  }
  expect(await judge(['open', 'fixtures/lapse', '-o', run])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n\nDone so far\n\nL\d+ explained: looked at and found harmless\n/),
  });
  for (const [tool, args] of closing.slice(-1))
    expect(await judge(['call', run, tool, JSON.stringify(args)])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`gagar judge sheet ${run}`),
    });
  for (const last of [false, true]) {
    const { stdout } = await judge(['sheet', run]);
    expect(stdout).toMatch(/You score a group of patches/);
    const given = last ? (await judge(['sheet', run, '--blank'])).stdout : scores(stdout);
    const scored = await judge(['score', run, '-'], [given]);
    expect(scored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^accepted\n/) });
    expect(scored.stdout.includes('judge operator')).toBe(last);
  }
  const result = parseResult(await readFile(join(run, 'result.json')), {});
  expect(result.judge).toMatchObject({ kind: 'operator', model: 'Ada' });
  expect(await runGagar(['show', run, '--full'], [])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/all leads, with their answers:\n +L1 [\s\S]*\n +1: 4 4 4 4 4 {2}t1\n/),
  });
  expect(await runGagar(['replay', run], [])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('the same result'),
  });
});

test('a run that nobody finished is told as that, with what goes on with it', async () => {
  const run = join(folder, 'open');
  await judge(['open', 'fixtures/lapse', '-o', run, '--name', 'Ada', '--driver', 'none']);
  expect(await runGagar(['show', run], [])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is a run without a result yet; .*gagar judge open/),
  });
});

test('a check that was killed with its process does not hold up the next call', async () => {
  const run = join(folder, 'killed');
  await judge(['open', 'fixtures/lapse', '-o', run, '--name', 'Ada', '--driver', 'bubblewrap']);
  const args = ['judge', 'call', run, 'run_check', '{"tree": "base", "command": "sleep 50"}'];
  const child = startGagar(...args);
  const ended = once(child, 'exit');
  const recorded = async () => (await readRecording(join(run, 'recording.jsonl'))).steps.length;
  while ((await recorded()) === 0) await setTimeout(50);
  child.kill('SIGKILL');
  await ended;
  expect(await judge(['call', run, 'list_candidates'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^c-[a-z]{4} passed/m),
    stderr: expect.stringContaining('the last call of run_check was interrupted and has no answer'),
  });
});
