/** Temporary folders that name the process they belong to, so that the next start can sweep those of the dead. */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning, startTime } from './exec/owner.js';
import { makeFolder } from './make-folder.js';

export interface OwnedFolder extends AsyncDisposable {
  readonly path: string;
}

/** `.own-MACHINE-PID-START-RANDOM`: the name is there with the folder, so no crash can leave one without an owner. */
const NAME = /^\.own-([0-9a-f]{8})-(\d+)-(\d+)-/;
/** A pid of another machine or container cannot be asked; its folders go when they are this old. */
const FOREIGN_MS = 24 * 3600 * 1000;

export async function ownedFolder(root: string): Promise<OwnedFolder> {
  await makeFolder(root, 0o700);
  const path = await mkdtemp(join(root, `.own-${machine()}-${process.pid}-${startOf(process.pid)}-`));
  return { path, [Symbol.asyncDispose]: () => remove(path) };
}

/** Removes every owned folder below `root` whose process is gone; what still resists is left for the next sweep. */
export async function sweep(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      if (await isOrphan(root, name)) await remove(join(root, name)).catch(() => {});
    }),
  );
}

const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 });

async function isOrphan(root: string, name: string): Promise<boolean> {
  const owner = NAME.exec(name);
  if (owner === null) return false;
  const [, home, pid, start] = owner;
  if (home === machine()) return startOf(Number(pid)) !== start;
  const { mtimeMs } = await stat(join(root, name)).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > FOREIGN_MS;
}

/** Start time of a process in clock ticks, `0` where the system does not tell, null where there is no such process. */
const startOf = (pid: number): string | null => startTime(pid) ?? (isRunning(pid) ? '0' : null);

/** This machine's pid namespace: the same number means another process elsewhere. */
function machine(): string {
  return createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 8);
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'none';
  }
}
