/** How a copy of a tree gets into the slot of a bubblewrap box: mounted by root, unpacked by everyone else. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BOX_USER, MOUNT_SLOT, mountArguments, prepareTree } from './overlay.js';
import type { ExecOptions, Limits } from './port.js';
import { tarTree } from './tar-tree.js';
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

export interface BoxEntry {
  readonly namespaces: readonly string[];
  readonly setup: string;
  readonly arguments: readonly string[];
  readonly input: (() => AsyncIterable<Buffer>) | null;
  /** Where the copy then lies, relative to the slot. */
  readonly tree: string;
}

export async function overlayEntry(
  slot: string,
  base: string,
  tree: TreeSource,
  limits: Limits,
  options: ExecOptions,
): Promise<BoxEntry> {
  for (const name of ['m', 't']) await mkdir(join(slot, name));
  await prepareTree(slot, base, tree);
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

export async function archiveEntry(
  slot: string,
  base: string,
  tree: TreeSource,
  limits: Limits,
): Promise<BoxEntry> {
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
