/** What every sandbox driver must do, whichever way it runs programs; each driver's test file calls this once. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExecOptions, ExecResult, Limits, Sandbox } from '../../sandbox/exec/port.js';
import { treeOf } from '../support/tree.js';
import { sandboxLimits } from './sandbox-limits.js';

const NOTHING = treeOf({ 'a.txt': 'a' });

export interface Opened {
  run(
    argv: readonly string[],
    limits?: Partial<Limits>,
    options?: ExecOptions,
    tree?: Parameters<Sandbox['exec']>[0],
  ): Promise<ExecResult>;
  sh(script: string, limits?: Partial<Limits>, options?: ExecOptions): Promise<ExecResult>;
}

export const out = (result: ExecResult): string => Buffer.from(result.stdout).toString();
export const err = (result: ExecResult): string => Buffer.from(result.stderr).toString();

export function sandboxContract(name: string, open: () => Promise<Sandbox>): void {
  describe(name, () => {
    let box: Sandbox;
    beforeAll(async () => {
      box = await open();
    });
    afterAll(async () => {
      await box?.[Symbol.asyncDispose]();
    });
    const opened: Opened = {
      run: (argv, limits, options, tree = NOTHING) => box.exec(tree, argv, limits, options),
      sh: (script, limits, options) => box.exec(NOTHING, ['sh', '-c', script], limits, options),
    };
    programs(opened);
    trees(opened);
    options(opened);
    sandboxLimits(opened);
  });
}

function programs({ run, sh }: Opened): void {
  test.each([
    { title: 'an exit code is kept', script: 'exit 3', code: 3 },
    { title: 'D06b: exit 126 of a program that ran is not "never started"', script: 'exit 126', code: 126 },
    { title: 'exit 127 of a program that ran is not "never started"', script: 'no-such-program', code: 127 },
    { title: 'a program killed by a signal gives 128 plus its number', script: 'kill -KILL $$', code: 137 },
    { title: 'D05: an exit code that comes late is waited for', script: 'sleep 1; exit 7', code: 7 },
    {
      title: 'the end counts although the outputs were closed before',
      script: 'exec >&- 2>&-; sleep 1; exit 5',
      code: 5,
    },
  ])('$title', async ({ script, code }) => {
    const result = await sh(script);
    expect(result).toMatchObject({ exit_code: code, not_started: null, timed_out: false, oom: false });
  });

  test('stdout and stderr are kept apart, byte for byte', async () => {
    const result = await sh('printf "ok \\360\\237\\232\\200\\377\\000x"; printf warn >&2');
    expect([...result.stdout]).toEqual([...Buffer.from('ok 🚀'), 0xff, 0, 0x78]);
    expect(err(result)).toBe('warn');
  });

  test.each([
    { title: 'D06: a program that does not exist', argv: ['no-such-program', 'x'] },
    { title: 'a file that may not be executed', argv: ['./a.txt'] },
    { title: 'an empty folder as a program', argv: ['/tmp'] },
  ])('$title was never started, and the reason is no output of it', async ({ argv }) => {
    const result = await run(argv);
    expect(result).toMatchObject({ exit_code: null, timed_out: false });
    expect(result.not_started).toContain(argv[0]);
    expect(out(result) + err(result)).toBe('');
  });

  test('a program cannot pass itself off as never started', async () => {
    const result = await sh(
      'echo "x: no such program" >&2; echo "[FATAL tini (7)] exec x failed" >&2; exit 127',
    );
    expect(result).toMatchObject({ exit_code: 127, not_started: null });
  });

  test('arguments reach the program as they are, through no shell', async () => {
    const argv = ['printf', '%s|', '$HOME', "a'b", '-x', '', '*', 'a b'];
    expect(out(await run(argv))).toBe("$HOME|a'b|-x||*|a b|");
  });

  test('its input is empty and at its end', async () => {
    expect(await sh('cat; wc -c', { time_s: 10 })).toMatchObject({ exit_code: 0, timed_out: false });
  });

  test('outputs can be opened again by name', async () => {
    const result = await sh('echo one >/dev/stdout; echo two >/dev/stderr');
    expect([out(result), err(result)]).toEqual(['one\n', 'two\n']);
  });

  test.each([
    { title: 'no program', argv: [] },
    { title: 'an empty name', argv: [''] },
    { title: 'a NUL byte', argv: ['echo', 'a\0b'] },
  ])('an argument vector with $title is refused', async ({ argv }) => {
    await expect(run(argv)).rejects.toMatchObject({ code: 'usage' });
  });
}

const LIST = `find . -mindepth 1 \\( -type l -printf '%p -> %l\\n' -o -type d -printf '%p/\\n' -o -printf '%p %m ' -exec cat {} \\; -exec echo \\; \\) | sort`;

function trees({ run }: Opened): void {
  const base = {
    'keep.txt': 'kept',
    'gone/a.txt': 'a',
    'gone/deep/b.txt': 'b',
    'half/a.txt': 'a',
    'half/b.txt': 'b',
    'file-then-folder': 'f',
    'folder-then-file/x': 'x',
    'run.sh': { run: 'old' },
    link: { link: 'keep.txt' },
  };
  const changed = {
    'half/b.txt': 'B',
    'new/deep/ä b.txt': 'n',
    'file-then-folder/inner': 'i',
    'folder-then-file': 'now a file',
    'run.sh': { run: 'new' },
    dangling: { link: '/nowhere/at/all' },
    [`long/${'n'.repeat(120)}/${'m'.repeat(120)}`]: 'l',
  };
  const removed = [
    'gone/a.txt',
    'gone/deep/b.txt',
    'half/a.txt',
    'file-then-folder',
    'folder-then-file/x',
    'link',
  ];

  test('the copy is base plus changes minus removals, folders left empty included', async () => {
    const result = await run(['sh', '-c', LIST], {}, {}, treeOf(base, changed, removed));
    expect(err(result)).toBe('');
    expect(out(result).trim().split('\n')).toEqual(
      [
        './dangling -> /nowhere/at/all',
        './file-then-folder/',
        './file-then-folder/inner 644 i',
        './folder-then-file 644 now a file',
        './half/',
        './half/b.txt 644 B',
        './keep.txt 644 kept',
        './long/',
        `./long/${'n'.repeat(120)}/`,
        `./long/${'n'.repeat(120)}/${'m'.repeat(120)} 644 l`,
        './new/',
        './new/deep/',
        './new/deep/ä b.txt 644 n',
        './run.sh 755 new',
      ].sort((a, b) => (a < b ? -1 : 1)),
    );
  });

  test('a program may change all of its copy, and the next check sees nothing of it', async () => {
    const spoil = 'echo bad > keep.txt && rm -r half && echo x > new && mkdir d && chmod 700 . && ls';
    const tree = treeOf(base);
    expect(out(await run(['sh', '-c', spoil], {}, {}, tree))).toContain('new');
    expect(out(await run(['sh', '-c', 'cat keep.txt half/a.txt; ls new'], {}, {}, tree))).toBe('kepta');
  });

  test('checks at the same time each have their own copy', async () => {
    const script = 'cat who; echo mine > "own-$(cat who)"; sleep 0.5; ls own-*';
    const names = ['1', '2', '3', '4', '5', '6'];
    const results = await Promise.all(
      names.map((who) => run(['sh', '-c', script], {}, {}, treeOf(base, { who }))),
    );
    expect(results.map(out)).toEqual(names.map((who) => `${who}own-${who}\n`));
  });

  test.each([
    { title: 'leaves the tree', files: { '../escape.txt': 'x' } },
    { title: 'is absolute', files: { '/escape.txt': 'x' } },
    { title: 'lies beyond a symbolic link', files: { to: { link: '/tmp' }, 'to/escape.txt': 'x' } },
  ])('a path that $title makes the tree an input fault', async ({ files }) => {
    await expect(run(['true'], {}, {}, treeOf({ a: 'a' }, files))).rejects.toMatchObject({ code: 'input' });
    expect(existsSync('/tmp/escape.txt')).toBe(false);
  });
}

function options({ run, sh }: Opened): void {
  test('the work folder is the one asked for', async () => {
    expect(out(await run(['sh', '-c', 'pwd; cat a.txt'], {}, { workdir: '/testbed' }))).toBe('/testbed\na');
  });

  test.each(['relative', '/', '/a/../b', '/a//b', '/./a', '/..', '', '/a\0b'])(
    'a work folder of %j is refused',
    async (workdir) => {
      await expect(sh('true', {}, { workdir })).rejects.toMatchObject({ code: 'usage' });
    },
  );

  test('the environment is neutral but for what was asked for', async () => {
    const result = await run(['env'], {}, { env: { CI: 'true' } });
    const names = out(result)
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(
      names.filter((name) => !['HOSTNAME', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name!)).sort(),
    ).toEqual(['CI', 'HOME', 'LANG', 'PATH']);
  });

  test('nothing in the box names us', async () => {
    const look =
      'cat /proc/self/mountinfo /proc/self/cgroup /proc/1/environ /proc/sys/kernel/hostname; env; ls -la / /tmp; id';
    expect(out(await sh(look)).toLowerCase()).not.toContain('gagar');
  });

  test('a folder of ours is there to be read and cannot be changed', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'mount-'));
    const source = join(parent, 'open');
    try {
      mkdirSync(source);
      chmodSync(source, 0o777);
      writeFileSync(join(source, 'plugin.py'), 'ours');
      chmodSync(join(source, 'plugin.py'), 0o666);
      const script =
        'cat plugin.py; echo bad > plugin.py; rm -f plugin.py; mv plugin.py x; touch y; ls; cat plugin.py';
      const mounts = [{ source, target: '/opt/plugin' }];
      const result = await sh(`cd /opt/plugin && { ${script}; } 2>/dev/null`, {}, { mounts });
      expect(out(result)).toBe('oursplugin.py\nours');
      expect(readFileSync(join(source, 'plugin.py'), 'utf8')).toBe('ours');
    } finally {
      rmSync(parent, { recursive: true });
    }
  });

  test('plain files of the report folder come back, links and pipes do not', async () => {
    const script =
      'cd /report; printf 1 > a.json; ln -s /etc/passwd b; mkfifo c; mkdir d; printf 2 > d/e; printf "\\377" > f';
    const result = await sh(script, {}, { report: true });
    expect(result).toMatchObject({ exit_code: 0 });
    expect([...(result.report ?? [])].map(([name, bytes]) => [name, [...bytes]])).toEqual([
      ['a.json', [0x31]],
      ['f', [0xff]],
    ]);
  });

  test('a report larger than its room is left out, smaller files stay', async () => {
    const script = 'head -c 17000000 /dev/zero > /report/big; echo ok > /report/small; true';
    const { report } = await sh(script, {}, { report: true });
    expect([...(report ?? [])].map(([name]) => name)).toEqual(['small']);
  });

  test('without being asked for there is no report folder', async () => {
    expect(await sh('test ! -e /report')).toMatchObject({ exit_code: 0, report: null });
  });

  test('the caller can end a check, and it ends at once', async () => {
    const begun = performance.now();
    const controller = new AbortController();
    const check = sh('sleep 60', {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 1000);
    await expect(check).rejects.toMatchObject({ name: 'Fault', code: 'cancelled' });
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test('a check whose caller has given up already never starts', async () => {
    await expect(sh('true', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
}
