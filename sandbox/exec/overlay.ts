/** A candidate's copy as an overlay: the shared base below, its changes above, what the program writes in a tmpfs of fixed size. */
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { command } from './command.js';
import type { BoxSize, Limits } from './port.js';
import type { TreeSource } from './tree.js';
import { whiteouts } from './whiteouts.js';
import { type Owner, TreeWriter, writeTree } from './write-tree.js';

/** Whoever runs in the box; nobody on the host has this id. */
export const BOX_USER: Owner = { uid: 10001, gid: 10001 };

/** Lays a base out for overlays: plain files that belong to the user in the box. */
export async function makeBaseFolder(tree: TreeSource, path: string): Promise<void> {
  await mkdir(path);
  await chmod(path, 0o755);
  await chown(path, BOX_USER.uid, BOX_USER.gid);
  await writeTree(path, tree.base(), BOX_USER);
}

/** Writes the candidate's changes to `slot/d` and hides what it removed; mounts nothing yet. */
export async function prepareTree(slot: string, base: string, tree: TreeSource): Promise<void> {
  const changes = join(slot, 'd');
  await mkdir(changes);
  const delta = await tree.delta();
  await writeTree(changes, delta.files, BOX_USER);
  const hidden = await whiteouts(base, delta);
  const writer = new TreeWriter(changes, BOX_USER);
  for (const path of hidden) await writer.makeParents(path);
  // Node cannot make device nodes; a 0/0 character device is how an overlay says "gone".
  for (let at = 0; at < hidden.length; at += 500) {
    const script = 'for path; do mknod "./$path" c 0 0 || exit 1; done';
    await command('sh', ['-c', script, 'sh', ...hidden.slice(at, at + 500)], changes);
  }
}

/**
 * Shell text that mounts what `prepareTree` made, in the folders `m` and `t`; runs as root in the slot folder.
 * Afterwards: `t` the tree, `m/tmp`, `m/shm`, `m/r` (report); all writing counts against one tmpfs `m`.
 * Paths are relative, since the box sees them in its mount table.
 */
export const MOUNT_SLOT = [
  'set -e',
  'mount -t tmpfs -o "size=$1,nr_inodes=$2,mode=755" tmpfs m',
  // Every helper program costs a millisecond.
  `install -d -o ${BOX_USER.uid} -g ${BOX_USER.gid} m/u m/r`,
  'mkdir -m 1777 m/w m/tmp m/shm',
  'mount -t overlay -o "lowerdir=d:$3,upperdir=m/u,workdir=m/w" overlay t',
].join('\n');

export const mountArguments = (slot: string, base: string, limits: Limits): string[] => [
  String(limits.disk_bytes),
  String(limits.inodes),
  relative(slot, base),
];

/** Folders of a slot that a container gets; all in one tmpfs of fixed size. */
export const PLACES = { tree: 'm/t', tmp: 'm/tmp', report: 'm/r' } as const;

/**
 * Mounts what a box writes to, where the whole host, and so the engine, sees it; lends it and takes all mounts away again.
 * The mount is shared: a tree that is mounted in it later turns up in a container that was started before.
 */
export async function withPlaces<T>(slot: string, limits: BoxSize, use: () => Promise<T>): Promise<T> {
  await mkdir(join(slot, 'm'));
  const size = `size=${limits.disk_bytes},nr_inodes=${limits.inodes},mode=755,nosuid,nodev`;
  await command('mount', ['-t', 'tmpfs', '--make-shared', '-o', size, 'tmpfs', 'm'], slot);
  try {
    for (const name of ['u', 'r', 'w', 'tmp', 't']) await makeFolder(join(slot, 'm', name), name);
    return await use();
  } finally {
    await unmount(slot, 'm');
  }
}

/** Mounts a prepared tree in its place. @param base folder of its base */
export async function withTree<T>(slot: string, base: string, use: () => Promise<T>): Promise<T> {
  const layers = `lowerdir=d:${relative(slot, base)},upperdir=m/u,workdir=m/w,nosuid,nodev`;
  await command('mount', ['-t', 'overlay', '-o', layers, 'overlay', PLACES.tree], slot);
  try {
    return await use();
  } finally {
    await unmount(slot, PLACES.tree);
  }
}

async function makeFolder(path: string, name: string): Promise<void> {
  await mkdir(path);
  if (name === 'u' || name === 'r') await chown(path, BOX_USER.uid, BOX_USER.gid);
  await chmod(path, name === 'tmp' ? 0o1777 : 0o755);
}

/** A lazy unmount is the second try: the name is gone at once, the rest when its last user is. */
async function unmount(slot: string, name: string): Promise<void> {
  await command('umount', [name], slot).catch(() => command('umount', ['-l', name], slot));
}
