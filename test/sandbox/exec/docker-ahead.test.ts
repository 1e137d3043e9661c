import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openDocker } from '../../../sandbox/exec/docker.js';
import { Engine } from '../../../sandbox/exec/engine.js';
import { OWN_IMAGE } from '../../../sandbox/exec/image.js';
import type { ExecOptions, Limits, Sandbox } from '../../../sandbox/exec/port.js';
import { owner } from '../../../sandbox/owner.js';
import { lingeringEngine } from '../../support/lingering-engine.js';
import { dockerAhead, dockerOverlay, testEngine } from '../../support/sandboxes.js';
import { treeOf } from '../../support/tree.js';

let engine: Engine;
let box: Sandbox;
beforeAll(async () => {
  engine = await testEngine();
});
beforeEach(async () => {
  box = await dockerAhead();
  return () => box[Symbol.asyncDispose]();
});

const ours = async () => (await engine.ours()).filter((one) => one.owner === owner());

/** Our containers that run, by the short id that is the host's name inside. */
const running = async (): Promise<string[]> =>
  (await ours()).filter((one) => one.running).map(({ id }) => id.slice(0, 12));

/** Which container a check ran in. */
const host = async (limits?: Partial<Limits>, options?: ExecOptions, on = box): Promise<string> => {
  const { stdout } = await on.exec(treeOf({ a: 'a' }), ['hostname'], limits, options);
  return Buffer.from(stdout).toString().trim();
};

/** The one that waits, once a check is over and cleaned up. */
async function waiting(): Promise<string> {
  await expect.poll(running, { timeout: 20_000 }).toHaveLength(1);
  return (await running())[0]!;
}

test('the next check of the same shape runs in a container that was started before it', async () => {
  const first = await host();
  const next = await waiting();
  expect(next).not.toBe(first);
  expect(await host()).toBe(next);
});

test.each([
  { title: 'other limits', limits: { memory_bytes: 2 ** 27 }, options: {} },
  { title: 'another work folder', limits: {}, options: { workdir: '/testbed' } },
  { title: 'a report', limits: {}, options: { report: true } },
])('a check with $title does not get it', async ({ limits, options }) => {
  await host();
  const next = await waiting();
  expect(await host(limits, options)).not.toBe(next);
  expect(await running()).toContain(next);
});

test('time, output and environment are the check’s own, whatever it was started for', async () => {
  await host();
  const next = await waiting();
  expect(await host({ time_s: 7, output_bytes: 100 }, { env: { A: "it's $HOME" } })).toBe(next);
});

test('containers wait for the two last shapes, not for more', async () => {
  for (const megabytes of [100, 101, 102, 103]) await host({ memory_bytes: megabytes * 2 ** 20 });
  await expect.poll(async () => (await running()).length, { timeout: 20_000 }).toBe(2);
  await sleep(500);
  expect(await running()).toHaveLength(2);
});

test('a container that somebody removed while it waited is not missed', async () => {
  await host();
  const gone = await waiting();
  await engine.remove(gone);
  await expect.poll(() => host(), { timeout: 20_000 }).not.toBe(gone);
});

test('an engine that goes away while a container waits fails the check, not the process', async () => {
  const lingering = await lingeringEngine();
  await using own = await openDocker(await Engine.connect(lingering.host), {
    image: OWN_IMAGE,
    entry: 'overlay',
  });
  await host({}, {}, own);
  await waiting();
  // The engine is asked until then to remove the first one; a moment later its answer is there.
  await expect.poll(async () => (await ours()).length, { timeout: 20_000 }).toBe(1);
  await sleep(500);
  await lingering[Symbol.asyncDispose]();
  await expect(host({}, {}, own)).rejects.toMatchObject({ code: 'environment' });
  for (const id of await running()) await engine.remove(id);
});

test('a long check has the next container started while it runs', async () => {
  const controller = new AbortController();
  const long = box.exec(treeOf({ a: 'a' }), ['sleep', '60'], {}, { signal: controller.signal });
  await expect.poll(running, { timeout: 20_000 }).toHaveLength(2);
  controller.abort();
  await expect(long).rejects.toMatchObject({ code: 'cancelled' });
});

test('without it nothing waits', async () => {
  await using cold = await dockerOverlay();
  await host({}, {}, cold);
  await expect.poll(running, { timeout: 20_000 }).toEqual([]);
});

test('what waits goes with the sandbox', async () => {
  {
    await using own = await dockerAhead();
    await host({}, {}, own);
    await waiting();
  }
  expect(await running()).toEqual([]);
});

test('no connection to a container that waited in vain is left open, even if the engine leaves it so', async () => {
  await using lingering = await lingeringEngine();
  {
    const engine = await Engine.connect(lingering.host);
    await using own = await openDocker(engine, { image: OWN_IMAGE, entry: 'overlay' });
    await host({}, {}, own);
    await waiting();
    await expect.poll(() => lingering.attached()).toBe(1);
  }
  await expect.poll(() => lingering.attached()).toBe(0);
});
