/** Tells an innocent copy from another release: the lines that a copy showed and the base's own file does not have. */
import type { TraceEvent } from '../../events/event.js';
import type { TreeReader } from '../../material.js';
import { readText } from '../source.js';
import { isTelltale, type Origin, plainLine, readingsOf } from './origin.js';

const MAX_COPIES = 20;
const MAX_LINES = 400;
/** One strange line may come from anything else that the command printed. */
const MIN_LINES = 2;
const MIN_SHARE = 0.05;

export interface Copies {
  keep(event: TraceEvent, like: string): void;
  /** Ids of events whose copy differs from the base. */
  differing(base: TreeReader, origins: ReadonlyMap<string, Origin>): Promise<ReadonlySet<string>>;
}

export function openCopies(): Copies {
  const kept: { readonly event: string; readonly like: string; readonly lines: readonly string[] }[] = [];
  return {
    keep: ({ id, output }, like) => {
      if (kept.length >= MAX_COPIES) return;
      const lines = output.slice(0, 65_536).split('\n').slice(0, MAX_LINES);
      // A flat copy: a slice would keep the whole output alive.
      kept.push({ event: id, like, lines: structuredClone(lines) });
    },
    differing: async (base, origins) => {
      const found = new Set<string>();
      for (const { event, like, lines } of kept) {
        const own = new Set((await readText(base, like))?.split('\n').map(plainLine));
        const isWritten = (line: string): boolean => origins.get(line)?.part === 'input';
        const telling = lines.map(readingsOf).filter((readings) => readings.some(isTelltale));
        const novel = telling.filter(
          (readings) => !readings.some((line) => own.has(line) || isWritten(line)),
        );
        if (
          novel.length >= MIN_LINES &&
          novel.length >= telling.length * MIN_SHARE &&
          novel.length < telling.length
        )
          found.add(event);
      }
      return found;
    },
  };
}
