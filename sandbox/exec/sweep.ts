/** Removes what dead runs left: containers, control groups, processes, mounts and work folders; never what is in use or not ours. */
import { sweep as sweepFolders } from '../owned.js';
import { stateOf } from '../owner.js';
import { sweepGroups } from './cgroup.js';
import type { Engine } from './engine.js';

export interface Swept {
  readonly containers: number;
  readonly groups: number;
  readonly folders: number;
}

/** Another machine's or boot's container is nobody's once it has been still for so long: a live run removes its own at once. */
const STALE_S = 3600;

/** @param folder where work folders are made, as given to the drivers */
export async function sweep(engine: Engine | null, folder?: string): Promise<Swept> {
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
