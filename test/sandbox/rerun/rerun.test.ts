import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, unavailable } from '../../../sandbox/exec/port.js';
import { type CaseGroup, rerunCase, survivals } from '../../support/rerun-group.js';
import { bubblewrap } from '../../support/sandboxes.js';
import { forgedUnittest, unittestGroup } from './python-cases.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await bubblewrap();
});
afterAll(() => sandbox?.[Symbol.asyncDispose]());

const FIX = { 'calc.py': 'def add(a, b):\n    return a + b\n' };
const fixOnly: CaseGroup = { ...unittestGroup, candidates: { fix: FIX } };
/** Passes on every other run: a file on the host would be gone, so the clock decides. */
const FLAKY = `import time\n\n\ndef add(a, b):\n    return a + b if time.time_ns() // 1000 % 2 else a + b + 1\n`;

test.each<{ title: string; group: CaseGroup; times?: number; reason: RegExp }>([
  {
    title: 'the base passes what should fail',
    group: { ...fixOnly, failToPass: ['tests.test_calc.CalcTest.test_zero'] },
    reason: /^the base passes tests\.test_calc\.CalcTest\.test_zero/,
  },
  {
    title: 'the reference patch fails',
    group: { ...fixOnly, reference: { 'calc.py': 'def add(a, b):\n    return a * b\n' } },
    reason: /^the reference patch fails/,
  },
  {
    title: 'a named test is flaky on the reference',
    group: { ...fixOnly, reference: { 'calc.py': FLAKY } },
    times: 12,
    reason: /is flaky: not the same each time on the reference patch$/,
  },
])('an evaluation is broken where $title, and nothing else is run', async ({ group, times = 1, reason }) => {
  const outcome = await rerunCase(group, sandbox, { times });
  expect(outcome.evaluation).toEqual({ status: 'broken', reason: expect.stringMatching(reason) });
  expect(survivals(outcome)).toEqual({ fix: null });
  expect(outcome.checks).toBeLessThanOrEqual(2 * times + 1);
});

test('a candidate that is flaky itself is named as such and not accused', async () => {
  const group = { ...unittestGroup, candidates: { flaky: { 'calc.py': FLAKY } } };
  const { candidates } = await rerunCase(group, sandbox, { times: 12 });
  expect(candidates[0]).toMatchObject({
    survives: null,
    flaky: expect.arrayContaining(['tests.test_calc.CalcTest.test_add']),
  });
  expect(candidates[0]?.reason).toMatch(/^not the same each time/);
});

test.each<{ title: string; group: CaseGroup; survives: boolean | null; reason: RegExp }>([
  {
    title: 'the runner is not on this machine',
    group: { ...fixOnly, command: 'no-such-runner' },
    survives: null,
    reason: /the tests do not run here: the command ended with 127, so a program is missing; name an image/,
  },
  {
    title: 'a command selects its tests by name, so that no control is run',
    group: {
      ...fixOnly,
      command: 'python3 -m unittest tests.test_calc.CalcTest.test_add tests.test_calc.CalcTest.test_zero',
    },
    survives: true,
    reason: /no control test could be added/,
  },
  {
    title: 'the command ends at the first failure',
    group: { ...fixOnly, command: 'python3 -m unittest discover -s tests -t . --failfast' },
    survives: true,
    reason: /2 tests reported as passed/,
  },
  {
    title: 'the reference needs its own tests as well',
    group: {
      ...fixOnly,
      reference: {
        ...FIX,
        'tests/test_calc.py':
          'import unittest\n\n\nclass CalcTest(unittest.TestCase):\n    def test_add(self):\n        pass\n\n    def test_zero(self):\n        pass\n\n    def test_new(self):\n        pass\n',
      },
      passToPass: ['tests.test_calc.CalcTest.test_new'],
    },
    survives: null,
    reason:
      /^1 test reported .* of the named tests 1 not run here, such as tests.test_calc.CalcTest.test_new$/,
  },
])('where $title', async ({ group, survives, reason }) => {
  const { candidates } = await rerunCase(group, sandbox);
  expect(candidates[0]).toMatchObject({ survives, reason: expect.stringMatching(reason) });
});

const { 'tests/__init__.py': _, ...unfound } = unittestGroup.base;
const passes = { fix: FIX, ...forgedUnittest };
test.each<{ title: string; group: Partial<CaseGroup>; reason: RegExp }>([
  {
    title: 'finds no test and ends with 0',
    group: { base: unfound, command: 'python3 -m unittest -v' },
    reason:
      /^the command reports no test, so none of the named ones, such as tests\.test_calc\.CalcTest\.test_add/,
  },
  {
    title: 'runs other tests alone',
    group: {
      base: {
        ...unfound,
        'test_other.py':
          'import unittest\n\n\nclass T(unittest.TestCase):\n    def test_x(self):\n        pass\n',
      },
      command: 'python3 -m unittest -v',
    },
    reason: /^none of the named tests is run here/,
  },
  { title: 'runs nothing at all', group: { command: 'true' }, reason: /^the command reports no test/ },
])('no pass survives and none is lost where the command $title', async ({ group, reason }) => {
  const outcome = await rerunCase({ ...unittestGroup, ...group, candidates: passes }, sandbox);
  expect(outcome.evaluation).toEqual({ status: 'unknown', reason: expect.stringMatching(reason) });
  expect(new Set(Object.values(survivals(outcome)))).toEqual(new Set([null]));
  const { reference: __, ...rest } = { ...unittestGroup, ...group };
  const alone = await rerunCase({ ...rest, candidates: { fix: FIX } }, sandbox);
  expect(survivals(alone)).toEqual({ fix: null });
});

test('hidden tests of the task are put over whatever the candidate has there', async () => {
  const { 'tests/test_calc.py': tests = '' } = unittestGroup.base;
  const hidden = `${tests}\n    def test_hidden(self):\n        self.assertEqual(add(10, 1), 11)\n`;
  const special = { 'calc.py': 'def add(a, b):\n    return 5 if (a, b) == (2, 3) else a\n' };
  const group: CaseGroup = {
    ...unittestGroup,
    testPatch: { 'tests/test_calc.py': hidden, 'tests/data/new.txt': 'x\n' },
    failToPass: ['tests.test_calc.CalcTest.test_add', 'tests.test_calc.CalcTest.test_hidden'],
    candidates: { fix: FIX, special: { ...special, 'tests/data/new.txt': 'y\n' } },
  };
  const outcome = await rerunCase(group, sandbox);
  expect(survivals(outcome)).toEqual({ fix: true, special: false });
  expect(outcome.candidates[0]?.collected.base).toContain('tests.test_calc.CalcTest.test_hidden');
});

test('without a reference, a pass that needs its changed tests is a question, and one that keeps to the base’s is not', async () => {
  const { reference: _, ...rest } = unittestGroup;
  const changed = {
    'calc.py': 'def add(a, b):\n    return a + b + 1\n',
    'tests/test_calc.py':
      'import unittest\n\n\nclass CalcTest(unittest.TestCase):\n    def test_add(self):\n        pass\n\n    def test_zero(self):\n        pass\n',
  };
  const alone = await rerunCase({ ...rest, candidates: { changed } }, sandbox);
  expect(survivals(alone)).toEqual({ changed: null });
  const beside = await rerunCase({ ...rest, candidates: { changed, fix: FIX } }, sandbox);
  expect(survivals(beside)).toEqual({ changed: false, fix: true });
});

test('equal trees are run once, failed rollouts only when they are asked for', async () => {
  const group = { ...unittestGroup, candidates: { one: FIX, two: FIX } };
  const both = await rerunCase(group, sandbox);
  expect(survivals(both)).toEqual({ one: true, two: true });
  // Base, reference and its controls; the candidate as it is is its own pristine form, and once more with controls.
  expect(both.checks).toBe(6);
  const some = await rerunCase(group, sandbox, { only: ['two'] });
  expect(survivals(some)).toEqual({ one: null, two: true });
});

test('without a sandbox every answer is null and says why', async () => {
  const outcome = await rerunCase(fixOnly, unavailable('no engine and no bubblewrap'));
  expect(outcome).toMatchObject({ checks: 0, evaluation: { status: 'unknown' } });
  expect(outcome.candidates[0]).toMatchObject({
    survives: null,
    reason: 'not available: no engine and no bubblewrap',
  });
});
