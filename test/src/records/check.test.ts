import { expect, test } from 'vitest';
import { Fault } from '../../../src/fault.js';
import { groupFrom } from '../../../src/records/parse.js';
import { COMMIT, groupOf, sampleGroup, withTask } from './samples.js';

const problemsOf = (group: unknown): string[] => {
  try {
    return groupFrom(group).warnings.map(({ field, message }) => `warning ${field}: ${message}`);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return (error.place.problems ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
};
const tests = (changes: object) => ({ fail_to_pass: ['f'], pass_to_pass: ['p'], ...changes });
const ran = (status: object, rollout = {}) => ({
  ...withTask({ tests: tests({}) }),
  rollouts: [{ id: 'a', passed: true, patch: 'diff a\n', tests: { status }, ...rollout }],
});

test.each([
  [
    'a protected path above the repository',
    withTask({ tests: tests({ protected_paths: ['tests/', 'a/../../b'] }) }),
    /^task.tests.protected_paths\[1\]: is "a\/..\/..\/b"; expected a path inside/,
  ],
  [
    'an absolute protected path',
    withTask({ tests: tests({ protected_paths: ['/etc/passwd'] }) }),
    /^task.tests.protected_paths\[0\]/,
  ],
  [
    'a protected path of two lines',
    withTask({ tests: tests({ protected_paths: ['a\nb'] }) }),
    /^task.tests.protected_paths\[0\]: is "a\\nb"/,
  ],
  [
    'a working folder outside',
    withTask({ repo: { path: '/r', base_commit: COMMIT, workdir: '..' } }),
    /^task.repo.workdir/,
  ],
  [
    'a blank test id',
    withTask({ tests: tests({ pass_to_pass: ['p', ' '] }) }),
    /^task.tests.pass_to_pass\[1\]: is blank/,
  ],
  [
    'a test in both lists',
    withTask({ tests: tests({ pass_to_pass: ['f'] }) }),
    /^warning task.tests.pass_to_pass\[0\]: is "f", which already stands in fail_to_pass/,
  ],
  [
    'a repository behind a helper program',
    withTask({ repo: { url: 'ext::sh -c x', base_commit: COMMIT } }),
    /^task.repo.url: .*helper program/,
  ],
  [
    'a password in the address',
    withTask({ repo: { url: 'https://u:p@h/r', base_commit: COMMIT } }),
    /^warning task.repo.url: carries a user or password/,
  ],
  [
    'spans without tokens',
    groupOf({ flagged: [[0, 5]] }),
    /^warning rollouts\[0\].flagged: cannot be used without tokens/,
  ],
  [
    'a pass with a failed test',
    ran({ f: 'fail', p: 'pass' }),
    /^warning rollouts\[0\].passed: is true, but test "f" is fail/,
  ],
  [
    'a pass without its test',
    ran({ f: 'pass' }),
    /^warning rollouts\[0\].passed: is true, but test "p" is not among its tests/,
  ],
  [
    'a failure without a failed test',
    ran({ f: 'pass', p: 'skip' }, { passed: false }),
    /^warning rollouts\[0\].passed: is false, but every named test/,
  ],
  [
    'shaped rewards of a binary group',
    groupOf({ reward: 0.35 }),
    /^warning rollouts\[0\].reward: is 0.35, but reward.kind is "binary"/,
  ],
  [
    'a deadline that nobody obeys',
    sampleGroup({ budget_s: 5 }),
    /^warning budget_s: .*purpose "train"; here it is "audit"/,
  ],
  [
    'a pass without a patch',
    groupOf({ patch: null }),
    /^warning rollouts\[0\].patch: is null, so this pass will be masked/,
  ],
  ['a pass with an empty patch', groupOf({ patch: '' }), /^warning rollouts\[0\].patch: is empty/],
  ['a task that asks nothing', withTask({ statement: ' \n' }), /^warning task.statement: is blank/],
])('names %s', (_, group, message) => {
  expect(problemsOf(group)).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['a group in order', ran({ f: 'pass', p: 'pass' })],
  ['shaped rewards of a scalar group', { ...groupOf({ reward: 0.35 }), reward: { kind: 'scalar' } }],
  [
    'a failure by time limit',
    ran(
      { f: 'pass', p: 'pass' },
      { passed: false, tests: { status: { f: 'pass', p: 'pass' }, timed_out: true } },
    ),
  ],
  ['a masked rollout', ran({ f: 'fail' }, { validity: { status: 'infra' } })],
  ['a masked pass without a patch', groupOf({ patch: null, validity: { status: 'infra' } })],
  ['spans up to the last token', groupOf({ tokens: 5, flagged: [[0, 5]] })],
])('says nothing of %s', (_, group) => {
  expect(problemsOf(group)).toEqual([]);
});

test('a test called constructor is not found on a record that lacks it', () => {
  const group = {
    ...withTask({ tests: tests({ fail_to_pass: ['constructor'] }) }),
    rollouts: ran({ p: 'pass' }).rollouts,
  };
  expect(problemsOf(group)).toEqual([expect.stringMatching(/"constructor" is not among its tests/)]);
});

test.each([
  '--output=/tmp/x',
  '-h',
  'HEAD;id',
  'refs/heads/main',
  '0123456',
  COMMIT.toUpperCase(),
  `${COMMIT}\n`,
  '',
])('takes only a full commit id, not %j', (base_commit) => {
  expect(problemsOf(withTask({ repo: { path: '/r', base_commit } }))).toEqual([
    expect.stringMatching(/^task.repo.base_commit: is .*full hex id/),
  ]);
});
