import { expect, test } from 'vitest';
import { readReport, tapClaims } from '../../../src/rerun/report.js';
import { sameTest } from '../../../src/rerun/test-id.js';

const SIGN = 'k1';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = (...events: object[]): string =>
  events.map((event) => `${JSON.stringify({ sign: SIGN, ...event })}\n`).join('');
const read = (files: Record<string, string>) => {
  const all = new Map(Object.entries(files).map(([name, text]) => [name, bytes(text)]));
  const { items, collected, foreign } = readReport(all, SIGN);
  return {
    statuses: Object.fromEntries([...items].map(([id, { status }]) => [id, status])),
    collected,
    foreign,
  };
};

test.each<{ title: string; files: Record<string, string>; is: object }>([
  {
    title: 'starts and ends',
    files: {
      'k1-py-1': lines({ ids: ['a', 'b', 'c'] }, { id: 'a' }, { id: 'a', status: 'pass' }, { id: 'b' }),
    },
    is: { statuses: { a: 'pass', b: 'started' }, collected: ['a', 'b', 'c'], foreign: 0 },
  },
  {
    title: 'the worst of several results',
    files: {
      'k1-py-1': lines({ id: 'a', status: 'pass' }, { id: 'a', status: 'fail' }, { id: 'a', status: 'pass' }),
    },
    is: { statuses: { a: 'fail' }, collected: ['a'], foreign: 0 },
  },
  {
    title: 'a later start takes no result back',
    files: { 'k1-py-1': lines({ id: 'a', status: 'pass' }), 'k1-py-2': lines({ id: 'a' }) },
    is: { statuses: { a: 'pass' }, collected: ['a'], foreign: 0 },
  },
  {
    title: 'a line that was cut off says nothing',
    files: { 'k1-node-1': `${lines({ id: 'a', status: 'fail' })}{"sign":"k1","id":"b","sta` },
    is: { statuses: { a: 'fail' }, collected: ['a'], foreign: 0 },
  },
  {
    title: 'files and lines that are not ours',
    files: {
      'results.json': '{}',
      'k1-py-1': `${JSON.stringify({ sign: 'x', id: 'a', status: 'pass' })}\nnot json\n`,
    },
    is: { statuses: {}, collected: [], foreign: 3 },
  },
  {
    title: 'go test -json: results, packages and output apart',
    files: {
      'k1-go-7': [
        { Action: 'start', Package: 'x/y' },
        { Action: 'run', Package: 'x/y', Test: 'TestA' },
        { Action: 'output', Package: 'x/y', Test: 'TestA', Output: '--- PASS: TestB (0.00s)\n' },
        { Action: 'pass', Package: 'x/y', Test: 'TestA', Elapsed: 0 },
        { Action: 'run', Package: 'x/y', Test: 'TestC' },
        { Action: 'skip', Package: 'x/y', Test: 'TestD' },
        { ImportPath: 'x/z', Action: 'build-fail' },
        { Action: 'fail', Package: 'x/y' },
      ]
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    },
    is: {
      statuses: { 'x/y.TestA': 'pass', 'x/y.TestC': 'started', 'x/y.TestD': 'skip' },
      collected: ['x/y.TestA', 'x/y.TestC', 'x/y.TestD'],
      foreign: 0,
    },
  },
  {
    title: 'a test called like a property of every object',
    files: {
      'k1-py-1': lines({ id: '__proto__', status: 'pass' }, { id: 'constructor', status: 'toString' }),
    },
    is: {
      statuses: { constructor: 'started', ['__proto__']: 'pass' },
      collected: ['__proto__', 'constructor'],
      foreign: 0,
    },
  },
])('a report: $title', ({ files, is }) => {
  expect(read(files)).toEqual(is);
});

test('TAP is read as claims, the worse of two counts', () => {
  const text = '1..4\nok 1 - a\nnot ok 2 - b\n  ok 3 - c # SKIP no\nok 4 - d\nnot ok 5 - d\nok\nokay then\n';
  expect(Object.fromEntries(tapClaims(text))).toEqual({ a: 'pass', b: 'fail', c: 'skip', d: 'fail' });
});

test.each([
  ['tests.test_a.A.test_x', 'test_x (tests.test_a.A)', true],
  ['tests.test_a.A.test_x', 'test_x (tests.test_a.A.test_x)', true],
  ['outer > inner', 'outer › inner', true],
  ['tests/a.py::test_x[a b - PASSED]', 'tests/a.py::test_x', true],
  ['tests/a.py::test_xy', 'tests/a.py::test_x', false],
  ['tests/a.py::test_x', 'tests/a.py::test_x[1]', false],
  ['a[1]', 'a', false],
])('%s is asked for by %s: %s', (reported, wanted, same) => {
  expect(sameTest(reported, wanted)).toBe(same);
});
