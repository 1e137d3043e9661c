/** What an import refuses, names and leaves out while it takes the rest. */
import { spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../support/folder.js';
import { IMPORT_FIXTURES, importing } from '../../support/import.js';
import { put, someRuns } from '../../support/runs.js';

test('one bad file never stops the rest', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 2, 3);
  await put(
    join(folder, 'run0/a__a-1/a__a-1.traj.json'),
    '{"trajectory_format": "mini-swe-agent-1.1", "messages": [{',
  );
  await put(join(folder, 'run0/a__a-2/a__a-2.traj.json.gz'), 'no gzip');
  await put(join(folder, 'run1/preds.json'), '\u0000\u0001');
  const { groups, problems } = await importing(paths, join(folder, 'out'));
  expect(groups.map(({ status }) => status)).toEqual(['written', 'written', 'written']);
  expect(problems.join()).toMatch(/a__a-2\.traj\.json.*gzip/);
});

const PREDICTION = '{"instance_id":"a__a-0","model_patch":"x","model_name_or_path":"m"}';

test.each([
  ['preds.json', 'ends in the middle of its JSON', `{"a__a-0":${PREDICTION},"a__a-1":{"model_pa`],
  ['all_preds.jsonl', 'line 2 ends in the middle of its JSON', `${PREDICTION}\n{"instance_id":"a__a-1","mod`],
  ['list.json', 'is no JSON: it holds NUL bytes', '\0\0\0'],
  ['chat.json', 'ends in the middle of its JSON', '{"messages":'],
  ['chat.json', 'is no JSON', '{"messages":}'],
  ['escapes.json', 'ends in the middle of its JSON', `{"a": "${'\\n'.repeat(7e6)}`],
  ['deep.json', 'is nested deeper than 1000 levels', `${'['.repeat(5000)}${']'.repeat(5000)}`],
])('%s, which %s, is named beside others and alone', async (name, why, content) => {
  const folder = await freshFolder();
  const [path = ''] = await someRuns(folder, 1, 1);
  await put(join(path, name), content);
  const { groups, problems } = await importing([path], join(folder, 'out'));
  expect(groups[0]?.status).toBe('written');
  expect(problems).toEqual([`run0/${name}: ${why}`]);
  const alone = join(path, name);
  const said = await importing([alone], join(folder, 'alone')).then(
    (imported) => imported.groups.flatMap(({ warnings }) => warnings),
    ({ message }: Error) => [`${name}: ${message}`],
  );
  expect(said).toContain(`${name}: ${why}`);
});

test('a file of JSON with a text of megabytes beside the runs is no problem', async () => {
  const folder = await freshFolder();
  const [path = ''] = await someRuns(folder, 1, 1);
  await put(join(path, 'log.json'), JSON.stringify({ log: 'x'.repeat(15e6) }));
  const { groups, problems } = await importing([path], join(folder, 'out'));
  expect([groups[0]?.status, problems]).toEqual(['written', []]);
});

test('a torn file among others that hold nothing is named by what is refused', async () => {
  const folder = await freshFolder();
  await put(join(folder, 'run/notes.md'), '# Notes\n');
  await put(join(folder, 'run/preds.json'), '{"a__a-0": {"mod');
  await expect(importing([join(folder, 'run')], join(folder, 'out'))).rejects.toThrow(
    /holds no trial .*; preds\.json: ends in the middle of its JSON$/,
  );
});

test('a path that holds nothing is named, and the others are imported', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 2, 1);
  await mkdir(join(folder, 'empty'));
  const refused: string[] = [];
  const { groups } = await importing(
    [...paths, join(folder, 'empty'), join(folder, 'gone')],
    join(folder, 'out'),
    { events: { refused: ({ place, message }) => refused.push(`${place.file}: ${message}`) } },
  );
  expect(groups.map(({ status, rollouts }) => [status, rollouts])).toEqual([['written', 2]]);
  expect(refused).toEqual([
    `${join(folder, 'empty')}: is a folder without files`,
    `${join(folder, 'gone')}: is missing`,
  ]);
});

test('a file that cannot be read is told once, and a name that is no text is left out', async () => {
  const folder = await freshFolder();
  const [path = ''] = await someRuns(folder, 1, 1);
  await put(join(path, 'x.traj.json.gz'), 'no gzip');
  await mkdir(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff])]));
  const { groups, problems } = await importing([path], join(folder, 'out'));
  expect(groups[0]?.status).toBe('written');
  expect(problems).toEqual([
    'run0/\ufffd: has a name that is not UTF-8, and is left out; rename it',
    expect.stringMatching(/^run0\/x\.traj\.json: .*gzip/),
  ]);
});

test('a pipe is refused, and nobody waits for it', async () => {
  const folder = await freshFolder();
  const pipe = join(folder, 'session.jsonl');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  await expect(importing([pipe], join(folder, 'out'))).rejects.toThrow(/neither a folder nor a regular file/);
});

test('a group that cannot be made is named, and the others are written', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 1, 2);
  const { groups } = await importing(paths, join(folder, 'out'), {
    given: (instance) =>
      instance === 'a__a-0' ? { task: {} } : { task: { image: { ref: 'box', workdir: '/w' } } },
  });
  expect(groups.map(({ status, fault }) => [status, fault?.message])).toEqual([
    ['failed', expect.stringMatching(/which repository a__a-0 was worked on; name it with --repo/)],
    ['written', undefined],
  ]);
});

test.each([`a/${'b'.repeat(10_000)}`, '-a/b', '../..', 'a/b/c'])(
  'the repository %j is asked for, as one that nobody recorded',
  async (repo) => {
    const folder = await freshFolder();
    const paths = await someRuns(folder, 1, 1);
    const task = { repo, base_commit: '0'.repeat(40) };
    const { groups } = await importing(paths, join(folder, 'out'), { given: () => ({ task }) });
    expect(groups[0]?.fault?.message).toMatch(/no file says which repository a__a-0 was worked on/);
  },
);

test.each([
  [
    'autocoderover',
    'run1/shelf__shelf-1_2026-01-01_00-00-00/cost.json',
    'shelf__shelf-1_2026-01-01_00-00-00',
  ],
  [
    'autocoderover',
    'run1/shelf__shelf-1_2026-01-01_00-00-00/extracted_patch_1.diff',
    'shelf__shelf-1_2026-01-01_00-00-00',
  ],
  ['terminal-bench', 'run1/fix-shelf.1-of-1.run1/commands.txt', 'fix-shelf.1-of-1.run1'],
  ['harbor', 'run1/fix-shelf__abc1234/verifier/test-stdout.txt', 'fix-shelf__abc1234'],
  ['swebench', 'run1/logs/run_evaluation/r1/m-1/shelf__shelf-1/report.json', 'm-1/shelf__shelf-1'],
  ['swebench', 'run1/logs/run_evaluation/r1/m-1/shelf__shelf-1/patch.diff', 'm-1/shelf__shelf-1'],
  ['claude-code', 'run1/S1/subagents/agent-a1.jsonl', 'run1'],
])('%s: the lone file %s is refused, and its trial is named', async (format, path, trial) => {
  const importingIt = importing([join(IMPORT_FIXTURES, format, path)], join(await freshFolder(), 'out'));
  await expect(importingIt).rejects.toThrow(new RegExp(`is a part of a trial.*import .*/${trial}$`));
});

test('a folder without a trial is refused', async () => {
  const folder = await freshFolder();
  await put(join(folder, 'run/notes.md'), '# Notes\n');
  await expect(importing([join(folder, 'run')], join(folder, 'out'))).rejects.toThrow(
    /holds no trial .*import --help/,
  );
  await expect(importing([join(folder, 'gone')], join(folder, 'out'))).rejects.toThrow(/is missing/);
});

test('an instance that a run does not have is refused with those that it has', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 1, 2);
  const asking = importing(paths, join(folder, 'out'), { instance: 'b__b-1' });
  await expect(asking).rejects.toThrow(/holds nothing of "b__b-1"; it has "a__a-0", "a__a-1"/);
});

test.each([
  ['.', 'run0', /lies in/],
  ['run0', 'link', /is the same as ".*run0"/],
  ['run0/', 'run0', /is the same as/],
])('%s and %s share files, and are refused', async (first, second, reason) => {
  const folder = await freshFolder();
  await someRuns(folder, 1, 1);
  await symlink('run0', join(folder, 'link'));
  const paths = [`${folder}/${first}`, `${folder}/${second}`];
  await expect(importing(paths, join(folder, 'out'))).rejects.toThrow(reason);
});

test('a place that takes no folder is a fault that names it', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 1, 1);
  await put(join(folder, 'file'), '');
  const { groups } = await importing(paths, join(folder, 'file', 'out'));
  expect(groups[0]?.fault?.place.file).toBe(join(folder, 'file', 'out'));
});
