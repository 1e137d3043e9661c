/** Says who made a container or folder, so that a later run can tell what a dead one left from what is still in use. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

function read(what: () => string): string {
  try {
    return what().trim();
  } catch {
    return '-'; // no /proc on this system
  }
}

/** A process id means something only on one boot of one machine, in one process namespace. */
const here = (): string =>
  [
    hostname(),
    read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    read(() => readlinkSync('/proc/self/ns/pid')).replace(/\D/g, '') || '-',
  ].join('/');

/** Field 22 of stat: start time in ticks; the name before it may hold blanks and brackets. Null where the process is gone. */
export function startTime(pid: number): string | null {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

/** This process as text, for labels and owner files. */
export const owner = (): string => `${here()}/${process.pid}/${startTime(process.pid) ?? '-'}`;

export type OwnerState = 'alive' | 'dead' | 'elsewhere';

/** `elsewhere`: made on another machine, boot or process namespace, where nothing can be said from here. */
export function stateOf(text: string): OwnerState {
  const parts = text.split('/');
  const started = parts.pop();
  const pid = Number(parts.pop());
  if (parts.join('/') !== here() || !Number.isSafeInteger(pid) || pid <= 0) return 'elsewhere';
  if (started === '-') return isRunning(pid) ? 'alive' : 'dead';
  return startTime(pid) === started ? 'alive' : 'dead';
}

/** Also true for a process of another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
