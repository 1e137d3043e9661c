import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
import { type Bench, openBench } from '../../../harness/grade/bench.js';
import { gradeGroup } from '../../../harness/grade/grade.js';
import { foldSettings } from '../../../harness/grade/settings.js';
import { staticJudgeAdapter } from '../../../harness/grade/static-judge.js';
import { readTaskRubric } from '../../../harness/grs/rubric-file.js';
import { chooseAssessor } from '../../../harness/run/choose-assessor.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { openGroup } from '../../../sandbox/open-group.js';
import { whyBroken } from '../../../src/fixture/relations.js';
import { lintRubric } from '../../../src/grs/lint.js';
import { resolveSources, sourcesOf } from '../../../src/grs/sources.js';
import { Expected } from '../../../src/records/expected.js';
import type { Result } from '../../../src/records/result.js';
import { criteriaOf } from '../../../src/records/task-rubric.js';

const NAMES = ['lapse', 'cashbook', 'nightjar'];
let folder: string;
let bench: Bench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-grs-'));
  bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: join(folder, 'temp') });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The recorded assessment again, once for all tests: no sandbox, no model. */
const played = new Map<string, Promise<Result>>();
function recorded(name: string): Promise<Result> {
  const one = played.get(name) ?? play(name);
  played.set(name, one);
  return one;
}

async function play(name: string): Promise<Result> {
  const rubric = readTaskRubric(fixture(name, 'rubric.yaml'));
  const judge = `recorded:${fixture(name, 'grs')}`;
  return gradeGroup(await loadGroup(fixture(name)), {
    bench,
    judge: staticJudgeAdapter,
    grs: {
      choose: async () => ({ rubric, reason: 'a test' }),
      assess: chooseAssessor({ config: { judge, driver: 'none' }, purpose: 'fixture' }),
    },
    settings: foldSettings(),
    emit: () => {},
    signal: new AbortController().signal,
  });
}

test.each(NAMES)('the sources of the rubric of %s resolve', async (name) => {
  const { value } = readTaskRubric(fixture(name, 'rubric.yaml'));
  const loaded = await loadGroup(fixture(name));
  await using opened = await openGroup(loaded, bench);
  const checked = await resolveSources(value, opened.material);
  expect(checked.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(checked).toHaveLength(sourcesOf(value).length);
  expect(criteriaOf(value).every(({ sources }) => sources.length > 0)).toBe(true);
});

test.each(NAMES)('the order of the rewards of %s is the one its relations ask for', async (name) => {
  const result = await recorded(name);
  expect(result).toMatchObject({
    status: 'graded',
    fallback: null,
    has_signal: true,
    route: { name: 'grs' },
  });
  const { relations } = Expected.parse(JSON.parse(await readFile(fixture(name, 'expected.json'), 'utf8')));
  const asked = relations.filter((relation) => 'above' in relation || 'ties' in relation);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.map((relation) => whyBroken(relation, result)).filter((why) => why !== null)).toEqual([]);
  const failures = result.rollouts.filter(({ passed }) => !passed);
  expect(failures.every(({ grs, reward, id }) => grs === null && result.stations.grs?.[id] === reward)).toBe(
    true,
  );
});

test.each(NAMES)('nothing in the rubric of %s is marked before anybody is assessed', (name) => {
  expect(lintRubric(readTaskRubric(fixture(name, 'rubric.yaml')).value, [])).toEqual([]);
});

test('the all-passed group has no signal as it is, and one by its rubric', async () => {
  const { stations, rollouts, mean_reward, judge } = await recorded('lapse');
  expect(new Set(Object.values(stations.effective))).toEqual(new Set([1]));
  const near = (value: number) => expect.closeTo(value, 12);
  expect(stations.grs).toEqual({
    t0: near(0.32 * 0.3),
    t1: 1,
    t2: near(0.82 * 0.6),
    t3: near(0.46 * 0.1),
    t4: near(0.32 * 0.3),
    t5: near(0.66 * 0.4),
  });
  const sum = rollouts.reduce((total, { advantage }) => total + (advantage ?? 0), 0);
  expect(sum).toBeCloseTo(0, 12);
  expect(mean_reward).toBeCloseTo((1 + 0.492 + 0.264 + 2 * 0.096 + 0.046) / 6, 12);
  expect(judge).toMatchObject({ provider: 'answers', model: 'operator', protocol: 'assess-criteria/1' });
  expect(judge.rubric_digest).toBe(readTaskRubric(fixture('lapse', 'rubric.yaml')).digest);
});

test('every verdict of a reading carries citations, and every command names its check', async () => {
  for (const name of NAMES) {
    const kinds = new Map(
      criteriaOf(readTaskRubric(fixture(name, 'rubric.yaml')).value).map(({ id, check }) => [id, check.kind]),
    );
    for (const { grs } of (await recorded(name)).rollouts)
      for (const { id, citations, reason } of grs?.criteria ?? []) {
        if (kinds.get(id) === 'reading') expect(citations.length).toBeGreaterThan(0);
        if (kinds.get(id) === 'command') expect(reason).toMatch(/^check k\d+-\d+: exit /);
      }
  }
});

test('criteria that separate nobody are marked by what was recorded', async () => {
  const { value } = readTaskRubric(fixture('nightjar', 'rubric.yaml'));
  const marks = lintRubric(value, [await recorded('nightjar')]);
  expect(marks).toContainEqual({
    criterion: 'tests_after_last_edit',
    kind: 'unseparated',
    message: 'all 6 assessed rollouts answer yes: it separates none of them',
  });
});
