/** What the runs on the base and on the reference say of an evaluation. */
import { expect, test } from 'vitest';
import { type EvaluationRuns, evaluationOf } from '../../../src/rerun/evaluation.js';
import { claimed, GREEN, run } from './runs.js';

const evaluated = (more: Partial<EvaluationRuns>) =>
  evaluationOf({
    failToPass: ['a'],
    passToPass: ['b'],
    base: [run({ a: 'fail', b: 'pass' })],
    reference: [GREEN],
    referenceAsItIs: null,
    ...more,
  });

test.each<{
  title: string;
  runs: Partial<EvaluationRuns>;
  status: string;
  deciding: string[];
  reason: RegExp;
}>([
  {
    title: 'all is as it should be',
    runs: {},
    status: 'ok',
    deciding: ['a', 'b'],
    reason: /reference patch passes/,
  },
  {
    title: 'the base passes',
    runs: { base: [GREEN] },
    status: 'broken',
    deciding: [],
    reason: /^the base passes a/,
  },
  {
    title: 'the reference fails',
    runs: { reference: [run({ a: 'fail', b: 'pass' })] },
    status: 'broken',
    deciding: [],
    reason: /fails a$/,
  },
  {
    title: 'the reference passes with its own tests only',
    runs: { reference: [run({ a: 'pass', b: 'fail' })], referenceAsItIs: GREEN },
    status: 'unknown',
    deciding: ['a'],
    reason: /1 of 2 named tests/,
  },
  {
    title: 'the reference does not run one',
    runs: { reference: [run({ a: 'pass' })] },
    status: 'unknown',
    deciding: ['a'],
    reason: /1 of 2 named tests are not run here, such as b$/,
  },
  {
    title: 'the reference runs only what the base passes as well',
    runs: { reference: [run({ b: 'pass' })] },
    status: 'unknown',
    deciding: ['b'],
    reason: /^the reference patch passes no test of fail_to_pass here, such as a$/,
  },
  {
    title: 'the reference passes with its own tests what should start to pass',
    runs: { reference: [run({ a: 'fail', b: 'pass' })], referenceAsItIs: GREEN },
    status: 'unknown',
    deciding: ['b'],
    reason: /^the reference patch passes no test of fail_to_pass here/,
  },
  {
    title: 'the reference is flaky',
    runs: { reference: [GREEN, run({ a: 'fail', b: 'pass' })] },
    status: 'broken',
    deciding: [],
    reason: /a is flaky/,
  },
  {
    title: 'there is no reference',
    runs: { reference: null },
    status: 'unknown',
    deciding: ['a', 'b'],
    reason: /no reference/,
  },
  {
    title: 'there is none and the base fails what should pass',
    runs: { reference: null, base: [run({ a: 'fail', b: 'fail' })] },
    status: 'unknown',
    deciding: ['a'],
    reason: /no reference/,
  },
  {
    title: 'the base is flaky without a reference',
    runs: { reference: null, base: [run({ a: 'fail', b: 'pass' }), run({ a: 'fail', b: 'fail' })] },
    status: 'broken',
    deciding: [],
    reason: /on the base$/,
  },
  {
    title: 'no tests are named',
    runs: { failToPass: [], passToPass: [] },
    status: 'unknown',
    deciding: ['a', 'b'],
    reason: /names no tests/,
  },
  {
    title: 'the runner is missing',
    runs: { reference: [run({}, { exitCode: 127 })] },
    status: 'unknown',
    deciding: [],
    reason:
      /ended with 127, so a program is missing; name an image that has it \(task\.environment\.image\)$/,
  },
  {
    title: 'it was stopped',
    runs: { reference: [run({}, { stopped: 'stopped after 60 s' })] },
    status: 'unknown',
    deciding: [],
    reason: /stopped after 60 s/,
  },
  {
    title: 'none of the named is run',
    runs: { reference: [run({ x: 'pass' })] },
    status: 'unknown',
    deciding: [],
    reason: /^none of the named tests is run here, such as a$/,
  },
  {
    title: 'there is no reference and the base runs none of the named',
    runs: { reference: null, base: [run({ x: 'pass' })] },
    status: 'unknown',
    deciding: ['a'],
    reason: /no reference patch .*, and the base runs no named one, such as a$/,
  },
])('an evaluation where $title', ({ runs, status, deciding, reason }) => {
  expect(evaluated(runs)).toMatchObject({ status, deciding, reason: expect.stringMatching(reason) });
});

const quiet = (exitCode: number) => run({}, { exitCode });
test.each<{ title: string; runs: Partial<EvaluationRuns>; unavailable: RegExp | null }>([
  {
    title: 'ends with 0 on the base as well',
    runs: { base: [quiet(0)], reference: [quiet(0)] },
    unavailable:
      /^the command reports no test, so none of the named ones, such as a, and ends with 0 on the base/,
  },
  {
    title: 'ends with 5 on the reference',
    runs: { base: [quiet(5)], reference: [quiet(5)] },
    unavailable: /and ends with 5 on the reference patch$/,
  },
  {
    title: 'has no reference',
    runs: { base: [quiet(1)], reference: null },
    unavailable: /and there is no reference patch to hold its exit code against$/,
  },
  {
    title: 'ends with 0 everywhere, for a task that names no tests',
    runs: { base: [quiet(0)], reference: [quiet(0)], failToPass: [], passToPass: [] },
    unavailable: /^the command reports no test, and ends with 0/,
  },
  {
    title: 'tells base and reference apart by its exit code',
    runs: { base: [quiet(1)], reference: [quiet(0)] },
    unavailable: null,
  },
  {
    title: 'names tests in TAP',
    runs: { base: [claimed({ a: 'fail', b: 'pass' }, 1)], reference: [claimed({ a: 'pass', b: 'pass' }, 0)] },
    unavailable: null,
  },
])('a command without reports that $title', ({ runs, unavailable }) => {
  expect(evaluated(runs).unavailable).toEqual(unavailable && expect.stringMatching(unavailable));
});
