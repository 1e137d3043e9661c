import { expect, test } from 'vitest';
import type { Claim } from '../../../src/import/claim.js';
import { joinClaims } from '../../../src/import/join.js';
import { rolloutIds } from '../../../src/import/names.js';

const claim = (path: string, changes: Partial<Claim>): Claim => ({
  format: 'x',
  why: 'y',
  instance: 'a__a-1',
  attempt: null,
  parts: [],
  rank: 1,
  files: [{ path, place: '' } as Claim['files'][number]],
  read: async () => ({}),
  ...changes,
});
const verdict = (path: string, changes: Partial<Claim> = {}) =>
  claim(path, { parts: ['verdict'], rank: 0, ...changes });
const trace = (path: string, changes: Partial<Claim> = {}) =>
  claim(path, { parts: ['trajectory'], ...changes });
const patch = (path: string, changes: Partial<Claim> = {}) =>
  claim(path, { parts: ['patch'], rank: 2, ...changes });
const table = (path: string, changes: Partial<Claim> = {}) =>
  claim(path, { parts: ['verdict'], rank: 3, ...changes });

const shape = (claims: readonly Claim[], instance?: string): string[] =>
  joinClaims('run', claims, instance).map(
    ({ instance: task, claims: own, warnings }) =>
      `${task}: ${own.map(({ files }) => files[0]?.path).join(' + ')}${warnings.length > 0 ? ' !' : ''}`,
  );

test.each<[string, Claim[], string[]]>([
  [
    'an evaluation, a trajectory and a prediction of one task are one attempt',
    [patch('preds.json'), trace('a/a.traj'), verdict('logs/a/report.json')],
    ['a__a-1: logs/a/report.json + a/a.traj + preds.json'],
  ],
  [
    'two trajectories are two attempts, each with the verdict that lies nearer',
    [trace('one/t.json'), trace('two/t.json'), verdict('logs/two/r.json'), verdict('logs/one/r.json')],
    ['a__a-1: logs/two/r.json + two/t.json', 'a__a-1: logs/one/r.json + one/t.json'],
  ],
  [
    'a trajectory that could belong to two is an attempt of its own, and says so',
    [verdict('x/r.json'), verdict('y/r.json'), trace('t.json')],
    ['a__a-1: x/r.json', 'a__a-1: y/r.json', 'a__a-1: t.json !'],
  ],
  [
    'names that disagree keep claims apart, names that contain each other do not',
    [
      verdict('l/r.json', { attempt: 'run1/m-1' }),
      patch('p.jsonl', { attempt: 'm-1' }),
      patch('q.jsonl', { attempt: 'm-2' }),
    ],
    ['a__a-1: l/r.json + p.jsonl', 'a__a-1: q.jsonl'],
  ],
  [
    'the same name is nearer than one that merely contains it',
    [
      verdict('l/x/r.json', { attempt: 'run1/m-10' }),
      verdict('l/y/r.json', { attempt: 'run1/m-1' }),
      patch('p.jsonl', { attempt: 'm-1' }),
    ],
    ['a__a-1: l/x/r.json', 'a__a-1: l/y/r.json + p.jsonl'],
  ],
  [
    'a table of verdicts makes no attempt where there are others',
    [table('t.json'), verdict('r.json'), trace('a.traj')],
    ['a__a-1: r.json + a.traj'],
  ],
  ['a table of verdicts alone is one', [table('t.json')], ['a__a-1: t.json']],
  [
    'what names no task is about the only one of the run',
    [verdict('r.json'), trace('t.txt', { instance: null })],
    ['a__a-1: r.json + t.txt'],
  ],
  [
    'what names no task stays apart where there are several',
    [verdict('r.json'), verdict('s.json', { instance: 'b__b-2' }), trace('t.txt', { instance: null })],
    ['a__a-1: r.json', 'b__b-2: s.json', 'null: t.txt'],
  ],
])('%s', (_, claims, expected) => {
  expect(shape(claims)).toEqual(expected);
});

test('an instance that is asked for leaves the others out, and takes what names none', () => {
  const claims = [
    verdict('r.json'),
    verdict('s.json', { instance: 'b__b-2' }),
    trace('t', { instance: null }),
  ];
  expect(shape(claims, 'b__b-2')).toEqual(['b__b-2: s.json + t']);
});

test('ids are as short as tells rollouts apart', () => {
  const attempts = (run: string, ...claims: Claim[]) => joinClaims(run, claims);
  const two = [trace('a.traj'), trace('b.traj')];
  expect(rolloutIds(attempts('r1', trace('t')))).toEqual(['r1']);
  expect(rolloutIds(attempts('r1', ...two))).toEqual(['a', 'b']);
  expect(rolloutIds([...attempts('r1', ...two), ...attempts('r2', trace('t'))])).toEqual([
    'r1/a',
    'r1/b',
    'r2',
  ]);
  const same = [trace('x/t.traj', { attempt: 'n' }), trace('y/t.traj', { attempt: 'n' })];
  expect(rolloutIds(attempts('r1', ...same))).toEqual(['n', 'n#2']);
});
