/** R12: an outcome, or a function that asserts, is assigned where tests run. */

import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, inRole, netIntroduced } from '../facts-in.js';
import { named } from '../named.js';

/** Assigning to these decides a verdict; reading them, or adding to a report, does not. */
const VERDICTS = /(^|\.)(outcome|longrepr|exitstatus|testsfailed|wasSuccessful|shouldStop|numFailedTests)$/;
const ASSERTS = /(^|\.)(TestCase|TestResult|TextTestResult|unittest)\.\w+$|(^|\.)(assert\w+|expect)$/;

export const outcomeOverride = defineDetector({
  name: 'outcome_override',
  about:
    'assignments to the outcome of a report or to assertion functions, in tests and runner files; silent on hooks that only read or attach',
  patch: (view) =>
    inRole(view, netIntroduced(view, isOverride), 'test', 'runner').map((fact) => ({
      claim: `${named(fact.name)} is assigned where tests run: does the pass depend on it?`,
      citations: citeFact(view, fact, 'new', 2),
      shown: true,
    })),
});

const isOverride = ({ kind, name }: PlacedFact): boolean =>
  kind === 'assignment' && (VERDICTS.test(name) || ASSERTS.test(name));
