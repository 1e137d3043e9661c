/** A run of `gagar grs` from its judge to its folder, and the rubric it is held against. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
import { lockFolder } from '../../../harness/batch/lock.js';
import { yamlText } from '../../../harness/yaml.js';
import { parseResult } from '../../../src/records/parse.js';
import { criterion, LAPSE_BY_CODE } from '../../support/task-rubric.js';
import { runGagar } from './gagar.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-grs-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

const gagar = (...args: string[]) => runGagar(args, []);
const RUBRIC = fixture('lapse', 'rubric.yaml');
const LAPSE = fixture('lapse');

test('a recorded assessment gives the all-passed group a signal, and replays to the same result', async () => {
  const run = join(folder, 'run');
  const judge = `recorded:${fixture('lapse', 'grs')}`;
  const first = await gagar('grs', LAPSE, '--rubric', RUBRIC, '--judge', judge, '-o', run);
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(/^t1 +yes +1\.000 +1\.000 +1\.000 +1\.000 +\+0\.67/m);
  expect(first.stdout).toMatch(/ {2}Y Y Y - - p +3 {2}carries_in_words/);
  const result = parseResult(await readFile(join(run, 'result.json')), {});
  expect(result).toMatchObject({
    status: 'graded',
    has_signal: true,
    route: { name: 'grs' },
    recording: null,
  });
  await cp(fixture('lapse', 'grs', 'recording.jsonl'), join(run, 'recording.jsonl'));
  expect(await gagar('replay', run, '--group', LAPSE)).toMatchObject({
    code: 0,
    stdout: 'the same result\n',
  });
  expect((await gagar('grs', LAPSE, '--rubric', RUBRIC, '-o', run)).stderr).toMatch(/holds a finished run/);
}, 180_000);

test('a refined result has no scoring passes to fold again, whatever rubric is named', async () => {
  for (const more of [[], ['--lambda-max', '1.2']]) {
    const { code, stdout } = await gagar('refold', join(folder, 'run'), ...more);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).error).toBe(
      'the route is grs: there are no scoring passes to fold again; grade the group again',
    );
  }
});

test.each([
  ['no rubric at all', ['grs', LAPSE], /the group names no rubric: give one with --rubric/],
  [
    'a rubric of another task',
    ['grs', fixture('cashbook'), '--rubric', RUBRIC],
    /rubric\.yaml: was written for the task "lapse-23"; this group is of "cashbook-31"/,
  ],
  ['a rubric that is not there', ['grs', LAPSE, '--rubric', 'none.yaml'], /none\.yaml: cannot be read/],
  [
    'a rubric that is none',
    ['rubric', 'lint', join(LAPSE, 'expected.json')],
    /schema: is missing; expected "gagar\.rubric\/1"/,
  ],
  ['sources of another task', ['rubric', 'cite', RUBRIC, fixture('cashbook')], /was written for the task/],
])('%s is a usage error', async (_, args, says) => {
  const { code, stderr, stdout } = await gagar(...args);
  expect(stderr).toMatch(says);
  expect([code, stdout]).toEqual([2, '']);
});

test('cite holds sources against the groups, and says which do not stand', async () => {
  expect(await gagar('rubric', 'cite', RUBRIC, LAPSE)).toMatchObject({
    code: 0,
    stdout: '16 sources, 19 citations; 0 sources do not stand\n',
  });
  const bent = join(folder, 'bent.yaml');
  await writeFile(
    bent,
    (await readFile(RUBRIC, 'utf8')).replace(
      "quote: '    except Exception:'",
      "quote: '    except ValueError:'",
    ),
  );
  const { code, stdout } = await gagar('rubric', 'cite', bent, LAPSE);
  expect(code).toBe(1);
  expect(stdout).toContain('16 sources, 19 citations; 1 source does not stand\n');
  expect(stdout).toMatch(
    /errors_are_not_hidden from t3 of lapse-23: citations\[0\]: .* line 19: the quote does not stand there/,
  );
});

test('lint marks what overlaps, from the rubric alone and with results', async () => {
  expect(await gagar('rubric', 'lint', RUBRIC)).toMatchObject({ code: 0, stdout: 'nothing is marked\n' });
  const { code, stdout } = await gagar('rubric', 'lint', RUBRIC, join(folder, 'run'));
  expect(code).toBe(1);
  expect(stdout).toContain(
    'found_the_cause: overlap: answers the same of all 6 rollouts as read_the_rules\n',
  );
});

test('lint takes results of this rubric, of any version, and of no other', async () => {
  const edited = join(folder, 'edited.yaml');
  await writeFile(edited, (await readFile(RUBRIC, 'utf8')).replace('version: 1', 'version: 2'));
  const later = await gagar('rubric', 'lint', edited, join(folder, 'run'));
  expect(later.stderr).toMatch(/^gagar: 1 of 1 results are of another version of this rubric/);
  expect(later.stdout).toContain('found_the_cause: overlap');
  const other = join(folder, 'by-code.yaml');
  await writeFile(other, yamlText(LAPSE_BY_CODE));
  const foreign = await gagar('rubric', 'lint', other, join(folder, 'run'));
  expect(foreign.stderr).toMatch(/result\.json: was assessed by another rubric \(.*shares no criterion/);
  expect([foreign.code, foreign.stdout]).toEqual([2, '']);
  const compared = await gagar('rubric', 'lint', RUBRIC, fixture('lapse', 'run'));
  expect(compared.stderr).toMatch(/result\.json: is of the route gar, .* give results of `gagar grs`/);
});

test('the recording of another group answers nothing: its names would be those of other candidates', async () => {
  const judge = `recorded:${fixture('cashbook', 'grs')}`;
  const { code, stdout } = await gagar('grs', LAPSE, '--rubric', RUBRIC, '--judge', judge);
  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'judge_unavailable at judge: the recording is of another group',
  );
});

test('a recording under another rubric answers nothing, since criteria that were edited keep their ids', async () => {
  const edited = join(folder, 'edited-command.yaml');
  await writeFile(edited, (await readFile(RUBRIC, 'utf8')).replaceAll('1h 0m 0s', '60m 0s'));
  const judge = `recorded:${fixture('lapse', 'grs')}`;
  const played = await gagar('grs', LAPSE, '--rubric', edited, '--judge', judge);
  expect(played.code).toBe(0);
  expect(played.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'judge_unavailable at judge: the recording was made with another rubric, or another version of this one',
  );
  const half = join(folder, 'half-done');
  await mkdir(half);
  await cp(fixture('lapse', 'grs', 'recording.jsonl'), join(half, 'recording.jsonl'));
  const answers = `answers:${fixture('lapse', 'answers.yaml')}`;
  const resumed = await gagar('grs', LAPSE, '--rubric', edited, '--judge', answers, '-o', half);
  expect(resumed.stderr).toMatch(
    /recording\.jsonl: holds a recording with another rubric; put the rubric back as it was, or name another folder with -o/,
  );
  expect([resumed.code, resumed.stdout]).toEqual([2, '']);
});

test('a person answers readings by rollout, and is told everything that is wrong at once', async () => {
  const rubric = join(folder, 'read.yaml');
  await writeFile(rubric, yamlText({ ...LAPSE_BY_CODE, solution: [criterion('read')] }));
  const quote = { kind: 'patch', path: 'lapse/format.py', side: 'new' };
  const cite = (candidate: string, at: number, text: string) => ({
    verdict: 'no',
    reason: 'Looks two inputs up.',
    citations: [{ ...quote, candidate, lines: [at, at], quote: text }],
  });
  const answers = (rows: object) => yamlText({ schema: 'gagar.answers/1', by: 'Ada', answers: rows });
  const mine = join(folder, 'mine.yaml');
  const run = () => gagar('grs', LAPSE, '--rubric', rubric, '--judge', `answers:${mine}`);
  const t4 = cite('t4', 9, '_EDGE_CASES = {');
  await writeFile(mine, answers({ t4: { read: t4 } }));
  const half = await run();
  expect([half.code, half.stdout]).toEqual([2, '']);
  expect(half.stderr).toMatch(/mine\.yaml: 5 problems\n {2}answers\.t0\.read: is missing/);
  const bent = (id: string) => ({ read: cite(id, 1, 'import nothing') });
  await writeFile(
    mine,
    answers({
      t0: bent('t0'),
      t1: bent('t1'),
      t2: bent('t2'),
      t3: bent('t3'),
      t4: { read: t4 },
      t5: bent('t5'),
    }),
  );
  const wrong = (await run()).stdout.replaceAll(/\s+/g, ' ');
  expect(wrong).toMatch(/script_ended: t0: read: not written: .* t1: read: not written: .* and 1 more/);
  expect(wrong).not.toMatch(/t4: read: not written/);
});

test('a report says which passes are worth no more than a failure', async () => {
  const rubric = join(folder, 'worthless.yaml');
  await writeFile(rubric, yamlText(LAPSE_BY_CODE));
  const { stdout } = await gagar('grs', LAPSE, '--rubric', rubric);
  expect(stdout).toMatch(/^earns nothing, as a failure does: one of its two sums is 0: t2/m);
});

test('of two runs in one run folder the second is told whose it is, and leaves it alone', async () => {
  const [rubric, out] = [join(folder, 'locked.yaml'), join(folder, 'locked')];
  await writeFile(rubric, yamlText(LAPSE_BY_CODE));
  await using _ = await lockFolder(out);
  const { code, stdout, stderr } = await gagar('grs', LAPSE, '--rubric', rubric, '-o', out);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`process ${process.pid} is working in this run folder`);
  expect(await readdir(out)).toEqual(['lock']);
});

test('a run gives its folder back when it ends, and more than ten trees are no leak', async () => {
  const group = join(folder, 'many');
  await cp(LAPSE, group, { recursive: true });
  const record = JSON.parse(await readFile(join(group, 'group.json'), 'utf8'));
  const [first] = record.rollouts;
  const rollouts = Array.from({ length: 14 }, (_, at) => ({
    id: `m${at}`,
    passed: true,
    patch: newFile(`lapse/m${at}.py`),
  }));
  await writeFile(join(group, 'group.json'), JSON.stringify({ ...record, rollouts: [first, ...rollouts] }));
  const [rubric, out] = [join(folder, 'many.yaml'), join(folder, 'many-run')];
  await writeFile(rubric, yamlText(LAPSE_BY_CODE));
  const { code, stderr } = await gagar('grs', group, '--rubric', rubric, '-o', out, '--quiet');
  expect([code, stderr]).toEqual([0, '']);
  expect((await readdir(out)).sort()).toEqual([
    'progress.jsonl',
    'recording.jsonl',
    'report.txt',
    'result.json',
  ]);
});

const newFile = (path: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x = 1\n`;

test('the schema of a rubric is published', async () => {
  const { code, stdout } = await gagar('schema', 'rubric');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ $id: 'urn:gagar.rubric:1', title: 'gagar.rubric/1' });
});
