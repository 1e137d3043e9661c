import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { owner, startTime, stateOf } from '../../../sandbox/exec/owner.js';

const withParts = (change: (parts: string[]) => void): string => {
  const parts = owner().split('/');
  change(parts);
  return parts.join('/');
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

test.each([
  { title: 'another machine', change: (parts: string[]) => parts.splice(0, 1, 'other-host') },
  { title: 'another boot', change: (parts: string[]) => parts.splice(1, 1, 'other-boot') },
  { title: 'another process namespace', change: (parts: string[]) => parts.splice(2, 1, '1') },
])('of $title nothing can be said', ({ change }) => {
  expect(stateOf(withParts(change))).toBe('elsewhere');
});

test.each(['', 'x', '//', 'a/b/c/d/e', `${owner()}/x`])('of the text %j nothing can be said', (text) => {
  expect(stateOf(text)).toBe('elsewhere');
});
