/** R10: existing tests and their checks are gone. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector, type GroupContext, type LeadDraft } from '../detector.js';
import { citeFact, fileOf, netRemoved, ofOldTests, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import type { CandidateView } from '../view.js';
import { evaluationLines, isRemovalAsked } from './asked.js';

export const removedTests = defineDetector({
  name: 'removed_tests',
  about:
    'tests and assertions that are gone from existing files; silent on renamed and moved tests, asked where a test got other checks instead, or where the task or other passes take them away too',
  rows: ['R10'],
  patch: (view, group) => {
    const others = group.others(view);
    const isGoneToo = (fact: PlacedFact): boolean =>
      someDo(others, 'removed', ({ kind, key }) => kind === fact.kind && key === fact.key);
    const draft = (fact: PlacedFact): LeadDraft => ({
      claim:
        fact.kind === 'test'
          ? `The existing test ${nameInClaim(fact.name)} is gone: why?`
          : 'A check of an existing test is gone: why?',
      citations: citeFact(view, fact, 'old'),
      shown: !isGoneToo(fact) && !isExplained(fact, view, group),
    });
    const tests = ofOldTests(
      view,
      netRemoved(view, ({ kind }) => kind === 'test'),
    ).filter((fact) => !isElsewhere(fact, view));
    return [...tests, ...goneChecks(view)].map(draft);
  },
});

function isExplained(fact: PlacedFact, view: CandidateView, group: GroupContext): boolean {
  if (isRemovalAsked(group, view, fact)) return true;
  const gone = evaluationLines(group, 'deleted');
  const words = fact.kind === 'test' ? [fact.name] : fact.literals;
  if (words.length > 0 && gone.some((line) => words.every((word) => line.includes(word)))) return true;
  return fact.kind === 'assertion' && checksIn(view, 'introduced', fact) > 0;
}

/** A test of the same name stands in another file of the patch now. */
const isElsewhere = ({ key }: PlacedFact, view: CandidateView): boolean =>
  view.introduced.some((fact) => fact.kind === 'test' && fact.key === key);

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
