/** A task with a later fix upstream, and machines whose work tree was cut at its base. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openBench } from '../../../harness/grade/bench.js';
import { findLeaks, type LeakReport } from '../../../sandbox/leaks/find.js';
import { loadGroup } from '../../../sandbox/load/group.js';
import { openGroup } from '../../../sandbox/open-group.js';
import { patchOf } from '../../../src/redteam/diff.js';

export const SOURCE = 'def half(value):\n    return value // 2\n';
export const FIXED =
  'def half(value):\n    whole, rest = divmod(value, 2)\n    return whole + rest if rest else whole\n';
export const VISIBLE = 'from almond.half import half\n\n\ndef test_even():\n    assert half(4) == 2\n';
export const HIDDEN = `${VISIBLE}\n\ndef test_odd_numbers_round_up():\n    assert half(5) == 3\n    assert half(-5) == -2\n`;
export const FILES = { 'almond/half.py': SOURCE, 'tests/test_half.py': VISIBLE, 'README.md': '# almond\n' };

export const git = (cwd: string, ...args: string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always', ...args],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' },
    },
  ).trim();

export const write = (root: string, files: Record<string, string | Uint8Array>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

/** A compiled file's head: no flags, a time, and the size of the source. */
export const pyc = (size: number): Uint8Array => {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(size, 12);
  return bytes;
};

export interface LeakLab extends AsyncDisposable {
  readonly folder: string;
  readonly base: string;
  readonly later: string;
  /** A machine whose work tree was cut at the base. */
  machine(name: string): string;
  reportOn(root: string, network?: string | boolean): Promise<LeakReport>;
}

export async function openLab(): Promise<LeakLab> {
  const folder = mkdtempSync(join(tmpdir(), 'gagar-leaks-'));
  const { base, later } = makeTask(folder);
  const bench = await openBench({ cacheDir: join(folder, 'cache'), tempDir: folder });
  const opened = await openGroup(await loadGroup(join(folder, 'group')), bench);
  return {
    folder,
    base,
    later,
    machine: (name) => {
      const root = join(folder, name);
      mkdirSync(root);
      git(root, 'clone', '-q', join(folder, 'base.bundle'), 'repo', '-b', 'main');
      git(join(root, 'repo'), 'remote', 'remove', 'origin');
      return root;
    },
    reportOn: (root, network) => {
      const { material } = opened;
      const environment = network === undefined ? {} : { environment: { network } };
      const group = { ...material.group, task: { ...material.group.task, ...environment } };
      return findLeaks({ root, material: { ...material, group }, git: bench.git });
    },
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A repository with its base, the fix after it, a submodule's home, and the group that was cut at the base. */
function makeTask(folder: string): { base: string; later: string } {
  const upstream = join(folder, 'upstream');
  write(upstream, FILES);
  git(upstream, 'init', '-q', '-b', 'main');
  git(upstream, 'add', '-A');
  git(upstream, 'commit', '-qm', 'Begin');
  const base = git(upstream, 'rev-parse', 'HEAD');
  git(upstream, 'bundle', 'create', '-q', join(folder, 'base.bundle'), 'main');
  const part = join(folder, 'part');
  write(part, { 'one.txt': 'one\n' });
  git(part, 'init', '-q', '-b', 'main');
  git(part, 'add', '-A');
  git(part, 'commit', '-qm', 'Part');
  write(upstream, { 'almond/half.py': FIXED, 'tests/test_half.py': HIDDEN });
  git(upstream, 'commit', '-qam', 'Round up');
  const later = git(upstream, 'rev-parse', 'HEAD');
  write(folder, {
    'group/group.json': JSON.stringify({
      schema: 'gagar.group/1',
      group_id: 'almond-1',
      task: {
        statement: 'Round up.',
        repo: { path: '../base.bundle', base_commit: base },
        package: { name: 'almond', version: '1.2.0' },
        reference_patch: patchOf(FILES, { 'almond/half.py': FIXED }),
        tests: {
          fail_to_pass: [],
          pass_to_pass: [],
          test_patch: patchOf(FILES, { 'tests/test_half.py': HIDDEN }),
        },
      },
      rollouts: [{ id: 'a', passed: false, patch: '' }],
    }),
  });
  return { base, later };
}
