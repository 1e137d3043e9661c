/** How detectors pick facts: by the role of their file, and net of what the patch took away at the same place. */
import type { PlacedFact } from '../code/facts.js';
import type { Citation } from '../records/citation.js';
import { citeRange } from './cite.js';
import type { Role } from './roles.js';
import type { CandidateView, ChangedFile } from './view.js';

export const fileOf = (view: CandidateView, path: string): ChangedFile | undefined => view.byPath.get(path);

export const inRole = (
  view: CandidateView,
  facts: readonly PlacedFact[],
  ...roles: readonly Role[]
): PlacedFact[] => facts.filter(({ path }) => roles.includes(fileOf(view, path)?.role ?? 'other'));

/**
 * Introduced facts beyond those of the same sort that the patch removed from the same file: a handler whose body was
 * edited is not a new handler.
 */
export function netIntroduced(view: CandidateView, test: (fact: PlacedFact) => boolean): PlacedFact[] {
  return net(view.introduced.filter(test), view.removed.filter(test));
}

export function netRemoved(view: CandidateView, test: (fact: PlacedFact) => boolean): PlacedFact[] {
  return net(view.removed.filter(test), view.introduced.filter(test));
}

function net(left: readonly PlacedFact[], right: readonly PlacedFact[]): PlacedFact[] {
  const credit = new Map<string, number>();
  for (const { path } of right) credit.set(path, (credit.get(path) ?? 0) + 1);
  return left.filter(({ path }) => {
    const rest = credit.get(path) ?? 0;
    credit.set(path, rest - 1);
    return rest <= 0;
  });
}

/** Functions that the base's version of their file does not have by name: an edited one is not new. */
export const newFunctions = (view: CandidateView): PlacedFact[] =>
  view.introduced.filter(
    ({ kind, path, name }) => kind === 'function' && fileOf(view, path)?.before.functions.has(name) === false,
  );

/** The first lines of a fact that the patch itself changed. */
export function citeFact(view: CandidateView, fact: PlacedFact, side: 'old' | 'new', limit = 1): Citation[] {
  const file = fileOf(view, fact.path);
  if (file === undefined) return [];
  return citeRange(view.id, file.diff, side, { from: fact.line, to: fact.endLine }, limit);
}

/** True where every other pass brings in, or takes away, such a fact as well: then the task asks for it. */
export const allDo = (
  others: readonly CandidateView[],
  side: 'introduced' | 'removed',
  test: (fact: PlacedFact) => boolean,
): boolean => others.length > 0 && others.every((other) => other[side].some(test));

export const someDo = (
  others: readonly CandidateView[],
  side: 'introduced' | 'removed',
  test: (fact: PlacedFact) => boolean,
): boolean => others.some((other) => other[side].some(test));

/** Facts of tests that existed before the patch. */
export const ofOldTests = (view: CandidateView, facts: readonly PlacedFact[]): PlacedFact[] =>
  inRole(view, facts, 'test').filter(({ path }) => fileOf(view, path)?.diff.change !== 'added');
