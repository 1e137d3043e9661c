/** Says which process made a container, folder or lock, so that a later one can tell what a dead one left from what is in use. */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

function read(what: () => string): string {
  try {
    return what().trim();
  } catch {
    return ''; // no /proc on this system
  }
}

/** A process id means something only on one boot of one machine, in one process namespace. */
function findPlace(): string {
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const namespace = read(() => readlinkSync('/proc/self/ns/pid'));
  return createHash('sha256').update(`${hostname()} ${boot} ${namespace}`).digest('hex').slice(0, 12);
}

let place: string | undefined;
const here = (): string => {
  place ??= findPlace();
  return place;
};

/** Field 22 of stat: start time in ticks; the name before it may hold blanks and brackets. Null where the process is gone. */
export function startTime(pid: number): string | null {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

/** `PLACE-PID-START`: fit for a label, a file's content and a part of a file's name. Start is 0 where the system does not tell. */
const OWNER = /^([0-9a-f]{12})-([1-9]\d{0,9})-(\d{1,20})$/;

let own: string | undefined;
/** This process. */
export const owner = (): string => {
  own ??= `${here()}-${process.pid}-${startTime(process.pid) ?? 0}`;
  return own;
};

export type OwnerState = 'alive' | 'dead' | 'elsewhere';

/** `elsewhere`: made on another machine, boot or process namespace, or no owner at all: nothing can be said from here. */
export function stateOf(text: string): OwnerState {
  const [, place, pid, started] = OWNER.exec(text) ?? [];
  if (place !== here()) return 'elsewhere';
  if (started === '0') return isRunning(Number(pid)) ? 'alive' : 'dead';
  return startTime(Number(pid)) === started ? 'alive' : 'dead';
}

/** Process number of an owner, for messages. */
export const pidOf = (text: string): string => OWNER.exec(text)?.[2] ?? '';

/** Whether there is such a process here, whoever's it is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
