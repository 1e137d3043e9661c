import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGitDir, quotePath } from '../../../sandbox/git/bare.js';
import { openGit } from '../../../sandbox/git/git.js';
import { type Lab, openLab } from './lab.js';

let lab: Lab;
let gitDir: string;
beforeAll(async () => {
  lab = await openLab();
  gitDir = join(lab.dir, 'own');
  await createGitDir(gitDir, { format: 'sha1' });
});
afterAll(() => lab[Symbol.asyncDispose]());

test('of the caller only the path and what a network needs is handed on', () => {
  const host = {
    PATH: '/opt/bin:/usr/bin:/bin',
    SSH_AUTH_SOCK: '/run/agent',
    https_proxy: 'http://proxy:3128',
    HOME: '/somewhere/else',
    GIT_DIR: '/elsewhere',
    GIT_SSH_COMMAND: 'evil',
    GIT_CONFIG_COUNT: '1',
    LD_PRELOAD: '/tmp/x.so',
    ANTHROPIC_API_KEY: 'secret',
    NO_PROXY: undefined,
  };
  const { env } = openGit(host);
  expect(env).toMatchObject({
    PATH: host.PATH,
    SSH_AUTH_SOCK: '/run/agent',
    https_proxy: host.https_proxy,
    LC_ALL: 'C',
  });
  expect(
    Object.keys(env).filter((name) => /KEY|LD_|^GIT_(DIR|SSH|CONFIG_COUNT)|NO_PROXY/.test(name)),
  ).toEqual([]);
  expect(env['HOME']).not.toBe(host.HOME);
});

test('places that the caller names from its own folder are handed on by their whole paths', () => {
  const { env } = openGit({ PATH: 'bin:/usr/bin', SSL_CERT_FILE: 'ca.pem', https_proxy: 'proxy:3128' });
  expect(env).toMatchObject({
    PATH: `${process.cwd()}/bin:/usr/bin`,
    SSL_CERT_FILE: `${process.cwd()}/ca.pem`,
    https_proxy: 'proxy:3128',
  });
});

test('a git that is not there is an environment fault that says what to do', async () => {
  const nowhere = openGit({ PATH: join(lab.dir, 'empty') });
  await expect(nowhere.run(['version'], { gitDir })).rejects.toMatchObject({
    code: 'environment',
    message: expect.stringMatching(/could not be started .*ENOENT.*install git/),
  });
});

test.each([
  {
    title: 'a failing call',
    args: ['rev-parse', '--verify', 'none'],
    more: {},
    says: /^git rev-parse ended with 128: fatal: /,
  },
  {
    title: 'an answer beyond the cap',
    args: ['help', '-a'],
    more: { maxBytes: 10 },
    says: /^git help printed more than 10 bytes/,
  },
])('$title that has to succeed is a fault', async ({ args, more, says }) => {
  await expect(lab.git.read(args, { gitDir, ...more })).rejects.toMatchObject({
    code: 'environment',
    message: expect.stringMatching(says),
  });
});

test('a call that takes too long is a fault that says how long it had', async () => {
  const bin = join(lab.dir, 'slow');
  await mkdir(bin);
  await writeFile(join(bin, 'git'), '#!/bin/sh\nsleep 20\n', { mode: 0o755 });
  const slow = openGit({ PATH: `${bin}:/usr/bin:/bin` });
  await expect(slow.read(['version'], { gitDir, timeoutMs: 50 })).rejects.toMatchObject({
    code: 'environment',
    message: 'git version ran longer than 50 ms',
  });
});

test('at most four run at once, whoever asks', async () => {
  const bin = join(lab.dir, 'bin');
  const log = join(lab.dir, 'running');
  await mkdir(bin);
  await mkdir(log);
  await writeFile(
    join(bin, 'git'),
    `#!/bin/sh\n: > "${log}/$$"\nls "${log}" | wc -l\nsleep 0.1\nrm "${log}/$$"\n`,
  );
  await chmod(join(bin, 'git'), 0o755);
  const both = [1, 2].map(() => openGit({ PATH: `${bin}:/usr/bin:/bin` }));
  const counts = await Promise.all(
    Array.from({ length: 12 }, (_, n) => both[n % 2]?.read(['version'], { gitDir })),
  );
  const seen = counts.map((bytes) => Number(Buffer.from(bytes ?? []).toString()));
  expect(Math.max(...seen)).toBeLessThanOrEqual(4);
  expect(Math.max(...seen)).toBeGreaterThan(1);
});

test('a hook in our own folder would not run either', async () => {
  const mark = join(lab.dir, 'hook.mark');
  await mkdir(join(gitDir, 'hooks'));
  await writeFile(join(gitDir, 'hooks/reference-transaction'), `#!/bin/sh\n: > ${mark}\n`, { mode: 0o755 });
  const blob = await lab.git.read(['hash-object', '-w', '--stdin'], { gitDir, stdin: Buffer.from('x') });
  await lab.git.read(['update-ref', 'refs/blobs/x', Buffer.from(blob).toString().trim()], { gitDir });
  expect(existsSync(mark)).toBe(false);
});

test.each([
  { path: '/srv/a-b_c.git/objects', quoted: '/srv/a-b_c.git/objects' },
  { path: '/srv/a:b', quoted: '"/srv/a:b"' },
  { path: '/srv/"x"\\y\nz', quoted: '"/srv/\\"x\\"\\\\y\\nz"' },
  { path: '/srv/#x', quoted: '"/srv/#x"' },
])('the object folder $path is named as $quoted', ({ path, quoted }) => {
  expect(quotePath(path)).toBe(quoted);
});

test('a git directory and an object folder that are named from our own folder are the same as by their whole path', async () => {
  // Deeper than our own folder: above the root of the machine, `..` is the root again.
  const depth = process.cwd().split('/').fill('deep');
  const from = (path: string): string => relative(process.cwd(), path);
  const objects = join(lab.dir, ...depth, 'lent');
  const own = join(lab.dir, ...depth, 'own');
  await createGitDir(own, { format: 'sha1' });
  await createGitDir(objects, { format: 'sha1' });
  const lent = Buffer.from(
    await lab.git.read(['hash-object', '-w', '--stdin'], { gitDir: objects, stdin: Buffer.from('lent') }),
  )
    .toString()
    .trim();
  const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(from(join(objects, 'objects'))) };
  const bytes = await lab.git.read(['cat-file', 'blob', lent], { gitDir: from(own), env });
  expect(Buffer.from(bytes).toString()).toBe('lent');
  const talk = lab.git.start(['cat-file', '--batch-check'], { gitDir: from(objects) });
  talk.stdin.end(`${lent}\n`);
  let said = '';
  for await (const chunk of talk.stdout) said += chunk;
  expect(said).toBe(`${lent} blob 4\n`);
});
