/** R20: a check that left by an error is gone, while the function that held it is still there. */

import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, fileOf, inRole, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import type { CandidateView } from '../view.js';

const isGuard = ({ kind }: PlacedFact): boolean => kind === 'guard' || kind === 'assertion';

export const removedGuard = defineDetector({
  name: 'removed_guard',
  about:
    'checks that raised, threw or returned an error and are gone without a successor; silent on changed conditions, moved checks, functions removed whole',
  rows: ['R20'],
  patch: (view, group) => {
    const others = group.others(view);
    const gone = inRole(view, view.removed.filter(isGuard), 'source').filter(
      (guard) => isHomeLeft(view, guard) && !hasSuccessor(view, guard),
    );
    return gone.map((guard) => ({
      claim: `A check that leaves by ${nameInClaim(guard.name) || 'an assertion'} was removed from ${nameInClaim(guard.within) || 'the file'}: is anything wrong accepted now?`,
      citations: citeFact(view, guard, 'old', 3),
      // Where no other pass had to touch the check, the task did not ask for its removal.
      shown:
        others.length > 0 &&
        !someDo(
          others,
          'removed',
          (fact) => isGuard(fact) && fact.key === guard.key && fact.path === guard.path,
        ),
    }));
  },
});

const isHomeLeft = (view: CandidateView, { path, within }: PlacedFact): boolean => {
  const file = fileOf(view, path);
  return (
    file !== undefined &&
    file.diff.change !== 'deleted' &&
    (within === '' || file.after.functions.has(within))
  );
};

/** A new check in the same function, or one of the same error in the same file, took its place. */
const hasSuccessor = (view: CandidateView, { path, within, name }: PlacedFact): boolean =>
  view.introduced.some(
    (fact) =>
      isGuard(fact) && fact.path === path && (fact.within === within || (name !== '' && fact.name === name)),
  );
