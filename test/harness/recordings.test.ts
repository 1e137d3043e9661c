import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixture, fixtureNames } from '../../fixtures/base.js';
import { openBench } from '../../harness/grade/bench.js';
import { gradeGroup } from '../../harness/grade/grade.js';
import { foldSettings } from '../../harness/grade/settings.js';
import { chooseJudge } from '../../harness/run/choose-judge.js';
import { loadGroup } from '../../sandbox/load/group.js';
import { whyBroken } from '../../src/fixture/relations.js';
import { Expected } from '../../src/records/expected.js';
import { Result } from '../../src/records/result.js';

const readJson = (name: string, path: string): unknown =>
  JSON.parse(readFileSync(fixture(name, path), 'utf8'));

const folds = new Map<string, Promise<Result>>();

/** Folded once for all tests. */
function folded(name: string): Promise<Result> {
  const once = folds.get(name) ?? fold(name);
  folds.set(name, once);
  return once;
}

async function fold(name: string): Promise<Result> {
  await using bench = await openBench();
  return await gradeGroup(await loadGroup(fixture(name)), {
    bench,
    judge: await chooseJudge({ config: { judge: `recorded:${fixture(name, 'run')}` }, purpose: 'fixture' }),
    settings: foldSettings({}),
    emit: () => {},
    signal: new AbortController().signal,
  });
}

test.each(fixtureNames())(
  'the recorded run of %s meets every relation, with no lead about a pass left open',
  async (name) => {
    const { relations } = Expected.parse(readJson(name, 'expected.json'));
    const result = await folded(name);
    expect(result.fallback).toBeNull();
    expect(relations.map((relation) => whyBroken(relation, result)).filter((why) => why !== null)).toEqual(
      [],
    );
    const passed = new Set(result.rollouts.flatMap((rollout) => (rollout.passed ? [rollout.id] : [])));
    const open = result.leads.filter(
      ({ status, candidate }) => status === 'left_open' && passed.has(candidate),
    );
    expect(open).toEqual([]);
  },
);

test.each(fixtureNames())(
  'the recording of %s folds to the same result each time, the stored one',
  async (name) => {
    const [first, second] = [await folded(name), await fold(name)];
    const { timing, recording } = first;
    expect(JSON.stringify({ ...second, timing })).toBe(JSON.stringify(first));
    const stored = Result.parse(readJson(name, 'run/result.json'));
    expect({ ...stored, timing, recording }).toEqual(Result.parse(JSON.parse(JSON.stringify(first))));
  },
);

test.each(fixtureNames())(
  'the run of %s says who judged, and names no place of the machine it ran on',
  (name) => {
    const { judge } = Result.parse(readJson(name, 'run/result.json'));
    expect(judge.kind).toBe('operator');
    const files = ['run/recording.jsonl', 'run/result.json'].map((path) =>
      readFileSync(fixture(name, path), 'utf8'),
    );
    expect(files.join('\n')).not.toMatch(/\/(?:root|home|work)\//);
  },
);
