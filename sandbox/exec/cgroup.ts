/** A control group per check, version 1 or 2, where this process may make one: memory, processes and CPU of the whole box. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { owner, stateOf } from '../owner.js';
import type { HeldLimit, Limits } from './port.js';

const ROOT = '/sys/fs/cgroup';
const NAMES = ['memory', 'pids', 'cpu'] as const;
type Name = (typeof NAMES)[number];
const PERIOD_US = 100_000;

const HOLDS: Record<Name, HeldLimit> = { memory: 'memory', pids: 'pids', cpu: 'cpus' };

/** Where groups can be made: one folder per controller (version 1) or one for all (version 2). */
export interface Groups {
  readonly version: 1 | 2;
  readonly folders: ReadonlyMap<Name, string>;
}

const text = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

function writable(folder: string): boolean {
  const probe = join(folder, groupName(0));
  try {
    mkdirSync(probe);
    rmdirSync(probe);
    return true;
  } catch {
    return false;
  }
}

/** Own group first, so that a limit which holds for us holds for the box too. */
function places(mount: string, own: string): string[] {
  return [join(mount, own), join(mount, dirname(own)), mount].filter((folder) => existsSync(folder));
}

/** Finds out what this process may do; an empty map where it may do nothing. */
export function findGroups(): Groups {
  const lines = text('/proc/self/cgroup').trim().split('\n');
  const own = (name: string): string =>
    lines.find((line) => line.split(':')[1]?.split(',').includes(name))?.split(':')[2] ?? '/';
  if (existsSync(join(ROOT, 'cgroup.controllers'))) {
    const folder = places(ROOT, own('')).find((place) => {
      const given = text(join(place, 'cgroup.subtree_control')).split(/\s+/);
      return given.includes('memory') && given.includes('pids') && writable(place);
    });
    if (!folder) return { version: 2, folders: new Map() };
    const given = text(join(folder, 'cgroup.subtree_control')).split(/\s+/);
    return {
      version: 2,
      folders: new Map(NAMES.filter((name) => given.includes(name)).map((name) => [name, folder])),
    };
  }
  const found = NAMES.map((name) => [name, places(join(ROOT, name), own(name)).find(writable)] as const);
  return {
    version: 1,
    folders: new Map(found.flatMap(([name, folder]) => (folder ? [[name, folder]] : []))),
  };
}

/** The maker's identity is part of the name, so that what a dead run left can be told. */
const groupName = (number: number): string => `${PREFIX}${owner()}-${number}`;
const PREFIX = 'ws-';

let made = 0;

export class Group {
  private readonly folders: ReadonlyMap<Name, string>;

  constructor(
    private readonly groups: Groups,
    limits: Limits,
  ) {
    made += 1;
    const name = groupName(made);
    this.folders = new Map([...groups.folders].map(([key, folder]) => [key, join(folder, name)]));
    for (const folder of new Set(this.folders.values())) mkdirSync(folder);
    for (const [file, value] of this.settings(limits)) writeFileSync(file, value);
  }

  get holds(): HeldLimit[] {
    return [...this.folders.keys()].map((name) => HOLDS[name]);
  }

  private settings(limits: Limits): [string, string][] {
    const at = (name: Name, file: string, value: string | number): [string, string][] => {
      const folder = this.folders.get(name);
      const path = folder && join(folder, file);
      return path && existsSync(path) ? [[path, String(value)]] : [];
    };
    const quota = Math.round(limits.cpus * PERIOD_US);
    return this.groups.version === 2
      ? [
          ...at('memory', 'memory.max', limits.memory_bytes),
          ...at('memory', 'memory.swap.max', 0),
          ...at('pids', 'pids.max', limits.pids),
          ...at('cpu', 'cpu.max', `${quota} ${PERIOD_US}`),
        ]
      : [
          ...at('memory', 'memory.limit_in_bytes', limits.memory_bytes),
          ...at('memory', 'memory.memsw.limit_in_bytes', limits.memory_bytes),
          ...at('pids', 'pids.max', limits.pids),
          ...at('cpu', 'cpu.cfs_period_us', PERIOD_US),
          ...at('cpu', 'cpu.cfs_quota_us', quota),
        ];
  }

  /** Moves a process in; everything it starts later is born there. */
  add(pid: number): void {
    for (const folder of new Set(this.folders.values())) {
      writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    }
  }

  /** Did the kernel kill for want of memory, and did a fork fail at the limit? */
  counters(): { oom: boolean; pidsLimit: boolean } {
    const count = (name: Name, files: string[], key: string): number => {
      const folder = this.folders.get(name);
      const lines = folder ? files.map((file) => text(join(folder, file))).join('\n') : '';
      return Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(lines)?.[1] ?? 0);
    };
    return {
      oom: count('memory', ['memory.events', 'memory.oom_control'], 'oom_kill') > 0,
      pidsLimit: count('pids', ['pids.events'], 'max') > 0,
    };
  }

  /** Ends whatever is left inside and gives the group back. */
  async remove(): Promise<void> {
    for (const folder of new Set(this.folders.values())) await removeGroup(folder);
  }
}

/** A group is ours alone, so every process in it is; the kernel gives it back when the last one is gone. */
async function removeGroup(folder: string): Promise<void> {
  for (let tries = 100; ; tries -= 1) {
    for (const pid of text(join(folder, 'cgroup.procs')).split('\n').filter(Boolean)) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // gone meanwhile
      }
    }
    try {
      return rmdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      if (tries === 0) throw error;
      await sleep(20);
    }
  }
}

/** Removes the groups of dead runs with all that still runs in them. */
export async function sweepGroups(groups: Groups = findGroups()): Promise<number> {
  let removed = 0;
  for (const folder of new Set(groups.folders.values())) {
    for (const name of readdirSync(folder)) {
      const maker = new RegExp(`^${PREFIX}([\\w-]+)-\\d+$`).exec(name)?.[1];
      if (!maker || stateOf(maker) !== 'dead') continue;
      await removeGroup(join(folder, name));
      removed += 1;
    }
  }
  return removed;
}
