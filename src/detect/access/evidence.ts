/** What of a solution an event was the first to show: text that reached the candidate there and nowhere before. */
import type { TreeReader } from '../../material.js';
import { readText } from '../source.js';
import { type Origin, plainLine } from './origin.js';

const LONG = 24;
const MAX_BASE_CHARS = 32 * 1024 * 1024;
const MAX_FILE_BYTES = 512 * 1024;
/** A line alone is chance unless it is long. */
const isLong = ({ line }: Origin): boolean => line.replace(/\W/g, '').length >= LONG;

/** Lines that first stood in the output of one of these events. */
export const firstShown = (origins: ReadonlyMap<string, Origin>, events: ReadonlySet<string>): Origin[] =>
  [...origins.values()].filter(({ event, part }) => part === 'output' && events.has(event));

/** Enough lines that chance does not explain them. */
export const isEnough = (lines: readonly Origin[]): boolean => lines.length >= 2 || lines.some(isLong);

/** Lines that no file of the base has either: a copy of the same release shows those too. */
export async function outsideBase(base: TreeReader, lines: readonly Origin[]): Promise<Origin[]> {
  if (lines.length === 0) return [];
  const open = new Map(lines.map((origin) => [origin.line, origin]));
  let left = MAX_BASE_CHARS;
  for (const { path, mode, size } of await base.entries()) {
    if (mode === '120000' || mode === '160000' || (size ?? 0) > MAX_FILE_BYTES || left <= 0) continue;
    const text = await readText(base, path);
    left -= text?.length ?? 0;
    for (const line of text?.split('\n') ?? []) open.delete(plainLine(line));
    if (open.size === 0) break;
  }
  return [...open.values()];
}
