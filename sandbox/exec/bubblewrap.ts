/** Runs checks under bubblewrap, where there is no engine: namespaces of its own, the host's system read-only, one copy of one tree. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Fault } from '../../src/fault.js';
import { limit } from '../limit.js';
import { type BoxPlan, runBox } from './box.js';
import { boxArguments, type Features, processLimits } from './bubblewrap-args.js';
import { findGroups, type Groups } from './cgroup.js';
import { command } from './command.js';
import { BOX_USER, MOUNT_SLOT, makeBaseFolder, mountArguments, prepareSlot } from './overlay.js';
import { PipePool } from './pipes.js';
import type { ExecOptions, ExecResult, Limits, Sandbox } from './port.js';
import { checkArguments } from './run.js';
import { seccompFilter } from './seccomp.js';
import { Stage } from './stage.js';
import { newMark, startAsInit } from './start.js';
import { makeBaseArchive, tarTree } from './tar-tree.js';
import type { TreeSource } from './tree.js';

/** Nothing happens before our word on descriptor 4: by then the process is in its control group. */
const WAIT = 'read -r word <&4 || exit 1\n';
/**
 * How the tree comes in: root mounts an overlay and becomes the box's user, after it has bound the extra folders here,
 * since that user may not get to where they lie …
 */
const SETUP_ROOT = `${WAIT}${MOUNT_SLOT}
shift 3
n=0
while [ "$1" != -- ]; do
  mkdir "x$n"
  mount --rbind -- "$1" "x$n"
  n=$((n + 1))
  shift
done
shift
exec setpriv --reuid ${BOX_USER.uid} --regid ${BOX_USER.gid} --clear-groups -- "$@"`;
/** … everyone else unpacks it into a tmpfs, in a user namespace of their own. */
const SETUP_USER = `${WAIT}set -e
mount -t tmpfs -o "size=$1,nr_inodes=$2,mode=755" tmpfs m
mkdir m/t m/r
mkdir -m 1777 m/tmp m/shm
tar -xf - -C m/t
shift 4
exec "$@" </dev/null`;

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
    const result = await this.exec(NO_FILES, ['true'], { time_s: 30 });
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
    const all = checkArguments(argv, limits);
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
    entry: Entry,
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

/** Without these, names of users and of the box itself would not resolve. */
const ETC_FILES = {
  passwd: `root:x:0:0::/root:/bin/sh\nuser:x:${BOX_USER.uid}:${BOX_USER.gid}::/tmp:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n`,
  group: `root:x:0:\nuser:x:${BOX_USER.gid}:\nnogroup:x:65534:\n`,
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
};

/** What programs need of the host's /etc, with a passwd and group of our own; nothing else of it is in the box. */
async function makeEtc(folder: string): Promise<void> {
  const names = ['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'ssl/certs'];
  await mkdir(join(folder, 'ssl'), { recursive: true });
  for (const [name, text] of Object.entries(ETC_FILES)) await writeFile(join(folder, name), text);
  for (const name of names.filter((name) => existsSync(`/etc/${name}`))) {
    await command('cp', ['-a', `/etc/${name}`, join(folder, name)]);
  }
  await command('chmod', ['-R', 'u=rwX,go=rX', folder]);
}

/** How a copy of the tree gets into the slot. */
interface Entry {
  readonly namespaces: readonly string[];
  readonly setup: string;
  readonly arguments: readonly string[];
  readonly input: (() => AsyncIterable<Buffer>) | null;
  /** Where the copy then lies, relative to the slot. */
  readonly tree: string;
}

async function overlayEntry(
  slot: string,
  base: string,
  tree: TreeSource,
  limits: Limits,
  options: ExecOptions,
): Promise<Entry> {
  await prepareSlot(slot, base, tree);
  return {
    namespaces: [],
    setup: SETUP_ROOT,
    arguments: [
      ...mountArguments(slot, base, limits),
      ...(options.mounts ?? []).map(({ source }) => resolve(source)),
    ],
    input: null,
    tree: 't',
  };
}

async function archiveEntry(slot: string, base: string, tree: TreeSource, limits: Limits): Promise<Entry> {
  await mkdir(join(slot, 'm'));
  const archive = await tarTree(base, tree);
  return {
    namespaces: ['--user', '--map-root-user'],
    setup: SETUP_USER,
    arguments: [String(limits.disk_bytes + archive.bytes), String(limits.inodes + archive.files), '-'],
    input: () => archive.stream(),
    tree: 'm/t',
  };
}

const NO_FILES: TreeSource = {
  baseId: '',
  async *base() {},
  delta: async () => ({ files: [], removed: [] }),
};
