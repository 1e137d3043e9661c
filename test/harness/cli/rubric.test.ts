import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assetPath } from '../../../harness/assets.js';
import { openBench } from '../../../harness/grade/bench.js';
import { gradeGroup } from '../../../harness/grade/grade.js';
import { foldSettings } from '../../../harness/grade/settings.js';
import { chooseJudge } from '../../../harness/run/choose-judge.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { parseResult } from '../../../src/records/parse.js';
import { operatorRun, recordRun } from '../../support/operator.js';
import { runGagar } from './gagar.js';

// Several processes each, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** A folder of two fixtures of our own: one with a recorded run, one without. */
let folder: string;
let recorded: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  recorded = join(folder, 'recorded');
  for (const name of ['recorded', 'bare']) {
    await cp(assetPath('fixtures', 'cashbook'), join(folder, name), { recursive: true });
    await rm(join(folder, name, 'run'), { recursive: true, force: true });
    await expectOf(join(folder, name), [
      { tier: { id: 'roll-1', is: 'T1' } },
      { ties: ['roll-2', 'roll-8'] },
    ]);
  }
  await recordRun(operatorRun(join(recorded, 'run')));
});
afterAll(() => rm(folder, { recursive: true }));

const expectOf = (fixture: string, relations: object[], needs_model: number[] = []) =>
  writeFile(join(fixture, 'expected.json'), JSON.stringify({ relations, needs_model }));
const rubricTest = (...args: string[]) => runGagar(['rubric', 'test', ...args], []);

test('relations hold under the recorded run of a fixture, without a key', async () => {
  const { code, stdout } = await rubricTest(recorded, '--judge', 'recorded');
  expect(stdout).toMatch(/ok +roll-1 is T1\n +ok +roll-2, roll-8 tie\n\n2 hold, 0 broken, 0 not asked\n$/);
  expect(code).toBe(0);
});

test('a relation that breaks, and a fixture without a run, end with exit code 1, and stand in the JUnit file', async () => {
  const junit = join(folder, 'out.xml');
  await expectOf(recorded, [{ tier: { id: 'roll-1', is: 'T3' } }, { clean: 'roll-1' }]);
  const { code, stdout } = await rubricTest(folder, '--judge', 'recorded', '--junit', junit);
  expect(stdout).toMatch(/^bare\n +BROKEN .*has no recorded run; .*gagar judge open/);
  expect(stdout).toMatch(/recorded\n +BROKEN +roll-1 is T3\n/);
  expect(stdout).toMatch(/1 hold, 1 broken, 0 not asked; 1 fixture without a verdict\n$/);
  const xml = await readFile(junit, 'utf8');
  expect(xml.match(/<failure /g)).toHaveLength(2);
  expect(xml).toMatch(/<testsuite name="recorded" tests="2" failures="1" skipped="0"/);
  expect(code).toBe(1);
});

test('the static judge is not asked what needs a model', async () => {
  await expectOf(recorded, [{ tier: { id: 'roll-1', is: 'T3' } }, { clean: 'roll-1' }], [0]);
  const { code, stdout } = await rubricTest(recorded);
  expect(stdout).toMatch(/not asked +roll-1 is T3\n +ok +roll-1 is clean/);
  expect(code).toBe(0);
});

test('--live tells what moved against the recorded run', async () => {
  await expectOf(recorded, [{ clean: 'roll-1' }]);
  const same = await rubricTest(recorded, '--judge', 'recorded', '--live');
  expect(same.stdout).toMatch(/moved +nothing\n/);
  const other = await rubricTest(recorded, '--judge', 'static', '--live');
  expect(other.stdout).toMatch(/moved *\n +roll-6 tier: T1 -> T2\n/);
});

test('a rubric with other weights and words is tried on the recorded scores', async () => {
  const rubric = join(folder, 'rubric.yaml');
  const shipped = await readFile(assetPath('rubrics', 'code-quality.yaml'), 'utf8');
  await writeFile(rubric, shipped.replace(/question: .*/, 'question: Is it any good?'));
  expect(await readFile(rubric, 'utf8')).not.toBe(shipped);
  await expectOf(recorded, [{ tier: { id: 'roll-1', is: 'T1' } }]);
  const { code, stdout } = await rubricTest(recorded, '--judge', 'recorded', '--rubric', rubric);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('1 hold') });
});

test('a folder without fixtures is an input error', async () => {
  expect(await rubricTest(join(folder, 'bare', 'patches'))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/holds no fixture/),
  });
});

test('a recording folds to the same bytes twice, and to its stored result, timing apart', async () => {
  await using bench = await openBench();
  const fold = async () => {
    const judge = await chooseJudge({
      config: { judge: `recorded:${join(recorded, 'run')}`, driver: 'none' },
      purpose: 'fixture',
    });
    const { signal } = new AbortController();
    const options = { bench, judge, settings: foldSettings(), emit: () => {}, signal };
    const { timing: _, recording: __, ...result } = await gradeGroup(await loadGroup(recorded), options);
    return JSON.stringify(result);
  };
  const first = await fold();
  expect(await fold()).toBe(first);
  const stored = JSON.parse(await readFile(join(recorded, 'run', 'result.json'), 'utf8'));
  const { timing, recording } = stored;
  expect(parseResult(JSON.stringify({ ...JSON.parse(first), timing, recording }), {})).toEqual(stored);
});
