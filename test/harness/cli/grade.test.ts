import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPath } from '../../../harness/assets.js';
import { lockFolder } from '../../../harness/batch/lock.js';
import { loadRubric } from '../../../harness/rubrics.js';
import { parseResult } from '../../../src/records/parse.js';
import { collect, runGagar, startGagar } from './gagar.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const GROUP = assetPath('fixtures', 'cashbook');
const grade = (...args: string[]) => runGagar(['grade', ...args], []);
const edited = async (name: string, edit: (group: Record<string, never>) => unknown): Promise<string> => {
  const copy = join(folder, name);
  await cp(GROUP, copy, { recursive: true });
  const group = JSON.parse(await readFile(join(copy, 'group.json'), 'utf8'));
  edit(group);
  await writeFile(join(copy, 'group.json'), JSON.stringify(group));
  return copy;
};

test('grade writes a result, a report and the progress, and prints the report', async () => {
  const out = join(folder, 'run');
  const { code, stdout, stderr } = await grade(GROUP, '-o', out);
  expect(code).toBe(0);
  const result = parseResult(await readFile(join(out, 'result.json')), {});
  expect(result).toMatchObject({ status: 'graded', judge: { kind: 'static' }, recording: null });
  expect(result.rollouts).toHaveLength(8);
  expect(await readFile(join(out, 'report.txt'), 'utf8')).toBe(stdout);
  expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80);
  expect(stdout + stderr).not.toMatch(/\u001b|\r/);
  const events = (await readFile(join(out, 'progress.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(events.map((line) => JSON.parse(line).type)).toEqual([
    'started',
    'workspace',
    'detected',
    'judging',
    'ended',
  ]);
  const shown = await runGagar(['show', out], []);
  expect(shown).toMatchObject({ code: 0, stdout });
});

test('a group of sixteen is graded without a word beside its result', async () => {
  const group = await edited('sixteen', ({ rollouts }: Record<string, { id: string }[]>) => {
    rollouts!.push(...rollouts!.map((one) => ({ ...one, id: `${one.id}-again` })));
  });
  const { code, stdout, stderr } = await grade(group, '--json', '--quiet');
  expect([code, stderr]).toEqual([0, '']);
  expect(parseResult(stdout, {}).rollouts).toHaveLength(16);
});

test('two runs give the same bytes, timing apart', async () => {
  const untimed = async (): Promise<unknown> => ({
    ...JSON.parse((await grade(GROUP, '--json', '--quiet')).stdout),
    timing: null,
  });
  expect(await untimed()).toEqual(await untimed());
});

test('a base that cannot be had is a fallback with the outcome advantages, and exit code 0', async () => {
  const group = await edited('no-base', ({ task }: Record<string, { repo?: { path: string } }>) => {
    task!.repo!.path = 'nowhere.bundle';
  });
  const { code, stdout } = await grade(group, '--json', '--quiet');
  expect(code).toBe(0);
  const result = parseResult(stdout, {});
  expect(result.fallback).toMatchObject({ reason: 'repo_unavailable', stage: 'workspace' });
  expect(result.rollouts.every(({ advantage, advantage_outcome }) => advantage === advantage_outcome)).toBe(
    true,
  );
  expect(result.n_valid).toBe(8);
});

test('a trajectory that cannot be read leaves its rollout graded, with a warning', async () => {
  const group = await edited(
    'bad-trace',
    ({ rollouts }: Record<string, { trajectory?: { file: { path: string } } }[]>) => {
      rollouts![0]!.trajectory!.file.path = 'base.bundle';
    },
  );
  const result = parseResult((await grade(group, '--json', '--quiet')).stdout, {});
  expect(result.status).toBe('graded');
  expect(result.rollouts[0]!.tier).not.toBeNull();
});

test.each([
  { title: 'a group that is not there', args: ['nowhere'], code: 2, says: /nowhere/ },
  {
    title: 'a cap below 1',
    args: [GROUP, '--lambda-max', '0.5'],
    code: 2,
    says: /--lambda-max: is 0.5; expected a number of at least 1/,
  },
  {
    title: 'a profile that does not ship',
    args: [GROUP, '--profile', 'flsh'],
    code: 2,
    says: /"flsh" does not ship.*flash/,
  },
  {
    title: 'a run folder that is a file',
    args: [GROUP, '-o', assetPath('README.md')],
    code: 2,
    says: /README.md.*a file is where a folder has to be; name a folder with -o/,
  },
])('$title ends with $code and says why', async ({ args, code, says }) => {
  const ended = await grade(...args);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toMatch(says);
  expect(ended.stderr).not.toMatch(/ at .*\.ts:\d+/);
});

test('a reader that closes the pipe early is a normal ending', async () => {
  const out = join(folder, 'piped');
  await grade(GROUP, '-o', out);
  const child = startGagar('show', out, '--json');
  child.stdout.once('data', () => child.stdout.destroy());
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'exit');
  expect([code, stderr]).toEqual([0, '']);
});

test('relative paths with blanks and dashes work from any folder (C06)', async () => {
  await cp(GROUP, join(folder, 'runs', 'my groups', '-rf'), { recursive: true });
  const args = ['grade', './my groups/-rf', '-o', '../out', '--quiet'];
  const ended = await collect(startGagar.at(join(folder, 'runs'), {}, ...args));
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(parseResult(await readFile(join(folder, 'out', 'result.json')), {}).status).toBe('graded');
});

test.each(['', '/'])(
  'without a home (HOME=%j) it works, and writes only to the temporary folder (C07)',
  async (home) => {
    const temporary = await mkdtemp(join(folder, 'home-'));
    const env = { HOME: home, GAGAR_CACHE: '', XDG_CACHE_HOME: '', TMPDIR: temporary };
    const ended = await collect(startGagar.in(env, 'grade', GROUP, '--quiet'));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(temporary)).sort()).toEqual(['gagar', 'gagar-cache']);
  },
);

test('a current folder that nobody can write to does no harm (C08)', async () => {
  const ended = await collect(startGagar.at('/proc', {}, 'grade', GROUP, '--quiet'));
  expect(ended).toMatchObject({ code: 0, stderr: '' });
});

test('a temporary folder that cannot be written is one line that names it (C08)', async () => {
  const ended = await collect(startGagar.in({ TMPDIR: assetPath('README.md') }, 'grade', GROUP, '--quiet'));
  expect(ended).toMatchObject({ code: 3, stdout: '' });
  expect(ended.stderr).toMatch(/^gagar: .*README\.md.*\n$/);
});

/** Private folders of runs, in a temporary folder of the test's own. */
const leftIn = async (temporary: string): Promise<string[]> =>
  readdir(join(temporary, 'gagar')).catch(() => []);

test('Ctrl-C ends with 130, and removes the temporary files', async () => {
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  const child = startGagar.in({ TMPDIR: temporary }, 'grade', GROUP, '-o', join(folder, 'stopped'));
  await once(child.stderr, 'data');
  while (child.exitCode === null && (await leftIn(temporary)).length === 0) await sleep(5);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  expect(await leftIn(temporary)).toEqual([]);
  expect(await readdir(join(folder, 'stopped'))).not.toContain('result.json');
});

test('after kill -9 the next run sweeps what was left and finishes', async () => {
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  const out = join(folder, 'killed');
  const child = startGagar.in({ TMPDIR: temporary }, 'grade', GROUP, '-o', out);
  while (child.exitCode === null && (await leftIn(temporary)).length === 0) await sleep(5);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await leftIn(temporary)).toHaveLength(1);
  const next = startGagar.in({ TMPDIR: temporary }, 'grade', GROUP, '-o', out, '--quiet');
  next.stdout.resume();
  const [code] = await once(next, 'exit');
  expect(code).toBe(0);
  expect(await leftIn(temporary)).toEqual([]);
  expect(parseResult(await readFile(join(out, 'result.json')), {}).status).toBe('graded');
});

test('what one candidate makes too large to be read costs its peers nothing', async () => {
  const group = await edited('large', ({ rollouts }: Record<string, Record<string, never>[]>) => {
    Object.assign(rollouts![0]!, { patch: { path: 'patch.diff' } });
    Object.assign(rollouts![1]!, { test_log: { path: 'test.log' } });
    Object.assign(rollouts![2]!, { trajectory: { format: 'openai-chat', file: { path: 'chat.json' } } });
  });
  for (const [name, gibibytes] of [
    ['patch.diff', 0.5],
    ['test.log', 1.5],
    ['chat.json', 1.5],
  ] as const) {
    await writeFile(join(group, name), '');
    await truncate(join(group, name), gibibytes * 2 ** 30);
  }
  const { code, stdout } = await grade(group, '--json', '--quiet');
  expect(code).toBe(0);
  const { status, rollouts, warnings } = JSON.parse(stdout);
  expect(status).toBe('graded');
  expect(rollouts[0].patch).toMatchObject({
    state: 'failed',
    notes: [expect.stringMatching(/^too_large: /)],
  });
  expect(rollouts.slice(1).map(({ patch }: { patch: { state: string } }) => patch.state)).not.toContain(
    'failed',
  );
  expect(warnings).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/the test log has more than 1024 MiB/),
      expect.stringMatching(/has more than 1024 MiB/),
    ]),
  );
});

test('of two runs in one run folder the second is told whose it is', async () => {
  const out = join(folder, 'shared');
  await using _ = await lockFolder(out);
  const { code, stderr } = await grade(GROUP, '-o', out);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`process ${process.pid} is working in this run folder`),
  ]);
  expect(await readdir(out)).toEqual(['lock']);
});

test('a rubric of code quality is the judge’s, and its weights are those of the result', async () => {
  const rubric = join(folder, 'rubric.yaml');
  const shipped = await readFile(assetPath('rubrics', 'code-quality.yaml'), 'utf8');
  await writeFile(rubric, shipped.replace('weight: 30', 'weight: 5').replace('weight: 20', 'weight: 45'));
  const out = join(folder, 'own-rubric');
  expect(
    (await grade(GROUP, '--judge', `recorded:${join(GROUP, 'run')}`, '--rubric', rubric, '-o', out)).code,
  ).toBe(0);
  const { judge, rollouts } = parseResult(await readFile(join(out, 'result.json')), {});
  expect(judge.rubric_digest).toBe(loadRubric(rubric).digest);
  const { scores, weighted } = rollouts.find(({ tier }) => tier === 'T3')!;
  const { solution_fit, precision, minimality, side_effects, consistency } = scores!;
  const sum = 5 * solution_fit + 25 * precision + 45 * minimality + 15 * side_effects + 10 * consistency;
  expect(weighted).toBeCloseTo(sum / 100, 12);
});

test('the rubric of a task is told from one of code quality', async () => {
  const { code, stderr } = await grade(GROUP, '--rubric', join(GROUP, 'rubric.yaml'));
  expect([code, stderr]).toEqual([2, expect.stringMatching(/rubric of one task, for `gagar grs`/)]);
});
