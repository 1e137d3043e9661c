import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { assetPath } from '../../../harness/assets.js';
import { grade } from '../../../harness/index.js';
import { freshFolder } from '../../support/folder.js';
import { onFullDisk } from '../../support/full-disk.js';
import { numbered, writeGroups } from '../../support/many-groups.js';
import { zipOf } from '../../support/zip.js';
import { collect, runGagar, startGagar } from './gagar.js';

const GROUP = assetPath('fixtures', 'cashbook');

test.each([
  {
    what: 'the first of temporary files',
    env: 'TMPDIR',
    room: 4096,
    says: /no space is left \(.*: ENOSPC\).*TMPDIR/,
  },
  { what: 'temporary files', env: 'TMPDIR', room: 40_960, says: /no space is left \(.*: ENOSPC\).*TMPDIR/ },
  { what: 'bases', env: 'GAGAR_CACHE', room: 0, says: /no space is left \(.*: ENOSPC\).*GAGAR_CACHE/ },
])(
  'a full disk for $what ends grade and batch with its folder and the way out, never as a fallback',
  async ({ env, room, says }) => {
    const folder = await freshFolder();
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const groups = await writeGroups(folder, numbered(2));
    const script = `fill ${room}; export ${env}="$DISK"; gagar grade "$GROUP" --quiet; echo "grade $?"; gagar batch "$GROUPS_FILE" -o "$RUN" --quiet; echo "batch $?"; cat "$RUN/results.jsonl"; find "$DISK" -name '.own-*'`;
    const { stdout, stderr } = await onFullDisk(disk, script, {
      GROUP,
      GROUPS_FILE: groups,
      RUN: join(folder, 'run'),
    });
    expect(stdout).toBe('grade 3\nbatch 3\n');
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(says);
      expect(line.startsWith(`gagar: ${disk}: `)).toBe(true);
    }
  },
);

test.each([
  { place: '/proc', says: /^gagar: \/proc\/gagar: the system refuses \(mkdir: ENOENT\); .*TMPDIR/ },
  { place: '/dev/null', says: /^gagar: \/dev\/null\/gagar: the system refuses \(mkdir: ENOTDIR\); .*TMPDIR/ },
  {
    place: 'missing',
    says: /\/missing\/gagar: the system refuses \(mkdir: ENOENT\); .*TMPDIR/,
  },
])(
  'temporary files that belong in $place end grade and batch in one line, and nothing is made',
  async ({ place, says }) => {
    const folder = await freshFolder();
    const groups = await writeGroups(folder, numbered(2));
    const env = { TMPDIR: resolve(folder, place) };
    for (const args of [
      ['grade', GROUP],
      ['batch', groups, '-o', join(folder, 'run')],
    ]) {
      const { code, stderr } = await collect(startGagar.in(env, ...args, '--quiet'));
      expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
        code: 3,
        lines: [expect.stringMatching(says)],
      });
    }
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  },
);

test('a full run folder is named by the file that could not be written', async () => {
  const disk = await freshFolder();
  const { stdout, stderr } = await onFullDisk(
    disk,
    'fill 0; gagar grade "$GROUP" -o "$DISK/run" --quiet; echo $?',
    { GROUP },
  );
  expect(stdout).toBe('3\n');
  expect(stderr).toMatch(/^gagar: .*\/run\/[\w.]+: cannot be written: ENOSPC.*-o$/m);
});

/** Unpacked in pieces of 16 KiB, and more of them than is held in memory. */
const PIECES = 40 * 16_384;
const UNPACKED = PIECES + 8000;
/** Of the last piece a page: the system takes it, and says that it took a part. */
const ALL_BUT_THE_END = PIECES + 4096;

test.each([
  ['an archive', 'log.eval', 0],
  ['the end of an archive', 'log.eval', ALL_BUT_THE_END],
  ['a packed file', 'log.json.gz', 0],
])('a full disk for %s ends an import with its folder, and no trial is left out', async (_, name, room) => {
  const folder = await freshFolder();
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const sample = (content: string) =>
    JSON.stringify({ id: 'shelf__shelf-1', epoch: 1, messages: [{ role: 'user', content }] });
  const text = sample('x'.repeat(UNPACKED - sample('').length));
  const bytes = name.endsWith('.gz')
    ? gzipSync(text)
    : zipOf([
        { name: 'header.json', content: '{}' },
        { name: 'samples/shelf__shelf-1_epoch_1.json', content: text },
      ]);
  await writeFile(join(folder, name), bytes);
  const script = `fill ${room}; export TMPDIR="$DISK"; gagar import inspect "$LOG" -o "$OUT" --image box:1 --quiet; echo $?; find "$DISK" -name '.own-*'`;
  const out = join(folder, 'out');
  const { stdout, stderr } = await onFullDisk(disk, script, { LOG: join(folder, name), OUT: out });
  expect(stdout).toBe('3\n');
  expect(stderr).toMatch(/^gagar: \S*\/disk: no space is left \(\w+: ENOSPC\); .*TMPDIR\n$/);
  expect(existsSync(out)).toBe(false);
});

test.each([['grade'], ['rerun'], ['batch']])(
  'without git %s ends with 3 and says what to install',
  async (command) => {
    const folder = await freshFolder();
    const args = {
      grade: ['grade', GROUP],
      rerun: ['rerun', GROUP],
      batch: ['batch', await writeGroups(folder, numbered(1)), '-o', join(folder, 'run')],
    }[command]!;
    const { code, stdout, stderr } = await collect(startGagar.in({ PATH: folder }, ...args));
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^gagar: git could not be started \(ENOENT\); install git 2\.\d+ or newer/);
  },
);

test.each([
  [['grade', 'nope'], 2, /^gagar: nope: is missing; give a folder with group\.json, a \.json file/],
  [['grade', GROUP, '--judge', 'anthropic'], 2, /^gagar: the judge anthropic needs .*--model/],
  [['show', 'nope'], 2, /^gagar: nope: cannot be read \(ENOENT\); give a result\.json/],
])('gagar %j says in one line what to do', async (args, exit, says) => {
  const { code, stdout, stderr } = await runGagar(args, []);
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(stderr).toMatch(says);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('rerun of a group without a test command says so in one line', async () => {
  const file = join(await freshFolder(), 'group.json');
  const task = { statement: 's', repo: { path: 'x', base_commit: 'a'.repeat(40) } };
  const rollouts = [{ id: 'a', passed: true, patch: '' }];
  await writeFile(file, JSON.stringify({ schema: 'gagar.group/1', group_id: 'g', task, rollouts }));
  const { code, stderr } = await runGagar(['rerun', file], []);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `gagar: ${file}: task.environment.test_command: is missing: without it no pass can be run again\n`,
  );
});

test('a fault of the library names the path in its message', async () => {
  await expect(grade('nope')).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(/^nope: is missing; give/),
    place: { file: 'nope' },
  });
});

test.each([
  [{ shape: { lambda_max: 0.5 } }, 'shape.lambda_max is 0.5; expected at least 1, or null for no cap'],
  [{ config: { budget_usd: 0 } }, 'config.budget_usd is 0; expected more than 0'],
])('%j of the library is refused by name before anything is opened', async (options, message) => {
  await expect(grade('nope', options)).rejects.toMatchObject({ code: 'input', message });
});
