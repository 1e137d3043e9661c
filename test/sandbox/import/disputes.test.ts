/** What an import makes of places that contradict one another on a verdict. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ImportRequest } from '../../../sandbox/import/run.js';
import { freshFolder } from '../../support/folder.js';
import { groupAt, importing } from '../../support/import.js';
import { put } from '../../support/runs.js';

const ID = 'a__a-1';
const own = (resolved: boolean): string => JSON.stringify({ [ID]: { resolved } });
const over = (...lists: string[]): string =>
  JSON.stringify({ resolved_ids: [], ...Object.fromEntries(lists.map((list) => [list, [ID]])) });
const folderOf = (run: string, model: string): string => `logs/run_evaluation/${run}/${model}/${ID}`;
const [R1, R2] = [folderOf('r', 'm-1'), folderOf('r', 'm-2')];
const DISPUTED = { status: 'unknown', reason: 'reports contradict one another on its verdict' };

type Files = Readonly<Record<string, string>>;

/** Per attempt whether it passed, its validity, and all warnings but that on the statement. */
async function imported(files: Files, changes: Partial<ImportRequest> = {}) {
  const run = join(await freshFolder(), 'run');
  for (const [path, content] of Object.entries(files)) await put(join(run, path), content);
  const { groups } = await importing([run], `${run}-out`, changes);
  const rollouts = groupAt(`${run}-out`).rollouts.map(({ passed, validity }) =>
    validity === undefined ? passed : [passed, validity],
  );
  const warnings = groups.flatMap((group) => group.warnings);
  return { rollouts, warnings: warnings.filter((text) => !text.startsWith('no statement')) };
}

const END = 'the latter is believed, which is about this attempt alone and nearest to its tests';

test.each<[string, Files, string]>([
  [
    'a pass that the report of the run lists as unresolved',
    { [`${R1}/report.json`]: own(true), [`${R1}/patch.diff`]: 'd', 'm-1.r.json': over('unresolved_ids') },
    `m-1.r.json says that it did not pass, but ${R1}/report.json says that it passed; ${END}`,
  ],
  [
    'a pass that the report of the run lists as an error',
    { [`${R1}/report.json`]: own(true), [`${R1}/patch.diff`]: 'd', 'm-1.r.json': over('error_ids') },
    `m-1.r.json says that it did not pass (the report of the run lists it as an error), but ${R1}/report.json says that it passed; ${END}`,
  ],
  [
    'a failure that the report of the run lists as resolved',
    { [`${R1}/report.json`]: own(false), [`${R1}/patch.diff`]: 'd', 'm-1.r.json': over('resolved_ids') },
    `m-1.r.json says that it passed, but ${R1}/report.json says that it did not pass; ${END}`,
  ],
  [
    'a failure in a log of the first versions, whose run lists it as resolved',
    {
      [`${ID}.m-1.eval.log`]: '>>>>> Patch Apply Failed:\n',
      'p.json': JSON.stringify([{ instance_id: ID, model_patch: 'd', model_name_or_path: 'm-1' }]),
      'm-1.r.json': over('resolved_ids'),
    },
    `m-1.r.json says that it passed, but ${ID}.m-1.eval.log says that it did not pass; ${END}`,
  ],
])('%s stands, and both files are named', async (_, files, warning) => {
  const { rollouts, warnings } = await imported(files);
  expect(rollouts).toEqual([Object.values(files).includes(own(true))]);
  expect(warnings).toEqual([warning]);
});

test('a report says something of the attempt after which it is called, and nothing of others', async () => {
  const both = {
    [`${R1}/report.json`]: own(true),
    [`${R1}/patch.diff`]: 'd',
    [`${R2}/report.json`]: own(false),
    [`${R2}/patch.diff`]: 'd',
  };
  const agreed = { ...both, 'm-1.r.json': over('resolved_ids'), 'm-2.r.json': over('unresolved_ids') };
  expect(await imported(agreed)).toEqual({ rollouts: [true, false], warnings: [] });
  const { rollouts, warnings } = await imported({ ...agreed, 'm-2.r.json': over('resolved_ids') });
  expect(rollouts).toEqual([true, false]);
  expect(warnings).toEqual([
    expect.stringMatching(/^m-2\.r\.json says that it passed, but \S+\/m-2\/a__a-1\/report\.json says/),
  ]);
  // Nothing says of which of them it speaks.
  expect(await imported({ ...both, 'x.json': over('unresolved_ids') })).toMatchObject({ warnings: [] });
});

test('a report on an attempt that has a verdict is none on another that has none', async () => {
  const { rollouts } = await imported({
    [`${R1}/report.json`]: own(true),
    [`${R1}/patch.diff`]: 'd',
    'p.json': JSON.stringify([{ instance_id: ID, model_patch: 'd', model_name_or_path: 'm-2' }]),
    'm-1.r.json': over('resolved_ids'),
  });
  expect(rollouts).toEqual([
    true,
    [false, { status: 'unknown', reason: 'no verdict of tests was found; give one with --results' }],
  ]);
});

const PREDICTED = {
  'p.json': JSON.stringify([{ instance_id: ID, model_patch: 'd', model_name_or_path: 'm' }]),
};

test('where two reports over runs contradict each other there is no verdict, unless one is given', async () => {
  const files = { ...PREDICTED, 'm.a.json': over('resolved_ids'), 'm.b.json': over('unresolved_ids') };
  const { rollouts, warnings } = await imported(files);
  expect(rollouts).toEqual([[true, DISPUTED]]);
  expect(warnings).toEqual([
    'm.b.json says that it did not pass, but m.a.json says that it passed; nothing says which is right, so it has no verdict; take one of them out, or give one with --results',
  ]);
  expect(await imported(files, { override: () => ({ passed: false }) })).toEqual({
    rollouts: [false],
    warnings: [],
  });
});

test('a report that lists an instance twice says nothing of it', async () => {
  const reason = 'the report of the run lists it under resolved_ids and under unresolved_ids';
  const files = { ...PREDICTED, 'm.a.json': over('resolved_ids', 'unresolved_ids') };
  expect(await imported(files)).toEqual({
    rollouts: [[false, { status: 'unknown', reason }]],
    warnings: [reason],
  });
});

test('a report that says something else than the log written with it is believed, and both are named', async () => {
  const line = '2024-01-01 00:00:00,000 - INFO - report: {}\n';
  const { rollouts, warnings } = await imported({
    [`${R1}/report.json`]: own(true),
    [`${R1}/patch.diff`]: 'd',
    [`${R1}/run_instance.log`]: `${line}Result for ${ID}: resolved: False\n`,
  });
  expect(rollouts).toEqual([true]);
  expect(warnings).toEqual([
    `${R1}/run_instance.log says resolved: false, but ${R1}/report.json true; the report is believed, which has the tests`,
  ]);
});

test('a group is made anew when a report changes that agreed with its verdicts', async () => {
  const run = join(await freshFolder(), 'run');
  await put(join(run, R1, 'report.json'), own(true));
  await put(join(run, R1, 'patch.diff'), 'd');
  await put(join(run, 'm-1.r.json'), over('resolved_ids'));
  await importing([run], `${run}-out`);
  await put(join(run, 'm-1.r.json'), over('unresolved_ids'));
  const { groups } = await importing([run], `${run}-out`);
  expect(groups.map(({ status }) => status)).toEqual(['written']);
});

const TABLE = {
  'a.diff': 'd',
  'a.json': '[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]',
  'b.diff': 'e',
};

test.each<[string, string, readonly unknown[], readonly string[]]>([
  ['says the same', 'a,1', [true, true], []],
  [
    'says something else',
    'a,0',
    [[false, { status: 'unknown', reason: 'rows contradict one another on its verdict' }], true],
    ['rows of results.csv contradict one another on "a"; keep one of them'],
  ],
])('a second row on the same patch is no second attempt: %s', async (_, row, rollouts, warnings) => {
  const found = await imported({ ...TABLE, 'results.csv': `id,passed\na,1\nb,1\n${row}\n` });
  expect(found).toEqual({ rollouts, warnings });
});
