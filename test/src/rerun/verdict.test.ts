import { expect, test } from 'vitest';
import { controlOf, withControls } from '../../../src/rerun/control.js';
import { type EvaluationRuns, evaluationOf } from '../../../src/rerun/evaluation.js';
import type { ItemStatus } from '../../../src/rerun/report.js';
import { gaugeOf, statusIn, survivalOf, type TestRun } from '../../../src/rerun/verdict.js';
import { withoutWitness } from '../../../src/rerun/witness.js';

const run = (statuses: Record<string, ItemStatus>, more: Partial<TestRun> = {}): TestRun => ({
  exitCode: Object.values(statuses).every((status) => status === 'pass') ? 0 : 1,
  stopped: null,
  items: new Map(
    Object.entries(statuses).map(([id, status]) => [id, { status, runner: 'unittest', home: 't.py' }]),
  ),
  collected: Object.keys(statuses),
  foreign: 0,
  claims: new Map(),
  ...more,
});
const claimed = (claims: Record<string, ItemStatus>, exitCode: number): TestRun =>
  run({}, { claims: new Map(Object.entries(claims)), exitCode });
const GREEN = run({ a: 'pass', b: 'pass' });

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
  ['tests.A.TestQQQ.test_qqqa0_3', 'bad'],
  ['qqq > qqqa1_2', 'bad'],
  ['x/y.TestQqqb0_3', 'good'],
  ['tests.A.test_other', null],
])('the control %s is %s', (id, kind) => {
  expect(controlOf(id, names)).toBe(kind);
});

const numbers = { stem: 'qqq', file: 0, left: 1, right: 2 };
test.each([
  {
    title: 'before a main block',
    kind: 'unittest',
    text: "import a\nif __name__ == '__main__':\n    main()\n",
    has: /TestCase[\s\S]*if __name__/,
  },
  {
    title: 'in an ES module',
    kind: 'node',
    text: "import a from 'a';\n",
    has: /import \{ describe as onqqq, it as itqqq \} from 'node:test'/,
  },
  {
    title: 'in CommonJS',
    kind: 'node',
    text: "const a = require('a');\n",
    has: /const \{ describe: onqqq, it: itqqq \} = require\('node:test'\)/,
  },
  {
    title: 'for vitest',
    kind: 'vitest',
    text: "import { it } from 'vitest';\n",
    has: /expect as loqqq \} from 'vitest'/,
  },
  { title: 'for jest', kind: 'jest', text: 'test()', has: /onqqq = describe, itqqq = it, loqqq = expect/ },
  { title: 'for Go', kind: 'go', text: 'package a\n', has: /func TestQqqa0_0\(t \*testing\.T\)/ },
] as const)('controls are written $title', ({ kind, text, has }) => {
  expect(withControls(text, kind, numbers)).toMatch(has);
});

test('no control goes into a Go file without a package', () => {
  expect(withControls('nothing', 'go', numbers)).toBeNull();
});

test.each<{ title: string; claims?: boolean; id: string; is: string }>([
  { title: 'its own result', id: 't.py::x', is: 'pass' },
  { title: 'all its cases', id: 't.py::y', is: 'fail' },
  { title: 'nothing', id: 't.py::z', is: 'missing' },
])('a named test has $title', ({ id, is }) => {
  expect(statusIn(run({ 't.py::x': 'pass', 't.py::y[1]': 'pass', 't.py::y[2]': 'fail' }), id)).toBe(is);
});

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
    reason: /b for one/,
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
    reason: /ended with 127/,
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
    reason: /none of the named/,
  },
])('an evaluation where $title', ({ runs, status, deciding, reason }) => {
  expect(evaluated(runs)).toMatchObject({ status, deciding, reason: expect.stringMatching(reason) });
});

const lost = { survival: { survives: false, reason: 'a fails' }, changedTests: true };
test.each([
  { title: 'nobody passes and there is no reference', others: [], hasReference: false, survives: null },
  { title: 'there is a reference', others: [], hasReference: true, survives: false },
  {
    title: 'another one passes',
    others: [{ survival: { survives: true, reason: '' } }],
    hasReference: false,
    survives: false,
  },
])('a pass that needs its changed tests, where $title', ({ others, hasReference, survives }) => {
  expect(withoutWitness([lost, ...others], hasReference)[0]?.survival.survives).toBe(survives);
});

test('a pass that needs no changed tests is never excused', () => {
  expect(withoutWitness([{ ...lost, changedTests: false }], false)[0]?.survival.survives).toBe(false);
});
