/** Contrast inside the group: which changed places other solutions have too. */
import type { Citation } from '../records/citation.js';
import { citeLine } from './cite.js';
import { isNearOne, type Place } from './places.js';
import type { CandidateView } from './view.js';

const touches = (other: CandidateView, { basePath, old }: Place): boolean =>
  isNearOne(other.workRanges.get(basePath) ?? [], old);

/** Places of product code that no other pass touches; empty where there is nothing to compare with. */
export const unsharedPlaces = (view: CandidateView, others: readonly CandidateView[]): Place[] =>
  others.length === 0 ? [] : view.work.filter((place) => !others.some((other) => touches(other, place)));

/** The first changed line of a place that can be quoted. */
export const citePlace = (view: CandidateView, { path, added, deleted }: Place): Citation[] =>
  [...added, ...deleted].flatMap((line) => citeLine(view.id, path, line)).slice(0, 1);

/** There are other solutions, and every one of them touches every place that this one touches. */
export const sharedByAll = (view: CandidateView, others: readonly CandidateView[]): boolean => {
  const isEverywhere = (place: Place): boolean => others.every((other) => touches(other, place));
  return others.length > 0 && view.work.length > 0 && view.work.every(isEverywhere);
};

/** Other solutions that touch nothing beyond the places of this one. */
export const agreeing = (view: CandidateView, others: readonly CandidateView[]): number =>
  others.filter(({ work }) => work.length > 0 && work.every((place) => touches(view, place))).length;
