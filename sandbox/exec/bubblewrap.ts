/** Runs checks under bubblewrap, where there is no engine: namespaces of its own, the host's system read-only, one copy of one tree. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Fault } from '../../src/fault.js';
import { limit } from '../limit.js';
import { type BoxPlan, runBox } from './box.js';
import { archiveEntry, type BoxEntry, overlayEntry } from './box-entry.js';
import { makeEtc } from './box-etc.js';
import { boxArguments, type Features, processLimits } from './bubblewrap-args.js';
import { findGroups, type Groups } from './cgroup.js';
import { command } from './command.js';
import { BOX_USER, makeBaseFolder } from './overlay.js';
import { PipePool } from './pipes.js';
import type { ExecOptions, ExecResult, Limits, Sandbox } from './port.js';
import { checkArguments } from './run.js';
import { seccompFilter } from './seccomp.js';
import { Stage } from './stage.js';
import { newMark, startAsInit } from './start.js';
import { makeBaseArchive } from './tar-tree.js';
import { EMPTY_TREE, type TreeSource } from './tree.js';

export interface BubblewrapOptions {
  /** Where work folders are made; the system's temporary folder where it is left out. */
  readonly folder?: string | undefined;
}

/** @throws Fault environment where bubblewrap is missing or this kernel or user may not make a box */
export async function openBubblewrap({ folder }: BubblewrapOptions = {}): Promise<Sandbox> {
  const version = /\d+\.(\d+)/.exec(await command('bwrap', ['--version']))?.[1];
  const asRoot = process.getuid?.() === 0;
  const makeBase = asRoot ? makeBaseFolder : makeBaseArchive;
  const stage = await Stage.open(makeBase, { parent: folder, ...(asRoot ? { user: BOX_USER } : {}) });
  const box = new Bubblewrap(stage, asRoot, findGroups(), {
    disableUserns: Number(version) >= 8,
    filter: seccompFilter() ? join(stage.folder, 'filter') : null,
  });
  try {
    await box.prepare();
    return box;
  } catch (error) {
    await stage[Symbol.asyncDispose]();
    throw error;
  }
}

class Bubblewrap implements Sandbox {
  readonly driver = 'bubblewrap';
  readonly unavailable = null;
  private readonly inTurn = limit(2 * availableParallelism());
  private readonly pipes: PipePool;

  constructor(
    private readonly stage: Stage,
    private readonly asRoot: boolean,
    private readonly groups: Groups,
    private readonly features: Features,
  ) {
    this.pipes = new PipePool(stage.folder);
  }

  /** Writes what every box shares and runs the first one: whether boxes can be made here shows only by making one. */
  async prepare(): Promise<void> {
    const filter = seccompFilter();
    if (filter && this.features.filter) await writeFile(this.features.filter, filter);
    await makeEtc(join(this.stage.folder, 'etc'));
    const result = await this.exec(EMPTY_TREE, ['true'], { time_s: 30 });
    if (result.exit_code === 0) return;
    const why = result.not_started ?? `\`true\` ended with ${result.exit_code}`;
    throw new Fault('environment', `bubblewrap makes no box here: ${why}`);
  }

  async exec(
    tree: TreeSource,
    argv: readonly string[],
    limits: Partial<Limits> = {},
    options: ExecOptions = {},
  ): Promise<ExecResult> {
    const all = checkArguments(argv, limits, options);
    return this.inTurn(
      () =>
        this.stage.withBase(tree, (base) =>
          this.stage.withSlot(async (slot) => {
            const entry = this.asRoot
              ? await overlayEntry(slot, base, tree, all, options)
              : await archiveEntry(slot, base, tree, all);
            const plan = this.plan(slot, entry, argv, all, options);
            return this.pipes.lend((pipes) => runBox(plan, this.groups, pipes));
          }),
        ),
      options.signal,
    );
  }

  private plan(
    slot: string,
    entry: BoxEntry,
    argv: readonly string[],
    limits: Limits,
    options: ExecOptions,
  ): BoxPlan {
    const mark = newMark();
    const mounts = (options.mounts ?? []).map(({ source, target }, index) => ({
      source: this.asRoot ? `x${index}` : resolve(source),
      target,
    }));
    const paths = {
      tree: entry.tree,
      tmp: 'm/tmp',
      shm: 'm/shm',
      report: 'm/r',
      etc: join(this.stage.folder, 'etc'),
    };
    return {
      folder: slot,
      command: 'unshare',
      args: (memoryHeld) => [
        ...[...entry.namespaces, '--mount', '--propagation', 'private', '--'],
        ...['sh', '-c', entry.setup, 'sh', ...entry.arguments, '--'],
        ...['bwrap', ...boxArguments(paths, { ...options, mounts }, this.features)],
        ...[
          'sh',
          '-c',
          startAsInit(processLimits(limits, memoryHeld), options.report === true),
          mark,
          ...argv,
        ],
      ],
      input: entry.input,
      filter: this.features.filter,
      mark,
      limits,
      report: options.report === true,
      signal: options.signal,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stage[Symbol.asyncDispose]();
  }
}
