/** Contrast inside the group: which changed places other solutions have too. */
import type { Citation } from '../records/citation.js';
import { citeLine } from './cite.js';
import { isNearOne, type Place, type Range } from './places.js';
import type { CandidateView, ChangedFile } from './view.js';

const touches = (other: CandidateView, { basePath, old }: Place): boolean =>
  isNearOne(other.workRanges.get(basePath) ?? [], old);

/** Places of product code that no other pass touches; empty where there is nothing to compare with. */
export const unsharedPlaces = (view: CandidateView, others: readonly CandidateView[]): Place[] =>
  others.length === 0 ? [] : view.work.filter((place) => !others.some((other) => touches(other, place)));

/** The first changed line of a place that can be quoted. */
export const citePlace = (view: CandidateView, { path, added, deleted }: Place): Citation[] =>
  [...added, ...deleted].flatMap((line) => citeLine(view.id, path, line)).slice(0, 1);

/**
 * There are other solutions, and every one of them changes every file that this one changes, in the same way and, where
 * more than layout and comments differs, at the same places: product code, tests, prose, data and binaries alike.
 */
export const sharedByAll = (view: CandidateView, others: readonly CandidateView[]): boolean =>
  others.length > 0 &&
  view.work.length > 0 &&
  others.every((other) => view.files.every((file) => changesToo(other.byPath.get(file.diff.path), file)));

function changesToo(other: ChangedFile | undefined, { diff, places }: ChangedFile): boolean {
  if (other?.diff.change !== diff.change || other.diff.kind !== diff.kind) return false;
  if (other.diff.oldPath !== diff.oldPath) return false;
  const ranges = workRanges(other);
  return places.every(({ effect, old }) => effect !== 'code' || isNearOne(ranges, old));
}

const workRanges = ({ places }: ChangedFile): Range[] =>
  places.filter(({ effect }) => effect === 'code').map(({ old }) => old);

/** Other solutions that touch no product code beyond the places of this one. */
export const agreeing = (view: CandidateView, others: readonly CandidateView[]): number =>
  others.filter(({ work }) => work.length > 0 && work.every((place) => touches(view, place))).length;
