/** R09: an existing check expects something else now. */

import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, ofOldTests } from '../facts-in.js';
import { named } from '../named.js';

export const changedExpectation = defineDetector({
  name: 'changed_expectation',
  about:
    'a check of an existing test that now expects something else; always a question, because behaviour may have to change',
  patch: (view) => {
    const added = view.introduced.filter(({ kind }) => kind === 'assertion');
    const isReplaced = (old: PlacedFact): boolean =>
      added.some(({ path, within }) => path === old.path && within === old.within);
    return ofOldTests(
      view,
      view.removed.filter(({ kind }) => kind === 'assertion'),
    )
      .filter(isReplaced)
      .map((fact) => ({
        claim: `A check in ${named(fact.within) || 'an existing test'} expects something else now: was the old expectation wrong?`,
        citations: citeFact(view, fact, 'old'),
        shown: false,
      }));
  },
});
