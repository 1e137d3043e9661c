import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { jsonSchemaOf } from '../../../src/records/schema.js';
import { commitAll, sh, tip } from '../../sandbox/git/lab.js';
import { type TempFolder, tempFolder } from '../../sandbox/load/folder.js';
import { COMMIT, groupOf, sampleGroup } from '../../src/records/samples.js';

const ENTRY = ['--import', import.meta.resolve('tsx'), resolve('harness/main.ts')];

function gagar(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...ENTRY, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A repository of one commit beside the group; its id. */
function repository(folder: TempFolder): string {
  if (!existsSync(folder.at('repo'))) {
    sh(['git', 'init', '-q', 'repo'], folder.path);
    folder.write('repo/parse.py', 'pass');
    commitAll(folder.at('repo'));
  }
  return tip(folder.at('repo'));
}

/** A group that can be graded, with its statement in a file and a repository beside it. */
const usable = (folder: TempFolder, changes: object = {}, base_commit = repository(folder)): string => {
  folder.write('task.md', 'Fix it.');
  const statement = { path: 'task.md', sha256: createHash('sha256').update('Fix it.').digest('hex') };
  return JSON.stringify(
    sampleGroup({ task: { statement, repo: { path: 'repo', base_commit } }, ...changes }),
  );
};

test('a usable group is one line and exit code 0, also from a name with blanks and dashes', () => {
  using folder = tempFolder();
  folder.write(
    'my groups/-rf.json',
    JSON.stringify(sampleGroup({ task: { statement: 's', image: { ref: 'i', workdir: '/w' } } })),
  );
  expect(gagar(folder.path, 'check', './my groups/-rf.json')).toEqual({
    status: 0,
    stdout: 'ok  ./my groups/-rf.json: g1, 2 rollouts, 1 passed, 0 masked, 0 files\n',
    stderr: '',
  });
});

test('a masked pass is counted as masked, as in a result', () => {
  using folder = tempFolder();
  const validity = { status: 'infra' };
  const rollouts = [
    { id: 'a', passed: true, patch: 'diff a\n' },
    { id: 'b', passed: true, patch: null, validity },
  ];
  folder.write('group.json', usable(folder, { rollouts }));
  expect(gagar(folder.path, 'check', '.').stdout).toBe(
    'ok  group.json: g1, 2 rollouts, 1 passed, 1 masked, 1 file\n',
  );
});

test('one group that is not usable is exit code 2, with every problem named', () => {
  using folder = tempFolder();
  folder.write('group.json', JSON.stringify(groupOf({ passed: 1, rewrad: 0, 'x\u001b[2J': 1 }), null, 1));
  expect(gagar(folder.path, 'check', '.')).toEqual({
    status: 2,
    stdout: [
      'bad group.json: 3 problems',
      '    rollouts[0].passed (line 14): is 1; expected true or false; a rollout that was not tested is false and masked with validity',
      '    rollouts[0].rewrad (line 16): unknown key; did you mean "reward"?',
      '    rollouts[0]["x\\u001b[2J"] (line 17): unknown key; known are id, passed, reward, validity, exit, patch, test_log, tests, trajectory, tokens, turns, flagged, turn_tokens, turn_spans, policy, extra; your own data goes under extra',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('some bad lines of a batch are exit code 1, and --json prints one object a line', () => {
  using folder = tempFolder();
  const flagged = [[0, 5]];
  const odd = JSON.parse(
    usable(folder, {
      group_id: 'g2',
      rollouts: [{ id: 'a', passed: true, patch: { path: 'gone.diff' }, flagged }],
    }),
  );
  folder.write('b.jsonl', [usable(folder), '{', JSON.stringify(odd)].join('\n'));
  const { status, stdout, stderr } = gagar(folder.path, 'check', '--json', 'b.jsonl');
  expect([status, stderr]).toEqual([1, '']);
  const shared = { file: 'b.jsonl', warnings: [] };
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      ...shared,
      line: 1,
      ok: true,
      group_id: 'g1',
      rollouts: 2,
      passed: 1,
      masked: 0,
      files: 1,
      problems: [],
    },
    {
      ...shared,
      line: 2,
      ok: false,
      group_id: null,
      rollouts: 0,
      passed: 0,
      masked: 0,
      files: 0,
      problems: [{ field: '', line: 2, message: 'the text ends too early (column 2)' }],
    },
    {
      file: 'b.jsonl',
      line: 3,
      ok: false,
      group_id: 'g2',
      rollouts: 1,
      passed: 1,
      masked: 0,
      files: 1,
      problems: [{ field: 'rollouts[0].patch', message: 'gone.diff is missing' }],
      warnings: [
        { field: 'rollouts[0].flagged', message: 'cannot be used without tokens, the length they index' },
      ],
    },
  ]);
});

test('a second group under one group_id and attempt is told as gagar batch would refuse it; the same one is not', () => {
  using folder = tempFolder();
  const other = usable(folder, { step: 2 });
  folder.write('b.jsonl', [usable(folder), usable(folder), other, usable(folder, { attempt: 1 })].join('\n'));
  const { status, stdout } = gagar(folder.path, 'check', 'b.jsonl');
  expect(status).toBe(1);
  expect(stdout.split('\n').filter((line) => !line.startsWith('ok '))).toEqual([
    'bad b.jsonl:3: 1 problem',
    '    group_id: group_id "g1", attempt null stands at b.jsonl:1 already, with other content; group_id and attempt together must be unique in a run',
    '',
  ]);
});

test.each([
  ['a path that is missing', 'nowhere', /^bad nowhere: 1 problem\n {4}is missing; give a folder .*\n$/],
  [
    'a changed file',
    '.',
    /^bad group.json: 1 problem\n {4}task.statement: task.md has sha256 [0-9a-f]{64}; the group states/,
  ],
  [
    'a repository that is missing',
    'other',
    'bad other/group.json: 1 problem\n    task.repo.path: nowhere is missing\n',
  ],
])('%s is exit code 2', (_, path, expected) => {
  using folder = tempFolder();
  folder.write('group.json', usable(folder));
  folder.write('task.md', 'Fix it twice.');
  folder.write(
    'other/group.json',
    JSON.stringify(sampleGroup({ task: { statement: 's', repo: { path: 'nowhere', base_commit: COMMIT } } })),
  );
  const { status, stdout } = gagar(folder.path, 'check', path);
  expect(status).toBe(2);
  expect(stdout).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

test('a local repository has to have the base commit, and is asked as a grading asks it', () => {
  using folder = tempFolder();
  const base = repository(folder);
  const tree = sh(['git', 'rev-parse', 'HEAD^{tree}'], folder.at('repo')).toString().trim();
  sh(['git', 'bundle', 'create', '-q', '../base.bundle', 'HEAD'], folder.at('repo'));
  const at = (name: string, path: string, base_commit: string): string => {
    const task = { statement: 's', repo: { path, base_commit } };
    folder.write(`groups/${name}/group.json`, JSON.stringify(sampleGroup({ group_id: name, task })));
    return name;
  };
  at('a', '../../repo', base);
  at('b', '../../base.bundle', base);
  at('c', '../../repo', COMMIT);
  at('d', '../../base.bundle', COMMIT);
  at('e', '../../groups', base);
  at('f', '../../repo', tree);
  const { status, stdout } = gagar(folder.path, 'check', 'groups');
  expect(status).toBe(1);
  const lines = stdout.replaceAll(realpathSync(folder.path), '…').split('\n');
  const way =
    'if it is a shallow clone, deepen it (git fetch --unshallow), else name the repository that holds the commit';
  expect(lines.filter((line) => line.startsWith('    '))).toEqual([
    `    task.repo.base_commit: base_commit_missing: …/repo has no commit ${COMMIT}; ${way}`,
    `    task.repo.base_commit: base_commit_missing: …/base.bundle has no commit ${COMMIT}; ${way}`,
    '    task.repo: "…/groups" is no git repository or bundle; name a work tree, a bare repository or a bundle',
    `    task.repo.base_commit: ${tree} is a tree, not a commit`,
  ]);
});

test.each(['group', 'result'] as const)('gagar schema %s prints the published schema', (name) => {
  const { status, stdout } = gagar('.', 'schema', name);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(jsonSchemaOf(name));
});

test('gagar schema names the records it knows', () => {
  const { status, stderr } = gagar('.', 'schema', 'verdict');
  expect(status).toBe(2);
  expect(stderr).toMatch(/Allowed choices are group, result/);
});
