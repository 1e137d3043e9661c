import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { owner, pidOf, startTime, stateOf } from '../../sandbox/owner.js';

const NAME = `import(${JSON.stringify(new URL('../../sandbox/owner.ts', import.meta.url).href)}).then(({ owner }) => process.stdout.write(owner()))`;

const withParts = (change: (parts: string[]) => void): string => {
  const parts = owner().split('-');
  change(parts);
  return parts.join('-');
};

test('this process is alive', () => {
  expect(stateOf(owner())).toBe('alive');
});

test('a process that has ended is dead', () => {
  const { pid } = spawnSync('true');
  expect(stateOf(withParts((parts) => parts.splice(-2, 1, String(pid))))).toBe('dead');
});

test('a process whose number another one took over is dead', () => {
  expect(stateOf(withParts((parts) => parts.splice(-1, 1, '12345')))).toBe('dead');
});

test('a killed process that nobody has waited for is dead', async () => {
  // The shell becomes a program that never waits for its child.
  const parent = spawn('sh', ['-c', 'sh -c "echo \\$\\$" & exec sleep 20'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  await expect.poll(() => startTime(Number(line.toString())), { timeout: 5000 }).toBeNull();
  parent.kill('SIGKILL');
});

test('of another machine, boot or process namespace nothing can be said', () => {
  expect(stateOf(withParts((parts) => parts.splice(0, 1, '0123456789ab')))).toBe('elsewhere');
});

test('a process of another process namespace has another name', () => {
  const name = execFileSync('unshare', ['--pid', '--fork', process.execPath, '--import', 'tsx', '-e', NAME]);
  expect(stateOf(name.toString())).toBe('elsewhere');
});

test('an owner is a part of a file name, and its process number can be told', () => {
  expect(owner()).toMatch(/^[\w-]{1,60}$/);
  expect(pidOf(owner())).toBe(String(process.pid));
});

test.each(['', 'x', '--', 'a-b-c', `${owner()}-x`, ` ${owner()}`, owner().replace(/-\d+-/, '-0-')])(
  'of the text %j nothing can be said',
  (text) => {
    expect(stateOf(text)).toBe('elsewhere');
  },
);
