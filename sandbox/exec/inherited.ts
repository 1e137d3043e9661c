/** Descriptors that this process was started with and would hand on: locks and sockets of whoever started us, closed to a box. */
import { openSync, readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

function isHandedOn(fd: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false; // the one with which the folder was read
  }
}

/**
 * Entries for the end of a `stdio` list that begins with `used` descriptors: every inherited one becomes /dev/null.
 * Node marks its own descriptors; only those from before its start are handed on, and it cannot close them.
 */
export function sealInherited(used: number): (number | null)[] {
  const fds = readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd >= used && isHandedOn(fd));
  if (fds.length === 0) return [];
  nothing ??= openSync('/dev/null', 'r');
  const list = Array<number | null>(Math.max(...fds) - used + 1).fill(null);
  for (const fd of fds) list[fd - used] = nothing;
  return list;
}

let nothing: number | undefined;
