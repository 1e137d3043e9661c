import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixture, fixtureNames } from '../../fixtures/base.js';
import { grade } from '../../harness/index.js';
import { whyBroken } from '../../src/fixture/relations.js';
import { Expected } from '../../src/records/expected.js';

test.each(fixtureNames())('the static judge meets what %s asks of it', async (name) => {
  const { relations, needs_model } = Expected.parse(
    JSON.parse(readFileSync(fixture(name, 'expected.json'), 'utf8')),
  );
  const result = await grade(fixture(name));
  expect(['graded', 'not_mixed']).toContain(result.status);
  const asked = relations.filter((_, index) => !needs_model.includes(index));
  expect(asked.map((relation) => whyBroken(relation, result)).filter((why) => why !== null)).toEqual([]);
});

test('the demo group shows all three tiers, a failure and a masked rollout', async () => {
  const { rollouts } = await grade(fixture('almanac'));
  expect(new Set(rollouts.map(({ tier }) => tier))).toEqual(new Set(['T1', 'T2', 'T3', null]));
  expect(rollouts.filter(({ valid }) => !valid).map(({ id }) => id)).toEqual(['r4']);
  expect(rollouts.filter(({ valid, passed }) => valid && !passed).map(({ id }) => id)).toEqual(['r3']);
});
