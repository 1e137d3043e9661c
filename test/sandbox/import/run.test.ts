/** What an import writes, keeps, makes anew and never touches. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labelsOf } from '../../../sandbox/import/plan.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { freshFolder } from '../../support/folder.js';
import { groupAt, importing } from '../../support/import.js';
import { put, someRuns, traj } from '../../support/runs.js';

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
  // A packed one may become a thousand times its size.
  await truncate(join(folder, 'large.bin'), 0);
  await put(join(folder, 'packed.json.gz'), 'x'.repeat(150_000));
  const beside = await importing([join(folder, 'extracted_patch_1.diff')], join(folder, 'out2'));
  expect(beside.groups[0]?.status).toBe('written');
});

test('a submission to SWE-bench is one attempt at each of its instances', async () => {
  const folder = await freshFolder();
  const run = join(folder, '20250101_agent');
  const resolved = (instance: string, value: boolean) => JSON.stringify({ [instance]: { resolved: value } });
  const prediction = { model_name_or_path: 'agent', model_patch: 'diff\n' };
  const instances = ['a__a-0', 'a__a-1'];
  const lines = instances.map((instance_id) => JSON.stringify({ instance_id, ...prediction }));
  await put(join(run, 'all_preds.jsonl'), lines.join('\n'));
  for (const [at, instance] of instances.entries()) {
    await put(join(run, 'logs', instance, 'report.json'), resolved(instance, at === 0));
    await put(join(run, 'trajs', `${instance}.traj.json`), traj('diff\n'));
  }
  const { groups } = await importing([run], join(folder, 'out'));
  expect(
    groups.map(({ rollouts, passed, masked, trajectories }) => [rollouts, passed, masked, trajectories]),
  ).toEqual([
    [1, 1, 0, 1],
    [1, 0, 0, 1],
  ]);
});

test('an attempt that passed and has no patch is named, since grading masks it', async () => {
  const folder = await freshFolder();
  const report = join(folder, 'run/logs/a__a-0/report.json');
  await put(report, JSON.stringify({ 'a__a-0': { resolved: true } }));
  await put(join(folder, 'run/a__a-0.traj.json'), traj('').replace(',"submission":""', ''));
  const { groups } = await importing([join(folder, 'run')], join(folder, 'out'));
  expect(groups[0]?.warnings.join()).toMatch(
    /passed without a patch, which grading masks: run; import predictions/,
  );
});

test('links in a run are not followed: what an agent linked does not come into the group', async () => {
  const folder = await freshFolder();
  const [path = ''] = await someRuns(folder, 1, 1);
  await put(join(folder, 'secret.diff'), 'secret');
  await symlink(join(folder, 'secret.diff'), join(path, 'a__a-0', 'a__a-0.diff'));
  const { problems } = await importing([path], join(folder, 'out'));
  expect(await readFile(join(folder, 'out/rollouts/01-run0/patch.diff'), 'utf8')).toBe('diff of 0\n');
  expect(problems.join()).toMatch(/a__a-0\/a__a-0\.diff: is a link, and links are not followed/);
});

test('a pipe in a run is told, and left out', async () => {
  const folder = await freshFolder();
  const [path = ''] = await someRuns(folder, 1, 1);
  execFileSync('mkfifo', [join(path, 'a__a-0', 'preds.json')]);
  const { problems } = await importing([path], join(folder, 'out'));
  expect(problems.join()).toMatch(/preds\.json: is a pipe, socket or device, and is left out/);
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

test('an earlier import is not replaced by one that lacks some of its rollouts', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 3, 1);
  const out = join(folder, 'out');
  await importing(paths, out);
  const less = await importing(paths.slice(0, 1), out);
  expect(less.groups.map(({ status, fault }) => [status, fault?.message])).toEqual([
    [
      'failed',
      'holds 3 rollouts, imported before, and 2 of them (run1, run2) are not among these runs; name all runs, or another place with -o',
    ],
  ]);
  expect(groupAt(out).rollouts).toHaveLength(3);
  const others = await someRuns(join(folder, 'later'), 4, 1);
  const more = await importing(others, out);
  expect(more.groups.map(({ status, rollouts }) => [status, rollouts])).toEqual([['written', 4]]);
});

test('an earlier import of another task is not replaced', async () => {
  const folder = await freshFolder();
  const paths = await someRuns(folder, 1, 2);
  const out = join(folder, 'out');
  await importing(paths, out, { instance: 'a__a-0' });
  const { groups } = await importing(paths, out, { instance: 'a__a-1' });
  expect(groups[0]?.fault?.message).toMatch(/^holds the group "a__a-0", imported before; name another place/);
  expect(groupAt(out).group_id).toBe('a__a-0');
});

test('names that hold half a surrogate pair are written out, so that the group can be read again', async () => {
  const folder = await freshFolder();
  const odd = ['\ud800', 'x\udc00'].map((instance_id, at) => ({
    instance_id,
    model_name_or_path: `m\udfff${at}`,
    model_patch: 'x\n',
  }));
  await put(join(folder, 'run/preds.json'), JSON.stringify(odd));
  const { groups } = await importing([join(folder, 'run')], join(folder, 'out'));
  expect(groups.map(({ group_id, status }) => [group_id, status])).toEqual([
    ['\\ud800', 'written'],
    ['x\\udc00', 'written'],
  ]);
  for (const { folder: made } of groups) {
    const { group } = await loadGroup(made);
    expect(group.rollouts[0]?.policy?.model).toMatch(/^m\\udfff\d$/);
  }
});

const says = (role: string, content: unknown) => ({ role, content });
const chat = (word: string) => [says('user', 'Fix it.'), says('assistant', word)];
const block = (word: string) => [
  says('user', 'Fix it.'),
  says('assistant', [{ type: 'tool_use', id: 'c', name: 'bash', input: { command: word } }]),
];
const items = (word: string) => [
  { type: 'message', role: 'user', content: 'Fix it.' },
  { type: 'function_call', call_id: 'c', name: 'bash', arguments: JSON.stringify({ command: word }) },
];
const lined = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

test.each([
  ['openai-chat', 'messages', chat],
  ['anthropic', 'messages', block],
  ['openai-responses', 'input', items],
] as const)('%s: each line with a list of %s is an attempt of its own', async (format, list, said) => {
  const folder = await freshFolder();
  const lines = ['one', 'two', 'three'].map((word) => ({ [list]: said(word), instance_id: 'a__a-1' }));
  await put(join(folder, 'chat.jsonl'), lined(lines));
  const { groups, problems } = await importing([join(folder, 'chat.jsonl')], join(folder, 'out'));
  expect(problems).toEqual([]);
  expect(groups.map(({ group_id, trajectories }) => [group_id, trajectories])).toEqual([['a__a-1', 3]]);
  const { rollouts } = groupAt(join(folder, 'out'));
  expect(rollouts.map(({ id }) => id)).toEqual(['line 1', 'line 2', 'line 3']);
  for (const [index, { trajectory }] of rollouts.entries()) {
    const file = trajectory?.file;
    if (typeof file !== 'object' || !('path' in file)) throw new Error('no path');
    expect(trajectory?.format).toBe(format);
    expect(JSON.parse(await readFile(join(folder, 'out', file.path), 'utf8'))).toEqual(lines[index]);
  }
});

test.each([
  ['a message a line', lined(chat('one'))],
  ['one conversation', lined([{ messages: chat('one') }])],
  [
    'a printed conversation',
    `{"messages": [\n${chat('one')
      .map((said) => JSON.stringify(said))
      .join(',\n')}\n]}\n`,
  ],
])('%s is one attempt, and takes the patch beside it', async (_, content) => {
  const folder = await freshFolder();
  await put(join(folder, 'run/a.jsonl'), content);
  await put(join(folder, 'run/a.diff'), 'x\n');
  await importing([join(folder, 'run')], join(folder, 'out'));
  const { rollouts } = groupAt(join(folder, 'out'));
  expect(rollouts.map(({ id, patch, turns }) => [id, patch !== null, turns])).toEqual([['run', true, 1]]);
});

test('a group that lies among its runs is not imported again', async () => {
  const folder = await freshFolder();
  await someRuns(folder, 1, 1);
  const out = join(folder, 'group');
  await importing([folder], out);
  const { groups } = await importing([folder], out);
  expect(groups.map(({ status, rollouts }) => [status, rollouts])).toEqual([['kept', 1]]);
});

test('labels are the shortest ends of paths that differ', () => {
  expect(labelsOf(['runs/a/', 'runs/b', './c'])).toEqual(['a', 'b', 'c']);
  expect(labelsOf(['x/out', 'y/out'])).toEqual(['x/out', 'y/out']);
});
