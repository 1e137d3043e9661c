/** Opens a whole group for reading: base, candidate trees, trajectories and logs behind the ports of src/material. */

import { failedPatch } from '../src/diff/patch-report.js';
import { formatNamed } from '../src/events/formats.js';
import { Fault } from '../src/fault.js';
import type { BuiltPatch } from '../src/fold/facts.js';
import type { CandidateMaterial, GroupMaterial } from '../src/material.js';
import type { Rollout } from '../src/records/group.js';
import type { Ref } from '../src/records/ref.js';
import { baseSourceOf } from './base-source.js';
import { type ByteSource, bytesOf } from './bytes.js';
import { type EventIndex, openEvents } from './events/open.js';
import type { FetchProgress } from './git/fetch.js';
import type { Git } from './git/git.js';
import type { ObjectPool } from './git/objects.js';
import { acquireBase, type BaseStore } from './git/store.js';
import { type Candidate, openWorkspace, type Workspace } from './git/workspace.js';
import { type Lifetimes, lifetimes } from './lifetimes.js';
import { limit } from './limit.js';
import { isTooLarge } from './load/content.js';
import type { LoadedGroup } from './load/group.js';
import { type RefHandle, resolveRef } from './load/ref.js';
import { type LogReader, openLog } from './log.js';

export interface OpenOptions {
  readonly git: Git;
  readonly objects: ObjectPool;
  readonly cacheDir: string;
  readonly tempDir: string;
  /** Address of the container engine, for bases that lie in an image. */
  readonly dockerHost?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onFetch?: ((progress: FetchProgress) => void) | undefined;
}

export interface OpenGroup extends AsyncDisposable {
  readonly loaded: LoadedGroup;
  readonly workspace: Workspace;
  readonly material: GroupMaterial;
  /** Per rollout id: what became of its patch. */
  readonly built: ReadonlyMap<string, BuiltPatch>;
  /** What could not be read of single candidates; their peers are not touched by it. */
  readonly warnings: readonly string[];
}

/**
 * @throws Fault environment where the base cannot be had (the caller's fallback `repo_unavailable`),
 * Fault input where another Ref cannot be read, Fault cancelled.
 */
export const openGroup = async (loaded: LoadedGroup, options: OpenOptions): Promise<OpenGroup> =>
  openGroupOn(await groupBase(loaded, options), loaded, options);

/**
 * The base alone: the part that may wait for a network. Whatever keeps it away is one ending for the group, so every
 * refusal becomes an `environment` fault. @throws Fault environment, Fault cancelled
 */
export async function groupBase(
  loaded: LoadedGroup,
  { git, cacheDir, dockerHost, signal, onFetch }: OpenOptions,
): Promise<BaseStore> {
  try {
    const source = await baseSourceOf(loaded, dockerHost);
    return await acquireBase(source, { cacheDir, git, signal, onProgress: onFetch });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'input') throw error;
    throw new Fault('environment', error.message, error.place, { cause: error });
  }
}

/** What is work of this machine alone. @throws Fault input where a Ref cannot be read, Fault cancelled */
export async function openGroupOn(
  store: BaseStore,
  loaded: LoadedGroup,
  { git, objects, tempDir, signal }: OpenOptions,
): Promise<OpenGroup> {
  const { group } = loaded;
  await using stack = lifetimes();
  const workspace = stack.use(
    await openWorkspace(store, { git, objects, tempDir, workdir: group.task.repo?.workdir, signal }),
  );
  const warnings: string[] = [];
  const reading: Reading = { loaded, workspace, stack, warnings, signal };
  const built = new Map<string, BuiltPatch>();
  const candidates: CandidateMaterial[] = [];
  const trees = await buildAll(reading);
  for (const [index, rollout] of group.rollouts.entries()) {
    signal?.throwIfAborted();
    const opened = await openCandidate(reading, trees[index] as Candidate, index);
    candidates.push(opened);
    built.set(rollout.id, { report: opened.patch, tree: opened.tree?.oid ?? null });
  }
  const material: GroupMaterial = {
    group,
    statement: await textOf(reading, group.task.statement, 'task.statement'),
    hints: await Promise.all(
      (group.task.hints ?? []).map((hint, index) => textOf(reading, hint, `task.hints[${index}]`)),
    ),
    base: workspace.base,
    ancestors: await store.ancestors(),
    testPatch: await diffOf(reading, group.task.tests?.test_patch, 'task.tests.test_patch'),
    referencePatch: await diffOf(reading, group.task.reference_patch, 'task.reference_patch'),
    candidates,
  };
  const owned = stack.move();
  return {
    loaded,
    workspace,
    material,
    built,
    warnings,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Patches in memory and in work at a time. */
const AT_ONCE = 4;

interface Reading {
  readonly loaded: LoadedGroup;
  readonly workspace: Workspace;
  readonly stack: Lifetimes;
  readonly warnings: string[];
  readonly signal: AbortSignal | undefined;
}

const refOf = ({ loaded }: Reading, ref: Ref, field: string): Promise<RefHandle> =>
  resolveRef(ref, loaded.folder, { field });

async function textOf(reading: Reading, ref: Ref, field: string): Promise<string> {
  return Buffer.from(await (await refOf(reading, ref, field)).bytes()).toString('utf8');
}

/** The evaluation's own patches: one that does not fit the base is a warning, for the group can be graded without it. */
async function diffOf(reading: Reading, ref: Ref | undefined, field: string) {
  if (ref === undefined) return [];
  const { report, diff } = await reading.workspace.buildCandidate(
    await (await refOf(reading, ref, field)).bytes(),
  );
  if (report.state !== 'applied') reading.warnings.push(`${field} is ${report.state}${reasonOf(report)}`);
  return diff;
}

const reasonOf = ({ reason }: { readonly reason?: string | undefined }): string =>
  reason === undefined ? '' : ` (${reason})`;

/** In the order of the rollouts. A few at once, so that those which wait are compared with the base together. */
async function buildAll(reading: Reading): Promise<Candidate[]> {
  const slots = limit(AT_ONCE);
  const built = await Promise.allSettled(
    reading.loaded.group.rollouts.map((rollout, index) =>
      slots(() => buildPatch(reading, rollout, `rollouts[${index}].patch`), reading.signal),
    ),
  );
  // All have ended before the first failure goes on: nobody works in a workspace that is closed.
  return built.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

async function openCandidate(
  reading: Reading,
  { report, diff, tree }: Candidate,
  index: number,
): Promise<CandidateMaterial> {
  const at = `rollouts[${index}]`;
  const rollout = reading.loaded.group.rollouts[index] as Rollout;
  return {
    id: rollout.id,
    rollout,
    patch: report,
    diff,
    tree,
    events: await openTrajectory(reading, rollout, at),
    testLog: await openTestLog(reading, rollout, at),
  };
}

async function buildPatch(reading: Reading, { patch }: Rollout, field: string): Promise<Candidate> {
  if (patch === null) return reading.workspace.buildCandidate(null);
  try {
    return await reading.workspace.buildCandidate(await (await refOf(reading, patch, field)).bytes());
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const report = failedPatch('does_not_apply', {}, [`too_large: the patch ${error.message}`]);
    return { report, diff: [], tree: null };
  }
}

async function openTestLog(
  reading: Reading,
  { id, test_log }: Rollout,
  at: string,
): Promise<LogReader | null> {
  if (test_log === undefined) return null;
  const field = `${at}.test_log`;
  try {
    return reading.stack.use(await openLog(await bytesOf(await refOf(reading, test_log, field), field)));
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    reading.warnings.push(`${id}: the test log ${error.message}`);
    return null;
  }
}

/** A trajectory that cannot be read leaves its rollout without one, and a warning: the patch can be graded all the same. */
async function openTrajectory(reading: Reading, rollout: Rollout, at: string): Promise<EventIndex | null> {
  const { trajectory } = rollout;
  if (trajectory === undefined) return null;
  const field = `${at}.trajectory.file`;
  const more = (trajectory.more ?? []).map((ref, index) => ({
    ref,
    field: `${at}.trajectory.more[${index}]`,
  }));
  try {
    const sources = await openSources(reading, [{ ref: trajectory.file, field }, ...more]);
    const index = await openEvents(formatNamed(trajectory.format), sources, signalOption(reading.signal));
    reading.warnings.push(...index.warnings.map((warning) => `${rollout.id}: ${warning}`));
    return reading.stack.use(index);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'input') throw error;
    reading.warnings.push(`${rollout.id}: ${error.message}`);
    return null;
  }
}

async function openSources(
  reading: Reading,
  files: readonly { readonly ref: Ref; readonly field: string }[],
): Promise<ByteSource[]> {
  await using opened = lifetimes();
  const sources: ByteSource[] = [];
  for (const { ref, field } of files)
    sources.push(opened.use(await bytesOf(await refOf(reading, ref, field), field)));
  opened.move();
  return sources;
}

const signalOption = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });
