import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../../sandbox/import/dataset.js';
import { labelsOf } from '../../../sandbox/import/plan.js';
import { freshFolder } from '../../support/folder.js';
import { groupAt, IMPORT_FIXTURES, importing, runsOf } from '../../support/import.js';

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

const traj = (submission: string): string =>
  JSON.stringify({
    info: { exit_status: 'Submitted', submission },
    messages: [{ role: 'user', content: 'Fix.' }],
    trajectory_format: 'mini-swe-agent-1.1',
  });

/** Runs with some attempts at some tasks. */
async function someRuns(folder: string, runs: number, tasks: number): Promise<string[]> {
  const paths = Array.from({ length: runs }, (_, run) => join(folder, `run${run}`));
  for (const path of paths)
    for (let task = 0; task < tasks; task++) {
      const name = `a__a-${task}`;
      await put(join(path, name, `${name}.traj.json`), traj(`diff of ${task}\n`));
    }
  return paths;
}

test('several tasks become a folder of groups, and the same import again does nothing', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 3, 4);
  const out = join(folder, 'out');
  const first = await importing(paths, out);
  expect(first.groups.map(({ status, rollouts }) => [status, rollouts])).toEqual(
    Array(4).fill(['written', 3]),
  );
  expect((await readdir(out)).sort()).toEqual(['a__a-0', 'a__a-1', 'a__a-2', 'a__a-3']);
  const again = await importing(paths, out);
  expect(again.groups.map(({ status }) => status)).toEqual(Array(4).fill('kept'));
});

test('a group whose files have changed is made anew, and nothing is left beside it', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 2, 2);
  const out = join(folder, 'out');
  await importing(paths, out);
  await put(join(folder, 'run1/a__a-1/a__a-1.traj.json'), traj('another diff\n'));
  const { groups } = await importing(paths, out);
  expect(groups.map(({ group_id, status }) => [group_id, status])).toEqual([
    ['a__a-0', 'kept'],
    ['a__a-1', 'written'],
  ]);
  expect(await readFile(join(out, 'a__a-1/rollouts/02-run1/patch.diff'), 'utf8')).toBe('another diff\n');
  expect((await readdir(out)).sort()).toEqual(['a__a-0', 'a__a-1']);
});

test('what gagar import did not write is never replaced', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 1, 1);
  await put(join(folder, 'out/notes.txt'), 'mine');
  const { groups } = await importing(paths, join(folder, 'out'));
  expect(groups[0]?.status).toBe('failed');
  expect(groups[0]?.fault?.message).toMatch(/did not write/);
  expect(await readdir(join(folder, 'out'))).toEqual(['notes.txt']);
});

test('folders that are named after their tasks make a group each, however deep the path begins', async () => {
  const folder = await freshFolder();
  const event = { id: 0, timestamp: 't', source: 'user', action: 'message', args: { content: 'Fix.' } };
  const tasks = ['a__a-1', 'a__a-2'].map((task) => join(folder, 'run', task));
  for (const task of tasks) await put(join(task, 'events', '0.json'), JSON.stringify(event));
  for (const paths of [tasks, [join(folder, 'run')]]) {
    const { groups } = await importing(paths, join(folder, `out${paths.length}`));
    expect(groups.map(({ group_id }) => group_id)).toEqual(['a__a-1', 'a__a-2']);
  }
});

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

test('a file beside very much is taken as it is: nothing is read through to say where it belongs', async () => {
  const folder = await freshFolder();
  const path = join(folder, 'conversation_round_0.json');
  await put(path, JSON.stringify([{ role: 'user', content: 'search_method_in_file(method_name: str' }]));
  await put(join(folder, 'extracted_patch_1.diff'), 'diff');
  const importingIt = importing([join(folder, 'extracted_patch_1.diff')], join(folder, 'out'));
  await expect(importingIt).rejects.toThrow(/part of a trial/);
  await put(join(folder, 'large.bin'), '');
  await truncate(join(folder, 'large.bin'), 129 * 1024 * 1024);
  const { groups } = await importing([join(folder, 'extracted_patch_1.diff')], join(folder, 'out'));
  expect(groups[0]?.status).toBe('written');
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

test('links in a run are not followed: what an agent linked does not come into the group', async () => {
  const folder = await freshFolder();
  const [path = ''] = await someRuns(folder, 1, 1);
  await put(join(folder, 'secret.diff'), 'secret');
  await symlink(join(folder, 'secret.diff'), join(path, 'a__a-0', 'a__a-0.diff'));
  await importing([path], join(folder, 'out'));
  expect(await readFile(join(folder, 'out/rollouts/01-run0/patch.diff'), 'utf8')).toBe('diff of 0\n');
});

test('raw files are kept byte for byte, packed ones as they are', async () => {
  const folder = await freshFolder();
  const { gzipSync } = await import('node:zlib');
  const packed = gzipSync(traj('x\n'));
  await mkdir(join(folder, 'run'), { recursive: true });
  await writeFile(join(folder, 'run/a__a-0.traj.json.gz'), packed);
  await importing([join(folder, 'run')], join(folder, 'out'));
  const { rollouts } = groupAt(join(folder, 'out'));
  const file = rollouts[0]?.trajectory?.file as { path: string };
  expect(file.path).toMatch(/\.traj\.json\.gz$/);
  expect(await readFile(join(folder, 'out', file.path))).toEqual(packed);
});

test('a table among the artifacts of a trial is no table of results', async () => {
  const folder = await freshFolder();
  const trial = join(folder, 'run/trial');
  await put(
    join(trial, 'result.json'),
    JSON.stringify({ task_name: 't', trial_name: 'a', verifier_result: { rewards: { reward: 0 } } }),
  );
  await put(join(trial, 'verifier/test-stdout.txt'), '1 failed');
  await put(join(trial, 'artifacts/results.csv'), 'id,passed\nx,true\n');
  await put(join(trial, 'artifacts/patches/x.diff'), 'diff');
  await importing([join(folder, 'run')], join(folder, 'out'));
  expect(groupAt(join(folder, 'out')).rollouts.map(({ id, passed }) => [id, passed])).toEqual([
    ['run', false],
  ]);
});

test('a table of results decides by id, by file and by run', async () => {
  const folder = await freshFolder();
  const paths = runsOf('claude-code');
  const table = await readResults(join(IMPORT_FIXTURES, 'claude-code', 'results.csv'));
  await importing(paths, join(folder, 'out'), { override: (attempt) => table.of(attempt) });
  expect(table.unused()).toEqual([]);
  expect(
    groupAt(join(folder, 'out')).rollouts.map(({ id, passed, validity }) => [id, passed, validity?.status]),
  ).toEqual([
    ['run1/S1', true, undefined],
    ['run1/S2', false, undefined],
    ['run2', false, 'unknown'],
  ]);
});

test('a table is asked for verdicts, and says which of its rows decided nothing', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 2, 1);
  await put(join(folder, 'costs.csv'), 'id,cost\nrun0,1\n');
  await expect(readResults(join(folder, 'costs.csv'))).rejects.toThrow(/no row with an id and a verdict/);
  await put(join(folder, 'results.csv'), 'id,passed\nrun0,1\nrun-1,0\n');
  const table = await readResults(join(folder, 'results.csv'));
  await importing(paths, join(folder, 'out'), { override: (attempt) => table.of(attempt) });
  expect(table.unused()).toEqual(['run-1']);
});

test('another verdict, statement or base makes the group anew', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 1, 1);
  const importIt = async (passed: boolean, statement: string) => {
    const { groups } = await importing(paths, join(folder, 'out'), {
      override: () => ({ passed }),
      given: () => ({ task: { statement, image: { ref: 'box:1', workdir: '/w' } } }),
    });
    return groups[0]?.status;
  };
  expect(await importIt(false, 'Fix.')).toBe('written');
  expect(await importIt(false, 'Fix.')).toBe('kept');
  expect(await importIt(true, 'Fix.')).toBe('written');
  expect(await importIt(true, 'Mend.')).toBe('written');
  expect(groupAt(join(folder, 'out')).rollouts[0]?.passed).toBe(true);
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

test('a group that lies among its runs is not imported again', async () => {
  const folder = await freshFolder();
  await someRuns(folder, 1, 1);
  const out = join(folder, 'group');
  await importing([folder], out);
  const { groups } = await importing([folder], out);
  expect(groups.map(({ status, rollouts }) => [status, rollouts])).toEqual([['kept', 1]]);
});

test('a place that takes no folder is a fault that names it', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 1, 1);
  await put(join(folder, 'file'), '');
  const { groups } = await importing(paths, join(folder, 'file', 'out'));
  expect(groups[0]?.fault?.place.file).toBe(join(folder, 'file', 'out'));
});

test('labels are the shortest ends of paths that differ', () => {
  expect(labelsOf(['runs/a/', 'runs/b', './c'])).toEqual(['a', 'b', 'c']);
  expect(labelsOf(['x/out', 'y/out'])).toEqual(['x/out', 'y/out']);
});
