/** The places a patch changes: runs of changed lines, each with what it does once layout and comments are taken away. */
import type { DiffLine, FileDiff, Hunk } from '../diff/model.js';
import { type CodeLines, countTokens, joined } from './lines.js';

/** 1-based and inclusive; `to = from - 1` is the gap before line `from`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** `code`: tokens differ. `comment`: only comments do. `layout`: neither does. */
export type Effect = 'code' | 'comment' | 'layout';

export interface Place {
  readonly path: string;
  /** Path of the file in the base: what places of several candidates are compared by. */
  readonly basePath: string;
  readonly old: Range;
  readonly new: Range;
  readonly deleted: readonly DiffLine[];
  readonly added: readonly DiffLine[];
  /** The hunk around it: its section and context lines say where the place lies. */
  readonly hunk: Hunk;
  readonly effect: Effect;
  readonly tokens: { readonly deleted: number; readonly added: number };
}

export interface Sides {
  readonly old: CodeLines | null;
  readonly new: CodeLines | null;
}

/** @param sides code of both versions; null where a version does not exist or was not read. */
export const placesOf = (file: FileDiff, sides: Sides): Place[] =>
  file.hunks.flatMap((hunk) => {
    const runs: DiffLine[][] = [];
    let run: DiffLine[] = [];
    const starts: number[] = [];
    let lastOld = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    for (const line of hunk.lines) {
      if (line.type === 'context') {
        run = [];
        lastOld = line.old ?? lastOld;
        continue;
      }
      if (run.length === 0) {
        runs.push(run);
        starts.push(lastOld + 1);
      }
      run.push(line);
      lastOld = line.old ?? lastOld;
    }
    return runs.map((lines, index) => placeOf(file, hunk, lines, starts[index] as number, sides));
  });

function placeOf(
  file: FileDiff,
  hunk: Hunk,
  lines: readonly DiffLine[],
  oldFrom: number,
  sides: Sides,
): Place {
  const deleted = lines.filter(({ type }) => type === 'deleted');
  const added = lines.filter(({ type }) => type === 'added');
  const newFrom = added[0]?.new ?? 0;
  const old = { from: oldFrom, to: oldFrom + deleted.length - 1 };
  const fresh = { from: newFrom, to: newFrom + added.length - 1 };
  const before = sides.old === null ? plain(deleted) : joined(sides.old.tokens, old.from, old.to);
  const after = sides.new === null ? plain(added) : joined(sides.new.tokens, fresh.from, fresh.to);
  return {
    path: file.path,
    basePath: file.change === 'renamed' ? (file.oldPath ?? file.path) : file.path,
    old,
    new: fresh,
    deleted,
    added,
    hunk,
    effect: before === after ? layoutOrComment(deleted, added) : 'code',
    tokens: { deleted: countTokens(before), added: countTokens(after) },
  };
}

const plain = (lines: readonly DiffLine[]): string =>
  lines
    .map(({ text }) => text.trimEnd())
    .filter((text) => text !== '')
    .join(' ');

/** Quotes, trailing commas, semicolons and brackets around a broken line are a formatter's choice. */
const squeeze = (lines: readonly DiffLine[]): string =>
  lines.map(({ text }) => text.replace(/[\s,;'"`()\\]/g, '')).join('');

const layoutOrComment = (deleted: readonly DiffLine[], added: readonly DiffLine[]): Effect =>
  squeeze(deleted) === squeeze(added) ? 'layout' : 'comment';

/** Lines between two changes that git would show as one hunk count as one place of the base. */
const SLACK = 3;
const endOf = ({ from, to }: Range): number => Math.max(from, to);

/** True where one of the ranges, disjoint and in order, shares a line or a gap with `from` to `to`. */
export function overlapsOne(ranges: readonly Range[], from: number, to: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(ranges[middle] as Range) < from) low = middle + 1;
    else high = middle;
  }
  const first = ranges[low];
  return first !== undefined && first.from <= to;
}

/** True where one of the ranges lies at `wanted` or within a few lines of it. */
export const isNearOne = (ranges: readonly Range[], wanted: Range): boolean =>
  overlapsOne(ranges, wanted.from - SLACK, endOf(wanted) + SLACK);
