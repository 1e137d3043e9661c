import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../sandbox/exec/port.js';
import { writeTree } from '../../../../sandbox/exec/write-tree.js';
import { bubblewrap, dockerOverlay } from '../../../support/sandboxes.js';
import { treeOf } from '../../../support/tree.js';
import { BOMBS } from './bombs.js';
import { NETWORK } from './network.js';
import type { Probe } from './probe.js';
import { PROCESSES } from './processes.js';
import { READING } from './reading.js';
import { TRICKS } from './tricks.js';
import { World } from './world.js';
import { WRITING } from './writing.js';

const PROBES: readonly Probe[] = [...READING, ...WRITING, ...PROCESSES, ...NETWORK, ...TRICKS, ...BOMBS];
const BASE = { 'shared.txt': 'shared', 'lib/a.txt': 'lib' };

/** How long the host takes to run a small program, again and again while a check runs; the middle value. */
function pulse(): { stop(): Promise<number> } {
  const times: number[] = [];
  let running = true;
  const beat = async (): Promise<void> => {
    while (running) {
      const begun = performance.now();
      await new Promise((resolve) => execFile('true', resolve));
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const beating = beat();
  return {
    stop: async () => {
      running = false;
      await beating;
      return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
    },
  };
}

describe.each([
  { name: 'docker', open: dockerOverlay },
  { name: 'bubblewrap', open: bubblewrap },
])('under $name nothing comes of a candidate that', ({ name, open }) => {
  let box: Sandbox;
  let world: World;
  beforeAll(async () => {
    box = await open();
    world = await World.open(box);
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await box?.[Symbol.asyncDispose]();
  });

  test.each(PROBES)(
    '$name',
    async ({ name: title, script, files = {}, limits = {}, report, expect: check }) => {
      const probe = `${name}-${PROBES.findIndex((item) => item.name === title)}-${process.pid}`;
      const heart = pulse();
      const result = await box.exec(
        treeOf(BASE, files),
        ['sh', '-c', script],
        { time_s: 20, ...limits },
        { env: world.env(probe), report: report === true },
      );
      const middle = await heart.stop();
      const said = Buffer.concat([result.stdout, result.stderr]).toString();
      const collected = [...(result.report?.values() ?? [])]
        .map((bytes) => Buffer.from(bytes).toString())
        .join('');
      expect(result.not_started).toBeNull();
      expect(await world.violations(probe, said + collected)).toEqual([]);
      check?.(result, said);
      expect(middle).toBeLessThan(1000);
    },
  );
});

describe('without a box something comes of a candidate that', () => {
  let box: Sandbox;
  let world: World;
  beforeAll(async () => {
    box = await bubblewrap();
    world = await World.open(box);
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await box?.[Symbol.asyncDispose]();
  });

  test.each(PROBES.filter(({ bites }) => bites))('$name', async ({ name: title, script, files = {} }) => {
    const probe = `bare-${PROBES.findIndex((item) => item.name === title)}-${process.pid}`;
    const folder = mkdtempSync(join(tmpdir(), 'bare-'));
    try {
      const tree = treeOf(BASE, files);
      await writeTree(folder, tree.base());
      await writeTree(folder, (await tree.delta()).files);
      const said = await new Promise<string>((resolve) => {
        const options = { cwd: folder, env: world.env(probe), timeout: 5000 };
        const child = execFile('sh', ['-c', script], options, (_, out, err) => resolve(out + err));
        // A child in the background would hold the outputs open for minutes.
        child.once('exit', () => {
          setTimeout(() => child.stdout?.destroy(), 200);
          setTimeout(() => child.stderr?.destroy(), 200);
        });
      });
      expect(await world.violations(probe, said)).not.toEqual([]);
    } finally {
      world.reset(probe);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('there are at least sixty probes', () => {
  expect(new Set(PROBES.map(({ name }) => name)).size).toBe(PROBES.length);
  expect(PROBES.length).toBeGreaterThanOrEqual(60);
});
