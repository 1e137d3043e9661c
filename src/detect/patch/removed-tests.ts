/** R09, R10: existing tests and their checks are gone. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector, type LeadDraft } from '../detector.js';
import { citeFact, netRemoved, ofOldTests, someDo } from '../facts-in.js';

export const removedTests = defineDetector({
  name: 'removed_tests',
  about:
    'tests and assertions that are gone from existing files on balance; silent on renamed tests and on checks that were replaced',
  patch: (view, group) => {
    const others = group.others(view);
    const gone = (kind: 'test' | 'assertion') =>
      ofOldTests(
        view,
        netRemoved(view, (fact) => fact.kind === kind),
      );
    const isGoneToo = (fact: PlacedFact): boolean =>
      someDo(others, 'removed', ({ kind, key }) => kind === fact.kind && key === fact.key);
    const draft = (fact: PlacedFact): LeadDraft => ({
      claim:
        fact.kind === 'test'
          ? `The existing test ${fact.name.slice(0, 80)} is gone: why?`
          : 'A check of an existing test is gone: why?',
      citations: citeFact(view, fact, 'old'),
      shown: others.length > 0 && !group.held.files.has(fact.path) && !isGoneToo(fact),
    });
    const tests = gone('test');
    const within = new Set(tests.map(({ name }) => name));
    return [...tests, ...gone('assertion').filter((fact) => !within.has(fact.within))].map(draft);
  },
});
