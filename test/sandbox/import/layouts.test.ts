/** The layouts that a user may give patches, trajectories and verdicts in. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../../sandbox/import/results.js';
import { freshFolder } from '../../support/folder.js';
import { groupAt, importing } from '../../support/import.js';
import { put, someRuns } from '../../support/runs.js';

const chat = (word: string): string =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'Fix it.' },
      { role: 'assistant', content: word },
    ],
  });
const TABLE = 'attempt,passed\na,1\nb,1\nc,0\nd,1\n';

/** Files with what fits their names; patches and trajectories say whose they are. */
async function laidOut(paths: readonly string[]): Promise<string> {
  const run = join(await freshFolder(), 'run');
  for (const path of paths) {
    const owner = /(?:^|\/)([a-d])[./]/.exec(path)?.[1] ?? '';
    const content = path.endsWith('.csv') ? TABLE : path.endsWith('.json') ? chat(owner) : `diff ${owner}\n`;
    await put(join(run, path), content);
  }
  return run;
}

const rolloutsAt = (folder: string): unknown[] =>
  groupAt(folder).rollouts.map(({ passed, validity, patch, trajectory, extra }) => {
    const { sources } = (extra?.['import'] ?? { sources: [] }) as { sources: { files: string[] }[] };
    const files = new Set(sources.flatMap((source) => source.files).filter((file) => !file.endsWith('.csv')));
    return [
      [...files].sort().join(' '),
      passed,
      validity?.status ?? 'valid',
      patch !== null,
      trajectory !== undefined,
    ];
  });

const FLAT = ['a.diff', 'a.json', 'b.diff', 'b.json', 'c.diff', 'd.diff'];
const SIBLINGS = [
  'patches/a.diff',
  'patches/b.diff',
  'patches/c.diff',
  'patches/d.diff',
  'traces/a.json',
  'traces/b.json',
];
const ABOVE = [...SIBLINGS.slice(0, 4), 'a.json', 'b/b.json'];
const FOLDERS = [
  'a/patch.diff',
  'a/session.json',
  'b/patch.diff',
  'b/session.json',
  'c/patch.diff',
  'd/patch.diff',
];
const OWN = ['a/a.diff', 'a/a.json', 'b/b.diff', 'b/b.json', 'c/c.diff', 'd/d.diff'];

test.each(
  [FLAT, SIBLINGS, ABOVE, FOLDERS, OWN].flatMap((layout) =>
    ['patches', 'auto', 'openai-chat'].map((format) => [format, layout] as const),
  ),
)('%s: %j with a table are four attempts, two with trajectories', async (format, layout) => {
  const run = await laidOut([...layout, 'results.csv']);
  // Formats of trajectories read no tables; the same one is given by name.
  const table = format === 'openai-chat' ? await readResults(join(run, 'results.csv')) : null;
  const strayed: unknown[] = [];
  const { problems } = await importing([run], `${run}-out`, {
    format,
    override: (attempt, all) => table?.of(attempt, all),
    rows: table?.ids,
    events: { strayed: (...row) => strayed.push(row) },
  });
  expect([problems, strayed, table?.unused() ?? [], table?.doubtful() ?? []]).toEqual([[], [], [], []]);
  const filesOf = (owner: string) =>
    layout
      .filter((path) => new RegExp(`(?:^|/)${owner}[./]`).test(path))
      .sort()
      .join(' ');
  expect(rolloutsAt(`${run}-out`).sort()).toEqual(
    [
      [filesOf('a'), true, 'valid', true, true],
      [filesOf('b'), true, 'valid', true, true],
      [filesOf('c'), false, 'valid', true, false],
      [filesOf('d'), true, 'valid', true, false],
    ].sort(),
  );
});

test('a row of an attempt that handed in nothing is that of its trajectory', async () => {
  const run = await laidOut(['a.diff', 'a.json', 'b.diff', 'd.diff', 'c.json', 'results.csv']);
  await importing([run], `${run}-out`);
  expect(rolloutsAt(`${run}-out`)).toContainEqual(['c.json', false, 'valid', false, true]);
});

test('a row of a table in the run that finds nothing is told, where others find their files', async () => {
  const run = await laidOut(['a.diff', 'b.diff', 'results.csv']);
  const strayed: unknown[] = [];
  await importing([run], `${run}-out`, { events: { strayed: (...row) => strayed.push(row) } });
  expect(strayed).toEqual([['run/results.csv', ['c', 'd']]]);
  const other = await laidOut(['x.diff', 'results.csv']);
  await importing([other], `${other}-out`, { events: { strayed: (...row) => strayed.push(row) } });
  expect(strayed).toHaveLength(1);
});

test('patches that no trajectory goes with are named where trajectories alone are asked for', async () => {
  const run = await laidOut(FLAT);
  const { groups, problems } = await importing([run], `${run}-out`, { format: 'openai-chat' });
  expect(groups.map(({ rollouts }) => rollouts)).toEqual([2]);
  expect(problems).toEqual([
    expect.stringMatching(
      /^run\/c\.diff: is a patch that no trajectory goes with, and is left out with 1 more;/,
    ),
  ]);
});

test('two patches of one name are two attempts, and none of them is that of the trajectory', async () => {
  const run = await laidOut(['traces/a.json', 'traces/b.json', 'old/a.diff', 'new/a.diff']);
  const { groups } = await importing([run], `${run}-out`);
  expect(
    groups.map(({ rollouts, warnings }) => [rollouts, warnings.filter((text) => /may belong/.test(text))]),
  ).toEqual([
    [
      4,
      [
        expect.stringMatching(
          /^new\/a\.diff may belong to several attempts.*call all files of an attempt alike/,
        ),
        expect.stringMatching(/^old\/a\.diff/),
      ],
    ],
  ]);
});

test('a row takes the patch of its own name, not one of a longer name', async () => {
  const run = await laidOut([]);
  await put(join(run, 'results.csv'), 'id,passed\nv1,0\nv1.2,1\n');
  await put(join(run, 'v1.2.diff'), 'diff of v1.2\n');
  await put(join(run, 'v1.diff'), 'diff of v1\n');
  await importing([run], `${run}-out`);
  expect(rolloutsAt(`${run}-out`)).toEqual([
    ['v1.diff', false, 'valid', true, false],
    ['v1.2.diff', true, 'valid', true, false],
  ]);
});

test('the name of a row that two attempts have decides over neither, unless it is nearer to one', async () => {
  const run = await laidOut(['a/w/s.json', 'b/s.json']);
  const table = join(run, '..', 'verdicts.csv');
  await put(table, 'id,passed\ns,1\n');
  const results = await readResults(table);
  await importing([run], `${run}-out`, { override: results.of });
  expect(groupAt(`${run}-out`).rollouts.map(({ passed }) => passed)).toEqual([false, false]);
  expect([results.unused(), results.doubtful()]).toEqual([[], ['s']]);
  await put(table, 'id,passed\nb/s.json,1\n');
  const nearer = await readResults(table);
  await importing([run], `${run}-again`, { override: nearer.of });
  expect(groupAt(`${run}-again`).rollouts.map(({ passed }) => passed)).toEqual([false, true]);
  expect(nearer.doubtful()).toEqual([]);
});

test('a row on an attempt at another task than the one that is asked for is not lost', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 1, 2);
  await put(join(folder, 'verdicts.csv'), 'id,passed\na__a-0,1\na__a-1,0\na__a-2,0\n');
  const results = await readResults(join(folder, 'verdicts.csv'));
  await importing(paths, join(folder, 'out'), { instance: 'a__a-0', override: results.of });
  expect(groupAt(join(folder, 'out')).rollouts.map(({ passed }) => passed)).toEqual([true]);
  expect(results.unused()).toEqual(['a__a-2']);
});
