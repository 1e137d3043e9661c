import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type RunOptions, run, start } from '../../sandbox/process.js';

const here = { cwd: '/', env: { PATH: '/usr/bin:/bin' } };
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};
const shell = (script: string, options: Partial<RunOptions> = {}) =>
  run(['sh', '-c', script], { ...here, ...options });

test.each([
  { title: 'an exit code is a result', script: 'echo out; echo err >&2; exit 3', want: { exitCode: 3 } },
  {
    title: 'a death by signal has no exit code',
    script: 'kill -9 $$',
    want: { exitCode: null, signal: 'SIGKILL' },
  },
  {
    title: 'a deadline stops a sleeper',
    script: 'sleep 30',
    options: { timeoutMs: 50 },
    want: { timedOut: true },
  },
  {
    title: 'a deadline stops a program that ignores SIGTERM',
    script: 'trap "" TERM; sleep 5 & wait; sleep 30',
    options: { timeoutMs: 50 },
    want: { timedOut: true, signal: 'SIGKILL' },
  },
  {
    title: 'a flood is cut at the cap',
    script: 'yes',
    options: { maxBytes: 1000 },
    want: { truncated: true },
  },
  {
    title: 'a signal that is aborted already stops it at once',
    script: 'sleep 30',
    options: { signal: AbortSignal.abort() },
    want: { cancelled: true },
  },
])('$title', async ({ script, options, want }) => {
  expect(await shell(script, options)).toMatchObject(want);
});

test('a flood leaves exactly the bytes below the cap', async () => {
  expect((await shell('yes', { maxBytes: 1000 })).stdout).toHaveLength(1000);
});

test.each([
  { bytes: 1000, truncated: false },
  { bytes: 1001, truncated: true },
])('$bytes bytes under a cap of 1000: cut is $truncated', async ({ bytes, truncated }) => {
  const result = await shell(`head -c ${bytes} /dev/zero; head -c ${bytes} /dev/zero >&2`, {
    maxBytes: 1000,
  });
  expect(result).toMatchObject({ truncated, stdout: { length: 1000 } });
});

test('a child that outlives its parent does not hold the result back', async () => {
  // Longer than a test may take: held back, this one would not end.
  const { stdout } = await shell('sleep 90 & echo $!');
  expect(text(stdout)).toMatch(/^\d+\n$/);
  process.kill(Number(text(stdout)));
});

test('what a stopped program started is ended with it', async () => {
  const { stdout } = await shell('sleep 77 & echo $!; wait', { timeoutMs: 300 });
  const pid = Number(text(stdout));
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});

test('nothing of our own environment reaches a child', async () => {
  expect(text((await shell('env')).stdout)).toBe('PATH=/usr/bin:/bin\nPWD=/\n');
});

test('input that nobody reads is no error, and input that is read arrives whole', async () => {
  const stdin = new Uint8Array(3_000_000);
  expect(await run(['true'], { ...here, stdin })).toMatchObject({ exitCode: 0 });
  expect(text((await run(['wc', '-c'], { ...here, stdin })).stdout).trim()).toBe('3000000');
});

test.each([
  {
    title: 'a program that is not there',
    argv: ['no-such-program'] as const,
    cwd: '/',
    startError: 'ENOENT',
  },
  {
    title: 'a working folder that is not there',
    argv: ['true'] as const,
    cwd: '/no/such/folder',
    startError: 'ENOENT',
  },
  {
    title: 'a working folder that is none',
    argv: ['true'] as const,
    cwd: '/etc/hosts',
    startError: 'ENOTDIR',
  },
  {
    title: 'an argument beyond what the system takes',
    argv: ['true', 'x'.repeat(1 << 22)] as const,
    cwd: '/',
    startError: 'E2BIG',
  },
])('$title is a start error', async ({ argv, cwd, startError }) => {
  expect(await run(argv, { ...here, cwd })).toMatchObject({ exitCode: null, startError });
});

test('an abort after the end changes nothing, and leaves no listener behind', async () => {
  const stop = new AbortController();
  expect(await shell('exit 0', { signal: stop.signal })).toMatchObject({ exitCode: 0, cancelled: false });
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

test('a live process answers, and its end is told once it is killed', async () => {
  const cat = start(['cat'], here);
  cat.stdin.write('ping');
  const [answer] = await Promise.all([new Promise((resolve) => cat.stdout.once('data', resolve))]);
  expect(String(answer)).toBe('ping');
  cat.kill();
  await cat.ended;
});
