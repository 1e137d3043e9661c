/** Prepares a group for its judge: base, workspace, leads; for all but the base the groups of a process take turns. */

import type { LoadedGroup } from '../../sandbox/load/group.js';
import { groupBase, type OpenGroup, type OpenOptions, openGroupOn } from '../../sandbox/open-group.js';
import { Fault } from '../../src/fault.js';
import type { Emit } from '../progress.js';
import type { Bench } from './bench.js';
import { type GroupClock, inTime, secondsSince } from './clock.js';
import { type DetectedGroup, detectFairly, detectors } from './detect.js';

export interface PrepareOptions {
  readonly bench: Bench;
  readonly clock: GroupClock;
  readonly emit: Emit;
  readonly dockerHost?: string | undefined;
}

export interface Prepared {
  /** A fault where the base cannot be had: an ending of the group. */
  readonly workspace: OpenGroup | Fault;
  /** null where there is no workspace, or the time ran out. */
  readonly detected: DetectedGroup | null;
  /** Since the call, its turn waited for. */
  readonly seconds: number;
}

/**
 * The caller closes the workspace.
 * @throws Fault input where a file that the group names is not there: the caller's error; Fault cancelled
 */
export async function prepareGroup(loaded: LoadedGroup, options: PrepareOptions): Promise<Prepared> {
  const { bench, clock, emit, dockerHost } = options;
  const start = performance.now();
  const places: OpenOptions = {
    ...bench,
    dockerHost,
    signal: clock.signal,
    onFetch: ({ stage, done, total }) => emit({ type: 'fetching', stage, done, total }),
  };
  try {
    const base = await orFault(clock, () => groupBase(loaded, places));
    if (base instanceof Fault) return { workspace: base, detected: null, seconds: secondsSince(start) };
    const open = () => orFault(clock, () => openGroupOn(base, loaded, places));
    return await bench.turn(() => openAndDetect(open, options, start), clock.signal);
  } catch (error) {
    if (!clock.late()) throw error;
    const workspace = new Fault('cancelled', 'the time ran out while the workspace was made');
    return { workspace, detected: null, seconds: secondsSince(start) };
  }
}

async function openAndDetect(
  open: () => Promise<OpenGroup | Fault>,
  options: PrepareOptions,
  start: number,
): Promise<Prepared> {
  const { emit, clock } = options;
  const workspace = await open();
  const seconds = secondsSince(start);
  if (workspace instanceof Fault) return { workspace, detected: null, seconds };
  const trees = [...workspace.built.values()].filter(({ tree }) => tree !== null).length;
  emit({ type: 'workspace', applied: trees, failed: workspace.built.size - trees, seconds });
  try {
    const detected = await inTime(clock, () => detect(workspace, options));
    return { workspace, detected, seconds };
  } catch (error) {
    await workspace[Symbol.asyncDispose]();
    throw error;
  }
}

/** What the machine or the network refuses is an ending of the group. */
async function orFault<T>(clock: GroupClock, work: () => Promise<T>): Promise<T | Fault> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault && error.code === 'environment' && !clock.late()) return error;
    throw error;
  }
}

async function detect(opened: OpenGroup, { bench, clock, emit }: PrepareOptions): Promise<DetectedGroup> {
  const start = performance.now();
  const found = await detectFairly(opened, detectors(bench.parser, clock.signal), clock.signal);
  emit({ type: 'detected', leads: found.detected.leads.length, seconds: secondsSince(start) });
  return found;
}
