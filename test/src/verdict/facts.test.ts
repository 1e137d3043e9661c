import { expect, test } from 'vitest';
import { memoryBytes } from '../../../sandbox/bytes.js';
import { openLog } from '../../../sandbox/log.js';
import { Rollout } from '../../../src/records/group.js';
import { verdictFacts } from '../../../src/verdict/facts.js';
import { caseBytes } from '../../support/cases.js';

const rollout = (tests: object | undefined, passed = false, more: object = {}): Rollout =>
  Rollout.parse({
    id: 'c1',
    passed,
    patch: '',
    ...(tests === undefined ? {} : { tests: { status: {}, ...tests } }),
    ...more,
  });

const counts = (some: object) => ({ pass: 0, fail: 0, error: 0, skip: 0, missing: 0, ...some });
const named = { fail_to_pass: ['test_sub'], pass_to_pass: ['test_add', 'test_mean'] };

/** What a log says never enters: the log is opened, shown and then the facts are what the fields say. */
test.each([
  ['L01', 'L01-progress-phantom.log', 'PASSED [100%]', { test_add: 'pass', test_sub: 'pass' }, { pass: 2 }],
  [
    'L02',
    'L02-short-and-swapped.log',
    'tests/test_calc.py::test_mean FAILED',
    { test_add: 'pass', test_sub: 'fail', test_mean: 'fail' },
    { pass: 1, fail: 2 },
  ],
  [
    'L03',
    'L03-forged.log',
    'PASSED tests/test_calc.py::test_sub',
    { test_add: 'pass', test_sub: 'fail', test_mean: 'pass' },
    { pass: 2, fail: 1 },
  ],
  [
    'L10',
    'L10-xfail-xpass-skip.log',
    'tests/test_calc.py::test_old XPASS(strict)',
    { test_add: 'pass', test_sub: 'pass', test_mean: 'pass', test_pow: 'skip', test_old: 'fail' },
    { pass: 3, skip: 1, fail: 1 },
  ],
  [
    'L15',
    'L15-names.log',
    'tests/test_calc.py::test_fmt[a b - PASSED] FAILED',
    { 'test_fmt[a b - PASSED]': 'fail', 'test_fmt[x::y]': 'pass', 'test_fmt[\\u00e9\\u2713]': 'pass' },
    { pass: 2, fail: 1 },
  ],
])(
  '%s: a log is shown and searched, and the counts are those of the harness',
  async (_, name, line, status, expected) => {
    await using log = await openLog(memoryBytes(caseBytes(name), name));
    expect(await log.search(line, 5)).toHaveLength(1);
    expect(verdictFacts(rollout({ status, exit_code: 1 })).counts).toEqual(counts(expected));
  },
);

test.each(['L09-head-lost.log', 'L09b-tail-lost.log', 'L01-progress-phantom.log'])(
  'L09: without statuses of the harness nothing is counted, whatever %s says',
  async (name) => {
    await using log = await openLog(memoryBytes(caseBytes(name), name));
    expect(await log.search('PASSED', 9)).not.toEqual([]);
    expect(verdictFacts(rollout(undefined))).toMatchObject({
      counts: null,
      unreported: [],
      ending: 'unknown',
      suggestion: null,
    });
    expect(verdictFacts(rollout({ exit_code: 1 }), { tests: named })).toMatchObject({
      counts: null,
      unreported: ['test_sub', 'test_add', 'test_mean'],
    });
  },
);

test('L09: tests that the task names and nobody reported are named', () => {
  const facts = verdictFacts(rollout({ status: { test_add: 'pass' }, exit_code: 0 }), { tests: named });
  expect(facts).toMatchObject({ counts: counts({ pass: 1 }), unreported: ['test_sub', 'test_mean'] });
});

test.each<[string, object, string | undefined, string, boolean]>([
  ['L12: a runner that was not found', { exit_code: 127 }, undefined, 'not_run', true],
  ['a runner that may not be started', { exit_code: 126 }, undefined, 'not_run', true],
  ['L13: pytest that could not collect', { exit_code: 4 }, 'python -m pytest -q tests', 'not_run', true],
  ['pytest that collected nothing', { exit_code: 5 }, 'pytest', 'not_run', true],
  ['the same code of another runner: five failures', { exit_code: 5 }, 'npx mocha', 'finished', false],
  [
    'a code of 127 beside reported tests',
    { exit_code: 127, status: { a: 'fail' } },
    undefined,
    'finished',
    false,
  ],
  ['L14: a killed run', { exit_code: 137 }, undefined, 'killed', false],
  ['a run that a signal ended, as Python counts', { exit_code: -9 }, undefined, 'killed', false],
  ['a run that was timed out', { exit_code: 137, timed_out: true }, undefined, 'timed_out', false],
  ['the exit code of timeout', { exit_code: 124 }, undefined, 'timed_out', false],
  ['an ordinary failure', { exit_code: 1, status: { a: 'fail' } }, undefined, 'finished', false],
  ['no exit code', {}, undefined, 'unknown', false],
])('%s', (_, tests, testCommand, ending, suggested) => {
  const facts = verdictFacts(rollout(tests), { testCommand });
  expect(facts.ending).toBe(ending);
  expect(facts.suggestion).toEqual(
    suggested ? { status: 'infra', reason: 'tests_not_run', candidate_touched: [] } : null,
  );
});

test('L13: a suggestion says which runner files the candidate changed, so that breaking the run is not rewarded', () => {
  const { suggestion } = verdictFacts(rollout({ exit_code: 4 }), {
    testCommand: 'pytest',
    runnerFiles: ['conftest.py'],
  });
  expect(suggestion?.candidate_touched).toEqual(['conftest.py']);
});

test.each([
  ['a pass', true, {}],
  ['a rollout that the trainer has judged', false, { validity: { status: 'infra' } }],
])('nothing is suggested for %s', (_, passed, more) => {
  expect(verdictFacts(rollout({ exit_code: 127 }, passed, more)).suggestion).toBeNull();
});

test.each<[string, boolean, object, string[]]>([
  [
    'a pass with a failed test',
    true,
    { status: { a: 'pass', b: 'fail', c: 'missing' }, exit_code: 0 },
    ['passed, but 2 of its tests have the status fail, error or missing'],
  ],
  [
    'a pass with a bad exit code',
    true,
    { status: { a: 'pass' }, exit_code: 1 },
    ['passed, but the exit code is 1'],
  ],
  ['a pass of a killed run', true, { exit_code: 137 }, ['passed, but the run ended as killed']],
  [
    'a failure without one',
    false,
    { status: { a: 'pass', b: 'skip' }, exit_code: 0 },
    ['failed, but no test failed and the exit code is 0'],
  ],
  ['a plain pass', true, { status: { a: 'pass', b: 'skip' }, exit_code: 0 }, []],
  ['a plain failure', false, { status: { a: 'fail' }, exit_code: 1 }, []],
  ['a pass without fields', true, {}, []],
])('contradictions of the fields are named, and change nothing: %s', (_, passed, tests, found) => {
  const facts = verdictFacts(rollout(tests, passed));
  expect(facts.contradictions).toEqual(found);
  expect(facts.passed).toBe(passed);
});

test('how the agent ended stands beside the verdict and changes nothing', () => {
  const facts = verdictFacts(
    rollout({ status: { a: 'pass' }, exit_code: 0 }, true, { exit: { status: 'step_limit' } }),
  );
  expect(facts).toMatchObject({
    passed: true,
    ending: 'finished',
    agent_exit: 'step_limit',
    contradictions: [],
  });
  expect(verdictFacts(rollout(undefined)).agent_exit).toBe('unknown');
});

test('a test with the name of something that every object has is only a test', () => {
  const status = JSON.parse('{"constructor": "pass", "toString": "fail"}');
  const facts = verdictFacts(rollout({ status }), {
    tests: { fail_to_pass: ['valueOf'], pass_to_pass: ['constructor'] },
  });
  expect(facts).toMatchObject({ counts: counts({ pass: 1, fail: 1 }), unreported: ['valueOf'] });
});
