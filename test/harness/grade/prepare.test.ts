import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../../../fixtures/base.js';
import { type Bench, openBench } from '../../../harness/grade/bench.js';
import { startClock } from '../../../harness/grade/clock.js';
import { prepareGroup } from '../../../harness/grade/prepare.js';
import { limit } from '../../../sandbox/limit.js';
import { type LoadedGroup, loadGroup } from '../../../sandbox/load/group.js';
import { Fault } from '../../../src/fault.js';

let folder: string;
let bench: Bench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  const places = { cacheDir: join(folder, 'cache'), tempDir: join(folder, 'temp') };
  bench = { ...(await openBench(places)), turn: limit(1) };
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const never = new AbortController().signal;
const prepare = (
  loaded: LoadedGroup,
  { seconds, signal = never }: { seconds?: number; signal?: AbortSignal } = {},
) => prepareGroup(loaded, { bench, clock: startClock(loaded.group, seconds, signal), emit: () => {} });

async function close({ workspace }: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  if (!(workspace instanceof Fault)) await workspace[Symbol.asyncDispose]();
}

test('a base whose server is silent takes no turn from the groups that have theirs', async () => {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/repo.git`;
  const loaded = await loadGroup(fixture('lapse'));
  const { repo } = loaded.group.task;
  const remote = {
    ...loaded.group,
    task: { ...loaded.group.task, repo: { url, base_commit: repo!.base_commit } },
  };
  const stop = new AbortController();
  const asked = once(server, 'request');
  const silent = prepare({ ...loaded, group: remote as LoadedGroup['group'] }, { signal: stop.signal });
  await asked;
  const ready = await prepare(loaded);
  expect(ready.detected?.detected.leads).toBeInstanceOf(Array);
  await close(ready);
  stop.abort(new Fault('cancelled', 'over'));
  await expect(silent).rejects.toMatchObject({ code: 'cancelled' });
  server.closeAllConnections();
  server.close();
});

test('a group whose time runs out while it waits for its turn ends as late', async () => {
  const loaded = await loadGroup(fixture('lapse'));
  let leave = (): void => {};
  const held = bench.turn(() => new Promise<void>((resolve) => (leave = resolve)));
  const late = await prepare(loaded, { seconds: 1 });
  expect(late.workspace).toMatchObject({
    code: 'cancelled',
    message: expect.stringContaining('time ran out'),
  });
  expect(late.detected).toBeNull();
  leave();
  await held;
  await close(await prepare(loaded));
});
