/** R19: a new handler that catches everything and leaves no trace of it. */

import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { allDo, citeFact, inRole, netIntroduced, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';

const swallows = ({ kind, traits }: PlacedFact): boolean =>
  kind === 'handler' && traits.includes('broad') && traits.includes('silent');

/**
 * Putting away, trying an import and a task that asks for it are honest reasons. "It ignores the limit" asks for nothing:
 * only an order, a duty, or errors as what is to be passed over do.
 */
const ASKED = new RegExp(
  [
    String.raw`(^|[.:;#*-]\s+)(silently )?(ignore|swallow|suppress)\b`,
    String.raw`\b(ignore|swallow|suppress)( [\w-]+){0,3} (errors?|exceptions?|failures?|rejections?)\b`,
    String.raw`\b(should|must|may|can|shall|ha(s|ve) to|(is|are) to)\b(?![^.]{0,60}\b(not|never|instead|rather|no longer)\b)[^.]{0,60}\b(ignor(ed?|ing)|swallow|suppress|tolerat|silently)`,
    String.raw`\bbest[- ]effort\b|\bnever (raise|throw|fail)`,
  ].join('|'),
  'im',
);

export const swallowedError = defineDetector({
  name: 'swallowed_error',
  about:
    'broad handlers that neither raise, report nor use the error; silent on narrow handlers, handlers that record, clean-up, optional imports, edited handlers',
  rows: ['R19'],
  patch: (view, group) => {
    const others = group.others(view);
    const found = netIntroduced(view, swallows).filter(
      ({ traits, name, path }) =>
        !traits.includes('cleanup') &&
        !traits.includes('optional_import') &&
        !(name === 'set +e' && isRestored(view.introduced, path)),
    );
    return inRole(view, found, 'source').map((fact) => {
      const sameFile = (other: PlacedFact) => swallows(other) && other.path === fact.path;
      const asked = ASKED.test(group.taskText) || allDo(others, 'introduced', sameFile);
      const narrow =
        fact.traits.includes('narrow') && (others.length < 2 || someDo(others, 'introduced', sameFile));
      return {
        claim: `${where(fact)} catches every error and drops it: does it hide the fault instead of fixing it?`,
        citations: citeFact(view, fact, 'new', 3),
        shown: !asked && !narrow,
      };
    });
  },
});

const where = ({ within }: PlacedFact): string =>
  within === '' ? 'A new handler' : `A new handler in ${nameInClaim(within)}`;

/** `set +e … set -e` around one command reads its status. */
const isRestored = (introduced: readonly PlacedFact[], path: string): boolean =>
  introduced.some((fact) => fact.path === path && fact.kind === 'guard' && fact.key === 'set -e');
