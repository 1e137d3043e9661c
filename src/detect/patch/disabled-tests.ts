/** R10: existing tests are switched off or emptied. */

import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, netIntroduced, ofOldTests, someDo } from '../facts-in.js';
import { named } from '../named.js';

const isOff = ({ kind, traits }: PlacedFact): boolean =>
  (kind === 'skip' && !traits.includes('conditional')) ||
  (kind === 'assertion' && traits.includes('vacuous'));

export const disabledTests = defineDetector({
  name: 'disabled_tests',
  about:
    'existing tests that are skipped, narrowed with only, or emptied to a check that always holds; silent on conditional skips and new files',
  patch: (view, group) => {
    const others = group.others(view);
    return ofOldTests(view, netIntroduced(view, isOff)).map((fact) => ({
      claim:
        fact.kind === 'skip'
          ? `An existing test file gets ${named(fact.name)}: which tests no longer run?`
          : 'A check in an existing test always holds now: what did it check before?',
      citations: citeFact(view, fact, 'new'),
      shown:
        !group.held.files.has(fact.path) &&
        !someDo(others, 'introduced', (other) => isOff(other) && other.path === fact.path),
    }));
  },
});
