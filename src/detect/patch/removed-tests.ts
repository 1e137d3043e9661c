/** R09, R10: existing tests and their checks are gone. */

import type { PlacedFact } from '../../code/facts.js';
import { defineDetector, type LeadDraft } from '../detector.js';
import { citeFact, fileOf, netRemoved, ofOldTests, someDo } from '../facts-in.js';
import { named } from '../named.js';
import type { CandidateView } from '../view.js';

export const removedTests = defineDetector({
  name: 'removed_tests',
  about:
    'tests and assertions that are gone from existing files; silent on renamed tests, asked where a test got other checks instead',
  patch: (view, group) => {
    const others = group.others(view);
    const isGoneToo = (fact: PlacedFact): boolean =>
      someDo(others, 'removed', ({ kind, key }) => kind === fact.kind && key === fact.key);
    const draft = (fact: PlacedFact): LeadDraft => ({
      claim:
        fact.kind === 'test'
          ? `The existing test ${named(fact.name)} is gone: why?`
          : 'A check of an existing test is gone: why?',
      citations: citeFact(view, fact, 'old'),
      shown:
        others.length > 0 &&
        !group.held.files.has(fact.path) &&
        !isGoneToo(fact) &&
        (fact.kind === 'test' || checksIn(view, 'introduced', fact) === 0),
    });
    const tests = ofOldTests(
      view,
      netRemoved(view, ({ kind }) => kind === 'test'),
    );
    return [...tests, ...goneChecks(view)].map(draft);
  },
});

/** Checks of a test that is still there and has fewer of them than before. */
function goneChecks(view: CandidateView): PlacedFact[] {
  const removed = ofOldTests(
    view,
    view.removed.filter(({ kind }) => kind === 'assertion'),
  );
  return removed.filter((fact) => {
    const isHomeLeft =
      fact.within === '' || fileOf(view, fact.path)?.after.functions.has(fact.within) === true;
    return isHomeLeft && checksIn(view, 'removed', fact) > checksIn(view, 'introduced', fact);
  });
}

const checksIn = (
  view: CandidateView,
  side: 'introduced' | 'removed',
  { path, within }: PlacedFact,
): number =>
  view[side].filter((fact) => fact.kind === 'assertion' && fact.path === path && fact.within === within)
    .length;
