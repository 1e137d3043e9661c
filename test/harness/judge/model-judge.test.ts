import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../../harness/providers/port.js';
import { scripted } from '../../../harness/providers/scripted.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { curious } from '../../support/examiner.js';
import { judgeOf, type TestBench, testBench } from '../../support/grading.js';

let lab: TestBench;
beforeAll(async () => {
  lab = await testBench();
});
afterAll(() => lab[Symbol.asyncDispose]());

const FIXTURES = readdirSync('fixtures', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(FIXTURES)('an examiner that looks at everything in %s', (name) => {
  test('ends the investigation, and no request names an id, a model, a harness, a version or a reward', async () => {
    const asked: ModelRequest[] = [];
    const provider = scripted((request, index) => {
      asked.push(request);
      return curious(request, index);
    });
    const { result } = await lab.grade(name, judgeOf(provider));
    expect(result.fallback).toBeNull();
    expect(result.passes).toHaveLength(2);
    expect(result.investigation).toEqual({ status: 'complete', reason: null });
    const { group } = await loadGroup(`fixtures/${name}`);
    const text = JSON.stringify(asked);
    for (const { id, policy } of group.rollouts)
      for (const secret of [id, policy?.model, policy?.harness, policy?.version, group.group_id])
        if (secret !== undefined)
          expect(
            text.match(new RegExp(`.{60}(?<![\\w-])${secret}(?![\\w-]).{60}`))?.[0],
            String(secret),
          ).toBeUndefined();
  });
});
