/** R13: the process ends with status 0 before the tests are through. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, fileOf, inRole, netIntroduced } from '../facts-in.js';

export const earlyExit = defineDetector({
  name: 'early_exit',
  about:
    'exits with status 0 in tests, runner files, or at import of a Python module; silent on exits with another status, behind a main guard, in scripts, and in files that did so before',
  patch: (view) => {
    const isExit = ({ kind, traits }: PlacedFact): boolean =>
      kind === 'exit' && traits.includes('zero') && !traits.includes('main_guard');
    const found = netIntroduced(view, isExit).filter(
      ({ path }) => fileOf(view, path)?.before.kinds.has('exit') !== true,
    );
    const inTests = inRole(view, found, 'test', 'runner');
    const atImport = inRole(view, found, 'source').filter(
      ({ path, traits }) => (traits.includes('top_level') && path.endsWith('.py')) || traits.includes('trap'),
    );
    return [...inTests, ...atImport].map((fact) => ({
      claim: `${fact.name} ends the process with status 0: do the tests after it still run?`,
      citations: citeFact(view, fact, 'new'),
      shown: inTests.includes(fact),
    }));
  },
});
