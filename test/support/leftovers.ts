/** Everything on this machine that a sandbox may leave behind, so that a test can compare before and after. */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../sandbox/exec/engine.js';
import { pidOf } from '../../sandbox/owner.js';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const list = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

/** Whose things to look for: `pid` is part of every owner's name. */
export async function leftoversOf(pid: number, engine: Engine | null): Promise<string[]> {
  const containers = engine ? (await engine.ours()).filter(({ owner }) => pidOf(owner) === String(pid)) : [];
  const folders = list(tmpdir())
    .filter(
      (name) =>
        name.startsWith('.own-') && pidOf(name.slice('.own-'.length, -'-random'.length)) === String(pid),
    )
    .map((name) => join(tmpdir(), name));
  const mounts = read('/proc/self/mountinfo')
    .split('\n')
    .filter((line) => folders.some((folder) => line.includes(folder)));
  return [
    ...containers.map(({ id }) => `container ${id}`),
    ...folders.map((folder) => `folder ${folder}`),
    ...mounts.map((line) => `mount ${line.split(' ')[4]}`),
    ...groupsOf(pid).map((path) => `group ${path}`),
    ...processesOf(pid).map((line) => `process ${line}`),
  ];
}

function groupsOf(pid: number): string[] {
  const own = read('/proc/self/cgroup')
    .split('\n')
    .map((line) => line.split(':').slice(1));
  const folders = own.flatMap(([names = '', path = '/']) => [
    join('/sys/fs/cgroup', names, path),
    join('/sys/fs/cgroup', names, path, '..'),
    join('/sys/fs/cgroup', names),
  ]);
  return [...new Set(folders)].flatMap((folder) =>
    list(folder)
      .filter((name) => {
        const maker = /^ws-([\w-]+)-\d+$/.exec(name)?.[1] ?? '';
        return pidOf(maker) === String(pid);
      })
      .map((name) => join(folder, name)),
  );
}

/** Children that nobody waits for, and whatever carries the mark that `checkOfEveryKind` puts into every box. */
function processesOf(pid: number): string[] {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const zombie = state === 'Z' && parent === String(pid);
      const inBox = read(`/proc/${name}/environ`).includes(`LEFT_BY=${pid}\0`);
      return zombie || inBox
        ? [`${name} ${state} ${read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').slice(0, 80)}`]
        : [];
    });
}
