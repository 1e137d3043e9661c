/** Runs every probe on one driver and counts what it got: nothing. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../sandbox/exec/port.js';
import { treeOf } from '../../../support/tree.js';
import { BOMBS } from './bombs.js';
import { NETWORK } from './network.js';
import type { Probe } from './probe.js';
import { PROCESSES } from './processes.js';
import { READING } from './reading.js';
import { TRICKS } from './tricks.js';
import { World } from './world.js';
import { WRITING } from './writing.js';

export const PROBES: readonly Probe[] = [
  ...READING,
  ...WRITING,
  ...PROCESSES,
  ...NETWORK,
  ...TRICKS,
  ...BOMBS,
];
export const BASE = { 'shared.txt': 'shared', 'lib/a.txt': 'lib' };

/** How long the host takes to run a small program, again and again while a check runs; the middle value. */
function pulse(): { stop(): Promise<number> } {
  const times: number[] = [];
  const over = new AbortController();
  const beat = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const begun = performance.now();
      await new Promise((resolve) => execFile('true', resolve));
      times.push(performance.now() - begun);
      await sleep(50, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const beating = beat();
  return {
    stop: async () => {
      over.abort();
      await beating;
      return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
    },
  };
}

interface SuiteOptions {
  /** Before each probe a check of its shape runs, so that the probe finds a container that was started before. */
  readonly ahead?: boolean;
}

export function probeSuite(
  name: string,
  open: () => Promise<Sandbox>,
  { ahead = false }: SuiteOptions = {},
): void {
  describe(`under ${name} nothing comes of a candidate that`, () => {
    let box: Sandbox;
    let world: World;
    let shape = '';
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
        const all = { time_s: 20, ...limits };
        const wanted = JSON.stringify([limits, report]);
        if (ahead && shape !== wanted)
          await box.exec(treeOf(BASE), ['true'], all, { report: report === true });
        shape = wanted;
        const heart = pulse();
        const result = await box.exec(treeOf(BASE, files), ['sh', '-c', script], all, {
          env: world.env(probe),
          report: report === true,
        });
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
}
