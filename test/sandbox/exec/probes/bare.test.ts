import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../sandbox/exec/port.js';
import { writeTree } from '../../../../sandbox/exec/write-tree.js';
import { bubblewrap } from '../../../support/sandboxes.js';
import { treeOf } from '../../../support/tree.js';
import { BASE, PROBES } from './suite.js';
import { World } from './world.js';

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
        const options = { cwd: folder, env: world.env(probe), timeout: 5000, maxBuffer: 2 ** 28 };
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
