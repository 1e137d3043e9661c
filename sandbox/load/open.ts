/** Opens regular files and nothing else: never a link out of a group's folder, never a pipe or device that would hang. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { Fault } from '../../src/fault.js';

/** O_NONBLOCK: a pipe that took the file's place between check and open must not hang us. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface OpenedFile {
  readonly handle: FileHandle;
  /** Absolute, without links. */
  readonly path: string;
  readonly size: number;
}

/** Opens a file that the caller named; links are followed. @throws Fault input */
export async function openFile(path: string): Promise<OpenedFile> {
  return openRegular(await real(path), path);
}

/**
 * Opens `path`, relative to `folder`. A link inside the folder may lead to another place inside it.
 * @throws Fault input where the path is absolute, has `..`, leads out of the folder, is missing, or is no regular file
 */
export async function openInside(folder: string, path: string): Promise<OpenedFile> {
  const outside = outsideReason(path);
  if (outside) throw refuse(path, outside);
  const root = await real(folder);
  const target = join(root, path);
  const found = await real(target, path);
  if (leaves(root, found)) throw refuse(path, 'leads out of the folder of the group');
  const opened = await openRegular(found, path);
  // A folder on the way may have become a link since: what was opened must be what lies inside.
  const now = await opened.handle.stat();
  if ((await real(target, path)) === found && isSame(now, await stat(found))) return opened;
  await opened.handle.close();
  throw refuse(path, 'was exchanged while it was opened');
}

function outsideReason(path: string): string | null {
  if (path.includes('\0')) return 'holds a NUL character';
  if (isAbsolute(path)) return 'is absolute; expected a path relative to group.json';
  if (path.split(/[/\\]/).includes('..')) return 'leads out of the folder of the group';
  return null;
}

function leaves(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

const isSame = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev;

async function openRegular(path: string, shown: string): Promise<OpenedFile> {
  const before = await lstat(path);
  if (!before.isFile()) throw refuse(shown, `is ${kindOf(before)}; expected a regular file`);
  const handle = await open(path, FLAGS).catch((cause) => {
    throw refuse(shown, whyNot(cause), cause);
  });
  const after = await handle.stat();
  if (after.isFile() && isSame(before, after)) return { handle, path, size: after.size };
  await handle.close();
  throw refuse(shown, 'was exchanged while it was opened');
}

async function real(path: string, shown = path): Promise<string> {
  return await realpath(path).catch((cause) => {
    throw refuse(shown, whyNot(cause), cause);
  });
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  if (stats.isSymbolicLink()) return 'a link';
  return 'a device';
}

/** What a failed call of the file system means for the one who named the path. */
export function whyNot(cause: NodeJS.ErrnoException): string {
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return 'is missing';
  if (cause.code === 'ELOOP') return 'is a link that leads in a circle';
  if (cause.code === 'EACCES' || cause.code === 'EPERM') return 'may not be read by this user';
  return `cannot be opened (${cause.code ?? cause.message})`;
}

const refuse = (path: string, reason: string, cause?: unknown): Fault =>
  new Fault('input', reason, { file: path }, { cause });
