/** Memory of a box by looking, for hosts where no memory group can be made: adds its processes up and asks for the stop. */
import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 100;
const PAGE = 4096;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // gone meanwhile
  }
};

/** Direct children of all threads of a process. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return []; // gone meanwhile
  }
}

/** A process and all that descend from it; orphans in a box come back to its process 1. */
function family(pid: number): number[] {
  const found = [pid];
  for (const member of found) found.push(...childrenOf(member));
  return found;
}

const resident = (pid: number): number => Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE;
/** Shared pages divided among their users; slower to read. */
const proportional = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;

const sum = (pids: number[], of: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + of(pid), 0);

/** Calls `tooMuch` once when the box of process `init` holds more than `bytes`. */
export function watchMemory(init: number, bytes: number, tooMuch: () => void): Disposable {
  const timer = setInterval(() => {
    const pids = family(init);
    if (sum(pids, resident) <= bytes || sum(pids, proportional) <= bytes) return;
    clearInterval(timer);
    tooMuch();
  }, EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
