import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { assetPath } from '../../../harness/assets.js';

type Child = ChildProcessByStdio<null, Readable, null>;

/** A process that cleans up for so long, and what it has said. */
async function started(ms: number): Promise<{ child: Child; said: () => string }> {
  const script = assetPath('test', 'harness', 'run', 'lifetime-child.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  await once(child.stdout, 'data');
  return { child, said: () => said };
}

test('an interrupt that comes twice at once is one: what runs is cleaned up', async () => {
  const { child, said } = await started(300);
  child.kill('SIGINT');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect([child.exitCode, said()]).toEqual([0, 'ready\nstopped\nclean\n']);
}, 30_000);

test('a second interrupt, a while after the first, ends the process at once', async () => {
  const { child, said } = await started(60_000);
  child.kill('SIGINT');
  await sleep(1000);
  child.kill('SIGINT');
  await once(child, 'close');
  expect([child.exitCode, said()]).toEqual([130, 'ready\nstopped\n']);
}, 30_000);
