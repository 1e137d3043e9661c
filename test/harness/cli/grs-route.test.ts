/** A group comes to the rubric of its task: through grade, batch and shape. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
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

const LAPSE = fixture('lapse');

/** A copy of the all-passed group whose task has a stored rubric. */
async function stored(name: string, task: object): Promise<string> {
  const copy = join(folder, name);
  await cp(LAPSE, copy, { recursive: true });
  const group = JSON.parse(await readFile(join(copy, 'group.json'), 'utf8'));
  Object.assign(group.task, task);
  await writeFile(join(copy, 'group.json'), JSON.stringify(group));
  return copy;
}

test.each([
  [
    'at the threshold',
    { pass_rate: 0.97 },
    [],
    'grs',
    'the task has a stored rubric and its pass_rate 0.97 is at or above 0.9',
  ],
  [
    'below another threshold',
    { pass_rate: 0.97 },
    ['--grs-pass-rate', '0.98'],
    'gar',
    'the task has a stored rubric and its pass_rate 0.97 is below 0.98',
  ],
  [
    'without a known pass rate',
    { pass_rate: undefined },
    [],
    'gar',
    'the task has a stored rubric, but no pass_rate is known',
  ],
])('grade takes the road of the task: %s', async (name, task, args, route, reason) => {
  const group = await stored(name.replaceAll(' ', '-'), { rubric: yamlText(LAPSE_BY_CODE), ...task });
  const { code, stdout } = await gagar('grade', group, '--json', '--quiet', ...args);
  expect(code).toBe(0);
  const result = parseResult(stdout, {});
  expect(result.route).toEqual({ name: route, reason });
  // The two roads exclude each other.
  expect(result.stations.grs === null).toBe(route === 'gar');
  expect(result.rollouts.every(({ factor }) => factor === null)).toBe(true);
  if (route === 'grs') {
    expect(result).toMatchObject({ status: 'graded', has_signal: true, lambda: null, passes: [] });
    expect(result.stations.grs).toMatchObject({ t1: 1, t0: 0.25, t2: 0 });
  }
});

test('batch takes the same roads, and a stored rubric that cannot be used fails its line alone', async () => {
  const inline = async (name: string, rubric: object | string) => {
    const path = await stored(name, {});
    const group = JSON.parse(await readFile(join(path, 'group.json'), 'utf8'));
    return {
      path,
      group: {
        ...group,
        group_id: name,
        task: { ...group.task, rubric: typeof rubric === 'string' ? rubric : yamlText(rubric) },
      },
    };
  };
  const rows = [
    await inline('good', LAPSE_BY_CODE),
    await inline('bad', yamlText({ ...LAPSE_BY_CODE, schema: 'gagar.rubric/9' })),
  ];
  const groups = join(folder, 'groups');
  for (const { path, group } of rows) {
    await cp(path, join(groups, group.group_id), { recursive: true });
    await writeFile(join(groups, group.group_id, 'group.json'), JSON.stringify(group));
  }
  const checked = await gagar('check', groups);
  expect(checked.code).toBe(1);
  expect(checked.stdout).toMatch(/task\.rubric: schema: is "gagar\.rubric\/9"/);
  const out = join(folder, 'batch');
  const { code } = await gagar('batch', groups, '-o', out, '--quiet');
  expect(code).toBe(1);
  const lines = (await readFile(join(out, 'results.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const byId = Object.fromEntries(lines.map((line) => [line.group_id, line]));
  expect(byId.good).toMatchObject({ status: 'graded', route: { name: 'grs' } });
  expect(byId.bad.error).toMatch(/task\.rubric: schema: is "gagar\.rubric\/9"; expected "gagar\.rubric\/1"/);
});

test('the vectors and the Django example come out of one line of gagar shape each', async () => {
  const length_penalty = {
    min_pass_rate: 0.25,
    percentile: 50,
    max_deduction: 0.5,
    tolerance: 0,
    saturation: 2,
    exponent: 1,
  };
  const line = {
    group_id: 'django',
    route: 'grs',
    config: { length_penalty },
    rollouts: [
      { id: 'A', passed: true, s_sol: 0.9, s_beh: 0.9, length: 3000 },
      { id: 'B', passed: true, s_sol: 0.3, s_beh: 0.4, length: 9000 },
      { id: 'C', passed: false, length: 6000 },
      { id: 'D', passed: false, length: 7000 },
    ],
  };
  const { code, stdout } = await runGagar(['shape'], [`${JSON.stringify(line)}\n`]);
  expect(code).toBe(0);
  const near = (value: number) => expect.closeTo(value, 12);
  const vectors = JSON.parse(
    await readFile(new URL('../../vectors/length_penalty.json', import.meta.url), 'utf8'),
  );
  const wanted = vectors.cases.find(({ name }: { name: string }) => name === 'grs_rewards');
  const { stations } = JSON.parse(stdout);
  expect(stations.grs).toEqual({ A: near(0.81), B: near(0.12), C: 0, D: 0 });
  expect(wanted.rollouts.map(({ reward }: { reward: number }) => reward)).toEqual(
    Object.values(stations.grs).map((r) => near(r as number)),
  );
  expect(stations.length).toEqual({
    reference: 6000,
    rewards: { A: near(0.81), B: near(-0.005), C: 0, D: 0 },
  });
  expect(wanted.expect.rewards).toEqual({
    A: near(stations.length.rewards.A),
    B: near(stations.length.rewards.B),
    C: 0,
    D: 0,
  });
});

test('a leak that code has proved is suspected on the road of a rubric, too', async () => {
  const file = join(folder, 'almanac.yaml');
  const changes = { kind: 'static', fact: 'changes', path: 'src/' };
  const rubric = {
    ...LAPSE_BY_CODE,
    task_id: 'almanac-57',
    base_commit: '8e8351a15b4cc1cc822732fe79ca1c6323b897e1',
    solution: [criterion('code', { check: changes } as object)],
  };
  await writeFile(file, yamlText(rubric));
  const { stdout } = await gagar('grs', fixture('almanac'), '--rubric', file, '--json', '--quiet');
  const { rollouts, findings, leads, warnings } = parseResult(stdout, {});
  expect(rollouts.find(({ id }) => id === 'r0')?.integrity).toMatchObject({
    verdict: 'suspected',
    kinds: ['leaked_history'],
  });
  expect(findings.map(({ candidate, about }) => [candidate, about])).toContainEqual(['r0', 'leaked_history']);
  expect(warnings).toContain("r0: code has proved leaked_history; only a judge's finding is missing");
  expect(leads.find(({ detector }) => detector === 'hard_coded_answer')?.reason).toMatch(/nobody was asked/);
});
