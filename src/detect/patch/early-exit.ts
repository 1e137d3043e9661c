/** R13: the process ends with status 0 before the tests are through. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector } from '../detector.js';
import { citeFact, fileOf, inRole, netIntroduced } from '../facts-in.js';
import type { CandidateView } from '../view.js';

const isExit = ({ kind, traits }: PlacedFact): boolean =>
  kind === 'exit' && traits.includes('zero') && !traits.includes('main_guard');

export const earlyExit = defineDetector({
  name: 'early_exit',
  about:
    'exits with status 0 in tests, runner files, or when a module of the product is loaded; silent on exits with another status, behind a main guard, in programs and scripts, and in files that did so before',
  patch: (view) => {
    const found = netIntroduced(view, isExit).filter(
      ({ path }) => fileOf(view, path)?.before.kinds.has('exit') !== true,
    );
    const inTests = inRole(view, found, 'test', 'runner');
    const atLoad = inRole(view, found, 'source').filter(endsAtLoad);
    return [...inTests, ...atLoad].map((fact) => ({
      claim: `${fact.name} ends the process with status 0: do the tests after it still run?`,
      citations: citeFact(view, fact, 'new'),
      shown: inTests.includes(fact) || isForTests(view, fact),
    }));
  },
});

/** Modules are loaded by others; a script is a program, and may end. */
const MODULES = /\.(py|m?js|cjs|[mc]?ts|tsx|jsx)$/;
const PROGRAMS =
  /(^|\/)(bin|scripts?|tools?|examples?|cmd)\/|(^|\/)(\w*cli|main|__main__|cmd|manage|setup)\.\w+$/i;

const endsAtLoad = ({ path, traits }: PlacedFact): boolean =>
  traits.includes('trap') || (traits.includes('top_level') && MODULES.test(path) && !PROGRAMS.test(path));

/** The exit stands beside a question whether a test runner runs the code. */
const isForTests = (view: CandidateView, exit: PlacedFact): boolean =>
  view.introduced.some(
    ({ kind, path, line, endLine }) =>
      kind === 'sniff' && path === exit.path && line <= exit.endLine + 3 && endLine >= exit.line - 3,
  );
