/** What is one attempt by the names of its files, and what hostile names must not bring together. */
import { expect, test } from 'vitest';
import type { Claim, Part } from '../../../src/import/claim.js';
import { joinClaims } from '../../../src/import/join.js';
import { stemOf } from '../../../src/import/source.js';

const claim = (
  path: string,
  parts: readonly Part[],
  rank: Claim['rank'],
  called: Claim['called'],
): Claim => ({
  format: 'x',
  why: 'y',
  instance: null,
  attempt: null,
  ...(called && { called }),
  parts,
  rank,
  files: [{ path, place: '' } as Claim['files'][number]],
  read: async () => ({}),
});
const trace = (path: string): Claim => claim(path, ['trajectory'], 1, { names: [stemOf(path)] });
const patch = (path: string): Claim => claim(path, ['patch'], 2, { names: [stemOf(path)] });
const traces = (...paths: string[]): Claim[] => paths.map(trace);
const patches = (...paths: string[]): Claim[] => paths.map(patch);
/** A row of a table that has found its patch, and one that has found nothing. */
const row = (id: string, path: string, table: string): Claim => ({
  ...claim(path, ['verdict', 'patch'], 0, { names: [id, stemOf(path)], table }),
  attempt: id,
});
const lone = (id: string, table: string): Claim => ({
  ...claim(table, ['verdict'], 3, { names: [id], table }),
  attempt: id,
});

/** Files of each attempt; one that may belong to several is marked. */
const shape = (claims: readonly Claim[]): string[] =>
  joinClaims('run', claims)
    .map(
      ({ claims: own, warnings }) =>
        own.map(({ files }) => files[0]?.path).join(' ') + (warnings.length ? ' !' : ''),
    )
    .sort();

test.each<[string, Claim[], string[]]>([
  [
    'files of one folder that are called alike are one attempt',
    [...traces('a.json', 'b.json'), ...patches('a.diff', 'b.diff', 'c.diff')],
    ['a.json a.diff', 'b.json b.diff', 'c.diff'],
  ],
  [
    'so are those of a folder of patches and one of trajectories',
    [...traces('traces/a.json', 'traces/b.json'), ...patches('patches/a.diff', 'patches/b.diff')],
    ['traces/a.json patches/a.diff', 'traces/b.json patches/b.diff'],
  ],
  [
    'a trajectory above the patches, and one in a folder of its own, find theirs',
    [...traces('a.json', 'b/b.json', 'c/session.json'), ...patches('p/a.diff', 'p/b.diff', 'p/c.diff')],
    ['a.json p/a.diff', 'b/b.json p/b.diff', 'c/session.json p/c.diff'],
  ],
  [
    'the only trajectory among patches goes to the one that is called like it',
    [...traces('t/b.json'), ...patches('p/a.diff', 'p/b.diff')],
    ['p/a.diff', 't/b.json p/b.diff'],
  ],
  [
    'in a folder for each attempt the names of files say nothing',
    [...traces('a/session.json', 'b/session.json'), ...patches('a/patch.diff', 'b/patch.diff')],
    ['a/session.json a/patch.diff', 'b/session.json b/patch.diff'],
  ],
  [
    'a patch and a trajectory that were lost in two such folders stay apart',
    [...traces('a/s.json', 'b/s.json'), ...patches('a/p.diff', 'c/p.diff')],
    ['a/s.json a/p.diff', 'b/s.json', 'c/p.diff'],
  ],
  [
    'a name that is the beginning of another is not that name',
    [row('1', '1.diff', 'r.csv'), ...traces('10.json'), ...patches('10.diff')],
    ['1.diff', '10.json 10.diff'],
  ],
  [
    'a row, its patch and its trajectory are one attempt, and a row without a patch is that of its trajectory',
    [
      row('a', 'p/a.diff', 'r.csv'),
      row('b', 'p/b.diff', 'r.csv'),
      lone('c', 'r.csv'),
      ...traces('c.json', 'b/b.json'),
    ],
    ['c.json r.csv', 'p/a.diff', 'p/b.diff b/b.json'],
  ],
  [
    'a row is of a folder that is called like it',
    [lone('a', 'r.csv'), lone('b', 'r.csv'), ...traces('a/s.json', 'b/s.json')],
    ['a/s.json r.csv', 'b/s.json r.csv'],
  ],
  [
    'a row that nothing is called like makes no attempt',
    [lone('a', 'r.csv'), ...traces('b.json')],
    ['b.json'],
  ],
  [
    'where no name of a folder comes twice, nobody guesses',
    [...traces('one.json', 'two.json'), ...patches('x.diff', 'y.diff')],
    ['one.json', 'two.json', 'x.diff !', 'y.diff !'],
  ],
  [
    'a trajectory and a patch alone are one attempt, whatever they are called',
    [...traces('session.json'), ...patches('patch.diff')],
    ['session.json patch.diff'],
  ],
])('%s', (_, claims, expected) => {
  expect(shape(claims)).toEqual(expected);
});

test.each<[string, Claim[], string[]]>([
  [
    'a trajectory that an agent called like its peer',
    [...traces('a/a.json', 'a/workspace/b.json'), ...patches('a/a.diff', 'b/b.diff')],
    ['a/a.json a/a.diff', 'a/workspace/b.json', 'b/b.diff !'],
  ],
  [
    'several of them',
    [...traces('a/a.json', 'a/w/b.json', 'a/w/z.json'), ...patches('a/a.diff', 'b/b.diff')],
    ['a/a.json a/a.diff', 'a/w/b.json', 'a/w/z.json', 'b/b.diff !'],
  ],
  [
    'one in the folder of an attempt whose patch lies with the others',
    [...traces('a/a.json', 'a/b.json'), ...patches('p/a.diff', 'p/b.diff')],
    ['a/a.json p/a.diff', 'a/b.json', 'p/b.diff !'],
  ],
  [
    'one beside its own, called like the patch of a peer',
    [...traces('r1/session.json', 'r1/solution.json'), ...patches('r1/patch.diff', 'r2/solution.diff')],
    ['r1/patch.diff !', 'r1/session.json', 'r1/solution.json', 'r2/solution.diff !'],
  ],
  [
    'a folder that is called like a peer',
    [...traces('a/b/s.json', 'b/s.json'), ...patches('p/a.diff', 'p/b.diff')],
    ['a/b/s.json', 'b/s.json p/b.diff', 'p/a.diff !'],
  ],
  [
    'a table in an own folder: its rows are none of a peer',
    [lone('b', 'a/w/r.csv'), row('a', 'a/w/a.diff', 'a/w/r.csv'), ...traces('a/s.json', 'b/s.json')],
    ['a/s.json', 'a/w/a.diff', 'b/s.json'],
  ],
])('not joined with what belongs to another: %s', (_, claims, expected) => {
  expect(shape(claims)).toEqual(expected);
});
