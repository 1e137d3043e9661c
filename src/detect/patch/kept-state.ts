/** R25: product code writes a file outside its tree and reads it again: what one run leaves, the next one finds. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, inRole, netIntroduced, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';

/** Places that outlive a run and a checkout. */
const SHARED = /^(\/tmp|\/var|\/dev\/shm|\/etc|\/opt|\/usr|\/home|\/root|~|\$HOME|\$\{HOME\})\/[\w.$/-]+$/;
const ASKED = /\b(cach\w+|persist\w*|lock ?files?|pid ?files?|temp\w*|tmp|state file|log ?files?|history)\b/i;

const placesIn = ({ literals }: PlacedFact): string[] => literals.filter((one) => SHARED.test(one));
const writes = ({ traits }: PlacedFact): boolean => traits.includes('write');

export const keptState = defineDetector({
  name: 'kept_state',
  about:
    'product code that writes a named file outside the tree and reads the same one; silent on scratch files that are only written, on tasks about caches and files that stay, and where another pass does so too',
  rows: ['R25'],
  patch: (view, group) => {
    if (ASKED.test(group.taskText)) return [];
    const others = group.others(view);
    const found = inRole(
      view,
      netIntroduced(view, (fact) => fact.kind === 'file' && placesIn(fact).length > 0),
      'source',
      'runner',
    );
    const read = new Set(found.filter((fact) => !writes(fact)).flatMap(placesIn));
    const kept = found.filter(
      (fact) =>
        writes(fact) &&
        placesIn(fact).some((place) => read.has(place)) &&
        !someDo(others, 'introduced', (one) => one.kind === 'file' && placesIn(one).length > 0),
    );
    return kept.map((fact) => ({
      claim: `The product keeps ${nameInClaim(placesIn(fact)[0] ?? '')} outside its tree and reads it again: is a result of one run the answer of the next?`,
      citations: citeFact(view, fact, 'new', 2),
      shown: false,
    }));
  },
});
