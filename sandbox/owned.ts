/** Temporary folders that name the process they belong to, so that the next start can sweep those of the dead. */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { command } from './exec/command.js';
import { makeFolder } from './make-folder.js';
import { owner, stateOf } from './owner.js';

export interface OwnedFolder extends AsyncDisposable {
  readonly path: string;
}

/** `.own-OWNER-RANDOM`: the name is there with the folder, so no crash can leave one without an owner. */
const PREFIX = '.own-';
const NAME = /^\.own-([0-9a-f]+-\d+-\d+)-\w{6}$/;
/** A process of another machine, boot or container cannot be asked; its folders go when they are this old. */
const FOREIGN_MS = 24 * 3600 * 1000;

/** Roots in which this process has looked for what the dead left. */
const looked = new Map<string, Promise<unknown>>();

/**
 * Makes a folder for this user alone, below `root` or the system's place for temporary files; it goes with its scope, and if
 * this process dies, with the next one that makes a folder there.
 * Where none can be made the system's own error comes through: nothing can be graded on such a machine.
 * @param prepare fills it; where that fails, nothing is left
 */
export async function ownedFolder(
  root: string = tmpdir(),
  prepare: (path: string) => Promise<void> = async () => {},
): Promise<OwnedFolder> {
  const path = await mkdtemp(await prefixIn(root));
  try {
    await prepare(path);
  } catch (error) {
    await remove(path);
    throw error;
  }
  return { path, [Symbol.asyncDispose]: () => remove(path) };
}

/** The same, but made when its path is first asked for: for what is seldom too large for memory. */
export async function folderOnDemand(root: string = tmpdir()): Promise<OwnedFolder> {
  const prefix = await prefixIn(root);
  let made: string | null = null;
  return {
    get path() {
      made ??= mkdtempSync(prefix);
      return made;
    },
    [Symbol.asyncDispose]: async () => {
      if (made !== null) await remove(made);
    },
  };
}

/** A whole path: programs that are given the folder run elsewhere. */
async function prefixIn(named: string): Promise<string> {
  const root = resolve(named);
  // What is below the system's place for temporary files is ours to make, the place itself is not.
  const place = resolve(tmpdir());
  if (root !== place) await makeFolder(root, { mode: 0o700, below: place });
  if (!looked.has(root)) looked.set(root, sweep(root));
  await looked.get(root);
  return join(root, `${PREFIX}${owner()}-`);
}

/** Removes every owned folder in `root` whose process is gone and says how many; what resists is left for the next sweep. */
export async function sweep(root: string = tmpdir()): Promise<number> {
  const names = await readdir(root).catch(() => []);
  const removed = await Promise.all(
    names.map(async (name) => {
      const folder = join(root, name);
      if (!(await isOrphan(folder, NAME.exec(name)?.[1]))) return 0;
      endProcessesOf(folder);
      return unmountBelow(folder)
        .then(() => remove(folder))
        .then(
          () => 1,
          () => 0,
        );
    }),
  );
  return removed.reduce((sum: number, one) => sum + one, 0);
}

const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 });

/** A real folder of our own user: in a place that all share, others may make what looks like ours. */
async function isOrphan(folder: string, maker: string | undefined): Promise<boolean> {
  if (maker === undefined || maker === owner()) return false;
  const found = await lstat(folder).catch(() => null);
  if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return false;
  const state = stateOf(maker);
  return state === 'elsewhere' ? Date.now() - found.mtimeMs > FOREIGN_MS : state === 'dead';
}

/** A box that was being made when its maker died waits for it for ever; its outputs lead into the folder. */
function endProcessesOf(folder: string): void {
  for (const pid of entriesOf('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/fd/1`).startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // gone, or another user's
    }
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no /proc on this system
  }
}

/** Before anything is removed: what is mounted there is somebody else's. Another start may sweep the same folder and be faster. */
async function unmountBelow(folder: string): Promise<void> {
  const points = mountPoints().filter((point) => point.startsWith(`${folder}/`));
  // Later mounts lie on earlier ones.
  for (const point of points.reverse()) await command('umount', ['-l', point]).catch(() => {});
}

function mountPoints(): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    const octal = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 8));
    return lines.map((line) => (line.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, octal));
  } catch {
    return []; // no /proc on this system
  }
}
