/** The folder on the host in which bases and candidates' copies are laid out; private, neutral by name, gone at the end. */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type OwnedFolder, ownedFolder } from '../owned.js';
import type { TreeSource } from './tree.js';
import type { Owner } from './write-tree.js';

/** Unused bases that are kept for the next check. */
const SPARE_BASES = 4;

interface Base {
  readonly path: string;
  readonly ready: Promise<void>;
  users: number;
}

export class Stage implements AsyncDisposable {
  private readonly bases = new Map<string, Base>();
  private slots = 0;

  private constructor(
    private readonly owned: OwnedFolder,
    private readonly makeBase: (tree: TreeSource, path: string) => Promise<void>,
  ) {}

  /**
   * @param makeBase lays the base files of a tree out at a path that does not exist yet
   * @param user who may enter the folder besides root; our own user where it is left out
   */
  static async open(
    makeBase: (tree: TreeSource, path: string) => Promise<void>,
    { parent, user }: { parent?: string | undefined; user?: Owner } = {},
  ): Promise<Stage> {
    const owned = await ownedFolder(parent, async (path) => {
      for (const name of ['b', 's']) await makeFolder(join(path, name));
      if (!user) return;
      // The folder stays ours, so that the next start knows it; its group passes through.
      await chown(path, process.getuid?.() ?? user.uid, user.gid);
      await chmod(path, 0o710);
    });
    return new Stage(owned, makeBase);
  }

  /** Visible in a box's mount table: nothing in its name says what it is for. */
  get folder(): string {
    return this.owned.path;
  }

  /** Lends the base of a tree; the first borrower waits until it is laid out, later ones find it there. */
  async withBase<T>(tree: TreeSource, use: (path: string) => Promise<T>): Promise<T> {
    let base = this.bases.get(tree.baseId);
    if (!base) {
      const path = join(this.folder, 'b', randomBytes(6).toString('hex'));
      base = { path, ready: this.makeBase(tree, path), users: 0 };
    }
    // Put back at the end: the map's order is the order of last use.
    this.bases.delete(tree.baseId);
    this.bases.set(tree.baseId, base);
    base.users += 1;
    try {
      await base.ready;
      return await use(base.path);
    } catch (error) {
      if (await failed(base.ready)) this.bases.delete(tree.baseId);
      throw error;
    } finally {
      base.users -= 1;
      await this.dropSpareBases();
    }
  }

  /** A fresh folder for one check, removed with all it holds. */
  async withSlot<T>(use: (folder: string) => Promise<T>): Promise<T> {
    this.slots += 1;
    const folder = join(this.folder, 's', String(this.slots));
    await makeFolder(folder);
    try {
      return await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async dropSpareBases(): Promise<void> {
    const spare = [...this.bases].filter(([, base]) => base.users === 0);
    for (const [id, base] of spare.slice(0, Math.max(0, spare.length - SPARE_BASES))) {
      this.bases.delete(id);
      await rm(base.path, { recursive: true, force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.owned[Symbol.asyncDispose]();
  }
}

/** The user in the box passes through, whatever our umask is; the stage folder itself keeps everyone else out. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path);
  await chmod(path, 0o711);
}

const failed = (task: Promise<void>): Promise<boolean> =>
  task.then(
    () => false,
    () => true,
  );
