import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStarter, type Starter } from '../../sandbox/starter.js';

let folder: string;
let starter: Starter;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  starter = openStarter();
});
afterEach(() => starter[Symbol.asyncDispose]());

const env = { PATH: '/usr/bin:/bin' };
const sh = (script: string, more: object = {}) =>
  starter.run(['sh', '-c', script], { cwd: folder, env, ...more });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test('what a program reads, prints and ends with comes back as from a program started here', async () => {
  const result = await sh('cat; echo bad >&2; echo "$PPID" >ppid; exit 3', { stdin: Buffer.from('in') });
  expect(result).toMatchObject({ exitCode: 3, signal: null, timedOut: false, truncated: false });
  expect([text(result.stdout), text(result.stderr)]).toEqual(['in', 'bad\n']);
  expect(text((await sh('cat ppid')).stdout)).not.toBe(`${process.pid}\n`);
});

test('answers find their calls, in whatever order they come', async () => {
  const results = await Promise.all([0.3, 0.1, 0.2, 0].map((s) => sh(`sleep ${s}; echo ${s}`)));
  expect(results.map(({ stdout }) => text(stdout))).toEqual(['0.3\n', '0.1\n', '0.2\n', '0\n']);
});

test.each([
  ['a time limit', { timeoutMs: 100 }, { timedOut: true }],
  ['an abort', { signal: AbortSignal.timeout(100) }, { cancelled: true }],
  ['an abort before the start', { signal: AbortSignal.abort() }, { cancelled: true }],
  ['a cap of its output', { maxBytes: 100 }, { truncated: true }],
])('%s holds there as well', async (_, options, told) => {
  expect(await sh('while :; do echo 0123456789; sleep 0.01; done', options)).toMatchObject({
    exitCode: null,
    ...told,
  });
});

test('a program that is not there, and an argument with a NUL, are told', async () => {
  const nothing = await starter.run(['no-such-program'], { cwd: folder, env });
  expect(nothing).toMatchObject({ exitCode: null, startError: 'ENOENT' });
  await expect(starter.run(['echo', 'a\0b'], { cwd: folder, env })).rejects.toThrow(/null bytes/);
  expect(text((await sh('echo on')).stdout)).toBe('on\n');
});

test('where the small process is killed, its calls end as killed ones, and later ones run here', async () => {
  const waiting = sh('echo "$PPID" >ppid; sleep 5');
  let pid = Number.NaN;
  while (Number.isNaN(pid)) pid = Number.parseInt(text((await sh('cat ppid; sleep 0.05')).stdout), 10);
  process.kill(pid, 'SIGKILL');
  expect(await waiting).toMatchObject({ exitCode: null, signal: 'SIGKILL', cancelled: false });
  expect(text((await sh('echo "$PPID"')).stdout)).toBe(`${process.pid}\n`);
});
