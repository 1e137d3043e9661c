import { expect, test } from 'vitest';
import { policyFallbacks } from '../../../src/summary/policies.js';

const fallback = (reason: 'deadline' | 'judge_output_invalid') => ({ reason, stage: 'score', detail: '' });

test('fallbacks are counted by the versions that took part, in the order of the versions', () => {
  const policies = policyFallbacks();
  policies.add({ policy_versions: ['10'], fallback: null, warnings: [] });
  policies.add({ policy_versions: ['9', '10'], fallback: fallback('deadline'), warnings: [] });
  policies.add({
    policy_versions: ['10'],
    fallback: fallback('judge_output_invalid'),
    warnings: ['reduced_to_diff: a: it was a refusal'],
  });
  policies.add({ fallback: fallback('deadline'), warnings: [] });
  expect(policies.all()).toEqual([
    {
      version: '9',
      groups: 1,
      fallbacks: 1,
      fallback_rate: 1,
      fallback_reasons: { deadline: 1 },
      reduced: 0,
    },
    {
      version: '10',
      groups: 3,
      fallbacks: 2,
      fallback_rate: 2 / 3,
      fallback_reasons: { deadline: 1, judge_output_invalid: 1 },
      reduced: 1,
    },
  ]);
});

test('a version may be called like a property of every object', () => {
  const policies = policyFallbacks();
  policies.add({ policy_versions: ['__proto__'], fallback: null, warnings: [] });
  expect(policies.all().map(({ version, groups }) => [version, groups])).toEqual([['__proto__', 1]]);
});
