/** Writes files of a tree into an empty folder of our own; links are written as links and never followed. */
import { constants } from 'node:fs';
import { chmod, chown, lchown, lstat, mkdir, open, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { foldersAbove } from '../../src/paths.js';
import { checkPath, type TreeFile } from './tree.js';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const AT_ONCE = 16;

/**
 * `root` exists and nobody else writes below it meanwhile. Files come out as 644 or 755 whatever the umask says.
 * @param owner who the files belong to afterwards; our own user where it is left out
 * @throws Fault input for a path that leaves the tree, stands twice, or lies beyond a symbolic link
 */
export async function writeTree(
  root: string,
  files: Iterable<TreeFile> | AsyncIterable<TreeFile>,
  owner?: Owner,
): Promise<void> {
  const writer = new TreeWriter(root, owner);
  const running = new Set<Promise<void>>();
  let failure: { readonly cause: unknown } | undefined;
  try {
    for await (const file of files) {
      if (failure) break;
      const task = writer
        .write(file)
        .catch((cause: unknown) => {
          failure ??= { cause };
        })
        .finally(() => running.delete(task));
      running.add(task);
      if (running.size >= AT_ONCE) await Promise.race(running);
    }
  } finally {
    // Also where the source breaks off: whoever removes the folder then must not race with us.
    await Promise.all(running);
  }
  if (failure) throw failure.cause;
}

export class TreeWriter {
  private readonly folders = new Map<string, Promise<void>>();

  constructor(
    private readonly root: string,
    private readonly owner?: Owner,
  ) {}

  async write({ path, mode, bytes }: TreeFile): Promise<void> {
    checkPath(path);
    await this.makeParents(path);
    const full = join(this.root, path);
    try {
      if (mode === '120000') await writeLink(full, bytes, this.owner);
      else await writeFile(full, bytes, mode === '100755' ? 0o755 : 0o644, this.owner);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      throw new Fault('input', `path ${JSON.stringify(path)} stands twice in the tree`, {}, { cause });
    }
  }

  /** Makes the folders above a path, each once. */
  async makeParents(path: string): Promise<void> {
    for (const folder of foldersAbove(path)) {
      let made = this.folders.get(folder);
      if (!made) {
        made = this.makeFolder(folder);
        this.folders.set(folder, made);
      }
      await made;
    }
  }

  private async makeFolder(path: string): Promise<void> {
    const full = join(this.root, path);
    try {
      await mkdir(full);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      if (!(await lstat(full)).isDirectory()) throw notAFolder(path);
    }
    await chmod(full, 0o755);
    if (this.owner) await chown(full, this.owner.uid, this.owner.gid);
  }
}

const notAFolder = (path: string): Fault =>
  new Fault('input', `path below ${JSON.stringify(path)} lies beyond a symbolic link or a file`);

async function writeFile(full: string, bytes: Uint8Array, mode: number, owner?: Owner): Promise<void> {
  const file = await open(full, NEW_FILE, mode);
  try {
    await file.writeFile(bytes);
    await file.chmod(mode);
    if (owner) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
}

async function writeLink(full: string, target: Uint8Array, owner?: Owner): Promise<void> {
  if (target.length === 0 || target.includes(0)) {
    throw new Fault('input', `the symbolic link ${JSON.stringify(full)} has no usable target`);
  }
  await symlink(Buffer.from(target), full);
  if (owner) await lchown(full, owner.uid, owner.gid);
}
