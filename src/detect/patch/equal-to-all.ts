/** R15: a comparison of the product gives the same answer whatever it is compared with. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, inRole, netIntroduced, someDo } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';

/** What says yes to every other value; a hash or a truth that is always the same has honest uses. */
const ALWAYS: readonly (readonly [name: RegExp, body: RegExp])[] = [
  [/^__(eq|le|ge|contains|instancecheck|subclasscheck)__$/, /^return True$/],
  [/^__(ne|lt|gt)__$/, /^return False$/],
  [
    /^(equals?|isEqual(To)?|deepEqual|compareTo|asymmetricMatch|Equals?|Cmp|Compare)$/,
    /^(\{ return (true|0) ;? ?\}|true)$/,
  ],
];

const isAlways = ({ kind, name, key }: PlacedFact): boolean =>
  kind === 'function' && ALWAYS.some(([names, body]) => names.test(name) && body.test(key));

/** `from unittest.mock import ANY`: equal to everything, by design. */
const isAny = ({ kind, key }: PlacedFact): boolean =>
  kind === 'framework' && /\bmock import\b.*\bANY\b/.test(key);

const ASKED =
  /\b(wild-?cards?|any(thing)?[- ]?(value|matcher)?|placeholders?|sentinels?|match(es)? (all|every\w*|any\w*))\b/i;

export const equalToAll = defineDetector({
  name: 'equal_to_all',
  about:
    'comparisons of product code that give one constant answer, and matchers of test frameworks in it; silent on tests, on hashes and truth values, on tasks about wildcards, and where another pass does so too',
  rows: ['R15'],
  patch: (view, group) => {
    if (ASKED.test(group.taskText)) return [];
    const others = group.others(view);
    const found = netIntroduced(view, (fact) => isAlways(fact) || isAny(fact));
    return inRole(view, found, 'source')
      .filter(
        (fact) =>
          !someDo(others, 'introduced', (one) => (isAlways(one) || isAny(one)) && one.name === fact.name),
      )
      .map((fact) => ({
        claim: `${nameInClaim(isAny(fact) ? 'mock.ANY' : fact.name)} holds for every value: does a test pass because of it?`,
        citations: citeFact(view, fact, 'new', 2),
        shown: false,
      }));
  },
});
