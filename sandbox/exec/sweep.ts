/** Removes what dead runs left: containers, control groups, processes, mounts and work folders; never what is in use or not ours. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepGroups } from './cgroup.js';
import { command } from './command.js';
import type { Engine } from './engine.js';
import { stateOf } from './owner.js';
import { OWNER_FILE, STAGE_PREFIX } from './stage.js';

export interface Swept {
  readonly containers: number;
  readonly groups: number;
  readonly folders: number;
}

/** Another machine's or boot's container is nobody's once it has been still for so long: a live run removes its own at once. */
const STALE_S = 3600;

/** @param folder where work folders are made, as given to the drivers */
export async function sweep(engine: Engine | null, folder: string = tmpdir()): Promise<Swept> {
  return {
    containers: engine ? await sweepContainers(engine) : 0,
    groups: await sweepGroups(),
    folders: await sweepFolders(folder),
  };
}

async function sweepContainers(engine: Engine): Promise<number> {
  let removed = 0;
  for (const { id, owner, running, age_s } of await engine.ours()) {
    const state = stateOf(owner);
    const stale = state === 'elsewhere' && !running && age_s > STALE_S;
    if (state !== 'dead' && !stale) continue;
    await engine.remove(id);
    removed += 1;
  }
  return removed;
}

async function sweepFolders(parent: string): Promise<number> {
  let removed = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    if (!name.startsWith(STAGE_PREFIX) || !isAbandoned(folder)) continue;
    endProcessesOf(folder);
    await unmountBelow(folder);
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** Ours by user and by owner file, and that owner is dead; a folder without the file was given up while it was made. */
function isAbandoned(folder: string): boolean {
  try {
    const stat = statSync(folder);
    const owner = readOwner(join(folder, OWNER_FILE));
    if (owner !== null) return stateOf(owner) === 'dead';
    const mine = stat.isDirectory() && stat.uid === process.getuid?.();
    return mine && readdirSync(folder).length === 0 && Date.now() - stat.mtimeMs > STALE_S * 1000;
  } catch {
    return false;
  }
}

function readOwner(path: string): string | null {
  try {
    return statSync(path).uid === process.getuid?.() ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}

/** A box that was being made when its maker died waits for it for ever; its outputs lead into the work folder. */
function endProcessesOf(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/fd/1`).startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // gone, or another user's
    }
  }
}

async function unmountBelow(folder: string): Promise<void> {
  const points = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((point) => point === folder || point.startsWith(`${folder}/`));
  // Later mounts lie on earlier ones; another start may sweep the same folder and be faster.
  for (const point of points.reverse()) await command('umount', ['-l', point]).catch(() => {});
}
