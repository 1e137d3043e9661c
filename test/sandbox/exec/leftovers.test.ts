import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../../sandbox/exec/engine.js';
import { OWN_IMAGE } from '../../../sandbox/exec/image.js';
import { openSandbox } from '../../../sandbox/exec/open.js';
import { owner } from '../../../sandbox/owner.js';
import { checkOfEveryKind } from '../../support/kinds.js';
import { leftoversOf } from '../../support/leftovers.js';
import { bubblewrap, dockerAhead, dockerOverlay, dockerTar, testEngine } from '../../support/sandboxes.js';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

test.each([
  { name: 'docker, tree mounted', open: dockerOverlay, checks: 24 },
  { name: 'docker, started ahead', open: dockerAhead, checks: 24 },
  { name: 'docker, tree sent as a stream', open: dockerTar, checks: 12 },
  { name: 'bubblewrap', open: bubblewrap, checks: 60 },
])('after checks of every kind nothing is left of $name', async ({ open, checks }) => {
  {
    await using box = await open();
    await Promise.all(Array.from({ length: checks }, (_, n) => checkOfEveryKind(box, n)));
    // The work folder goes with the sandbox, all else with its check; a container may be a moment behind its result.
    const during = async () =>
      (await leftoversOf(process.pid, engine)).filter((line) => !line.startsWith('folder '));
    // One container, its mount and nothing else may wait for the next check.
    const most = open === dockerAhead ? 2 : 0;
    await expect.poll(async () => (await during()).length, { timeout: 10_000 }).toBeLessThanOrEqual(most);
  }
  expect(await leftoversOf(process.pid, engine)).toEqual([]);
});

/** Starts a run, lets it get going, kills it as hard as can be. */
async function killedRun(driver: string): Promise<number> {
  const script = fileURLToPath(new URL('../../support/run-until-killed.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, driver], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      DOCKER_HOST: process.env['DOCKER_HOST'],
    },
  });
  let lines = 0;
  for await (const chunk of child.stdout) {
    lines += chunk.toString().split('\n').length - 1;
    if (lines >= 6) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.pid!;
}

test.each(['dockerAhead', 'dockerOverlay', 'dockerTar', 'bubblewrap'])(
  'D08: the start after a run that was killed under %s removes all that it left',
  async (driver) => {
    const pid = await killedRun(driver);
    expect(await leftoversOf(pid, engine)).not.toEqual([]);
    await using _ = await openSandbox({ dockerHost: process.env['DOCKER_HOST'] });
    expect(await leftoversOf(pid, engine)).toEqual([]);
  },
);

test('programs under bubblewrap die with their run, before any next start', async () => {
  const pid = await killedRun('bubblewrap');
  await expect
    .poll(async () => (await leftoversOf(pid, null)).filter((line) => line.startsWith('process ')), {
      timeout: 5000,
    })
    .toEqual([]);
});

const mine: string[] = [];
afterAll(async () => {
  for (const id of mine) await engine.remove(id);
});

test('containers of others, of living runs and of other machines stay where they are', async () => {
  const make = async (labels: Record<string, string>): Promise<string> => {
    const { default: Docker } = await import('dockerode');
    const container = await new Docker({ socketPath: '/var/run/docker.sock' }).createContainer({
      Image: OWN_IMAGE,
      Cmd: ['true'],
      Labels: labels,
    });
    mine.push(container.id);
    return container.id;
  };
  const others = [
    await make({}),
    await make({ 'gagar.owner': '0123456789ab-1-1' }),
    await engine.create({ Image: OWN_IMAGE, Cmd: ['true'] }),
  ];
  mine.push(others[2]!);
  const dead = await make({ 'gagar.owner': deadOwner() });
  await (await openSandbox({ dockerHost: process.env['DOCKER_HOST'] }))[Symbol.asyncDispose]();
  for (const id of others) expect(await engine.state(id)).toBeDefined();
  await expect(engine.state(dead)).rejects.toThrow(/No such container/i);
});

/** This machine, boot and namespace, but a process that started at another time. */
function deadOwner(): string {
  const parts = owner().split('-');
  parts[parts.length - 1] = '1';
  return parts.join('-');
}
