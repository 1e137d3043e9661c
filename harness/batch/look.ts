/** Looks at a file of the inbox without taking it: when it came, and how long its trainer seems to wait. */
import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';

export interface Look {
  /** In milliseconds since the epoch. */
  readonly arrivedMs: number;
  /** Only for the order of taking: what holds is what the whole record says. Infinity where the head names none. */
  readonly budgetS: number;
}

/** The few fields before task and rollouts; a record that has its budget behind them is one without. */
const HEAD_BYTES = 4096;

/**
 * Every rename sets ctime anew, so a claim carries the arrival as its time of change, and a time of access of 0 says so;
 * a file of a trainer may have been written long before it came.
 */
export const CARRIED = 0;

export const arrivalOf = ({ atimeMs, mtimeMs, ctimeMs }: Stats): number =>
  atimeMs === CARRIED ? mtimeMs : ctimeMs;

/** Never throws: of what cannot be looked at, taking it will tell. */
export async function lookAt(file: string): Promise<Look> {
  try {
    const found = await stat(file);
    const arrivedMs = arrivalOf(found);
    // It was taken before, by a server that ended; and reading would overwrite what its times carry.
    const budgetS = found.atimeMs === CARRIED ? 0 : budgetIn(await headOf(file));
    return { arrivedMs, budgetS };
  } catch {
    return { arrivedMs: Date.now(), budgetS: Number.POSITIVE_INFINITY };
  }
}

async function headOf(file: string): Promise<string> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

/** Inside a string of JSON the quotes would be escaped. */
function budgetIn(head: string): number {
  if (!/"purpose"\s*:\s*"train"/.test(head)) return Number.POSITIVE_INFINITY;
  return Number(
    /"budget_s"\s*:\s*(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(head)?.[1] ?? Number.POSITIVE_INFINITY,
  );
}
