/** Whether a pass survives, by its own runs and by its control tests. */
import { expect, test } from 'vitest';
import { gaugeOf, statusIn, survivalOf, type TestRun, unlessUnrun } from '../../../src/rerun/verdict.js';
import { claimed, GREEN, run } from './runs.js';

test.each<{ title: string; runs: TestRun[]; reportable?: boolean; survives: boolean | null; reason: RegExp }>(
  [
    { title: 'all pass', runs: [GREEN], survives: true, reason: /no control test/ },
    { title: 'one fails', runs: [run({ a: 'pass', b: 'fail' })], survives: false, reason: /^b fails/ },
    {
      title: 'one is skipped',
      runs: [run({ a: 'skip', b: 'pass' })],
      survives: false,
      reason: /^a is skipped/,
    },
    {
      title: 'one never ended',
      runs: [run({ a: 'pass', b: 'started' }, { exitCode: 0 })],
      survives: false,
      reason: /^b was started and never ended/,
    },
    {
      title: 'none was run and the command ends with 0',
      runs: [run({}, { exitCode: 0 })],
      survives: false,
      reason: /^a was not run and 1 more/,
    },
    {
      title: 'another test fails',
      runs: [run({ a: 'pass', b: 'pass', c: 'fail' })],
      survives: true,
      reason: /2 tests/,
    },
    {
      title: 'the exit code is not explained',
      runs: [{ ...GREEN, exitCode: 3 }],
      survives: null,
      reason: /yet the command ended with 3/,
    },
    {
      title: 'it was stopped',
      runs: [{ ...GREEN, stopped: 'stopped after 9 s' }],
      survives: null,
      reason: /^stopped after/,
    },
    {
      title: 'somebody else wrote into the report',
      runs: [{ ...GREEN, foreign: 1 }],
      survives: false,
      reason: /report/,
    },
    {
      title: 'it fails now and then',
      runs: [GREEN, run({ a: 'pass', b: 'fail' })],
      survives: null,
      reason: /^not the same each time: b fails/,
    },
    {
      title: 'it fails each time',
      runs: [run({ a: 'fail', b: 'pass' }), run({ a: 'fail', b: 'pass' })],
      survives: false,
      reason: /^a fails/,
    },
    {
      title: 'the command claims it',
      runs: [claimed({ a: 'pass', b: 'pass' }, 0)],
      reportable: false,
      survives: true,
      reason: /by its own words/,
    },
    {
      title: 'the command claims it and ends with 1',
      runs: [claimed({ a: 'pass', b: 'pass' }, 1)],
      reportable: false,
      survives: false,
      reason: /ended with 1/,
    },
    {
      title: 'the command denies it and ends with 0',
      runs: [claimed({ a: 'pass', b: 'fail' }, 0)],
      reportable: false,
      survives: false,
      reason: /^b fails/,
    },
    {
      title: 'claims stand where reports were on the base',
      runs: [claimed({ a: 'pass', b: 'pass' }, 0)],
      survives: false,
      reason: /^a was not run and 1 more/,
    },
  ],
)('survival where $title', ({ runs, reportable = true, survives, reason }) => {
  expect(survivalOf({ deciding: ['a', 'b'], runs, control: null, reportable })).toEqual({
    survives,
    reason: expect.stringMatching(reason),
  });
});

const names = { stem: 'qqq' };
const controls = { a: 'pass', b: 'pass', testqqqa0: 'fail', testqqqb0: 'pass' } as const;
const gauge = { homes: new Set(['t.py']), exitTells: true };

test.each<{
  title: string;
  control: TestRun;
  gauge?: typeof gauge;
  survives: boolean | null;
  reason: RegExp;
}>([
  { title: 'do as they must', control: run(controls), survives: true, reason: /fail as they must/ },
  {
    title: 'pass where they must fail',
    control: run({ ...controls, testqqqa0: 'pass' }),
    survives: false,
    reason: /t\.py that has to fail/,
  },
  {
    title: 'are skipped',
    control: run({ ...controls, testqqqa0: 'skip' }),
    survives: false,
    reason: /has to fail/,
  },
  {
    title: 'fail, and the command ends with 0',
    control: { ...run(controls), exitCode: 0 },
    survives: false,
    reason: /ends with 0/,
  },
  {
    title: 'the same where the exit code never tells',
    control: { ...run(controls), exitCode: 0 },
    gauge: { ...gauge, exitTells: false },
    survives: true,
    reason: /must/,
  },
  {
    title: 'are silent beside tests that speak',
    control: run({ a: 'pass', b: 'fail' }),
    survives: false,
    reason: /not reported, while/,
  },
  {
    title: 'are silent as all others',
    control: run({ other: 'fail' }),
    survives: null,
    reason: /no control test was run/,
  },
  {
    title: 'fail where they must pass',
    control: run({ ...controls, testqqqb0: 'fail' }),
    survives: null,
    reason: /does not do/,
  },
  {
    title: 'were stopped',
    control: { ...run(controls), stopped: 'out of memory' },
    survives: null,
    reason: /out of memory/,
  },
])('a pass whose control tests $title', ({ control, gauge: own = gauge, survives, reason }) => {
  const question = { deciding: ['a', 'b'], runs: [GREEN], reportable: true };
  expect(survivalOf({ ...question, control: { run: control, names, gauge: own } })).toEqual({
    survives,
    reason: expect.stringMatching(reason),
  });
});

test('a gauge takes only files whose controls do as they must where nobody forges', () => {
  expect(gaugeOf({ run: run(controls), names })).toEqual(gauge);
  expect(gaugeOf({ run: run({ a: 'pass' }), names })).toBeNull();
  expect(gaugeOf({ run: run({ ...controls, testqqqa0: 'pass' }), names })).toBeNull();
});

test.each([
  { title: 'its own result', id: 't.py::x', is: 'pass' },
  { title: 'all its cases', id: 't.py::y', is: 'fail' },
  { title: 'nothing', id: 't.py::z', is: 'missing' },
])('a named test has $title', ({ id, is }) => {
  expect(statusIn(run({ 't.py::x': 'pass', 't.py::y[1]': 'pass', 't.py::y[2]': 'fail' }), id)).toBe(is);
});

const decided = survivalOf({ deciding: ['a'], runs: [GREEN], control: null, reportable: true });
test.each([
  { title: 'is run in each', runs: [GREEN, run({ a: 'pass', b: 'fail' })], survives: true },
  { title: 'is run in one alone', runs: [GREEN, run({ a: 'pass' })], survives: null },
])('a pass where a named test that does not decide $title', ({ runs, survives }) => {
  expect(unlessUnrun(decided, runs, ['b']).survives).toBe(survives);
});

test('a named test that is not run excuses nobody', () => {
  const lost = survivalOf({ deciding: ['a'], runs: [run({ a: 'fail' })], control: null, reportable: true });
  expect(unlessUnrun(lost, [run({ a: 'fail' })], ['b'])).toBe(lost);
});
