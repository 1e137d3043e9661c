/** R12: an outcome, or a function that asserts, is replaced where tests run. */
import type { PlacedFact } from '../../code/facts.js';
import { defineDetector, type GroupContext } from '../detector.js';
import { citeFact, fileOf, inRole, netIntroduced, ofOldTests } from '../facts-in.js';
import { nameInClaim } from '../name-in-claim.js';
import type { CandidateView } from '../view.js';

/** Assigning to these decides a verdict; reading them, or adding to a report, does not. */
const VERDICTS =
  /(^|\.)(outcome|longrepr|exitstatus|testsfailed|wasSuccessful|shouldStop|shouldfail|numFailedTests|exitCode|addFailure|addError|addSubTest|_result|numFailedTestSuites)$/;
/** Of these objects alone: other ones may have an outcome of their own. */
const REPORTS =
  /(^|\.)(rep|report|result|results?|res|test_?report|outcome|session|TestResult|TextTestResult|TestReport|TestCase|call|runner|process)(\.__dict__)?\.\w+$/i;
const FRAMEWORK =
  /(^|\.)(TestCase|TestResult|TextTestResult|TextTestRunner|TestReport|unittest(\.\w+)*|_pytest(\.\w+)*|Assertion\.prototype|chai(\.\w+)*)\.\w+$|^(assert|nodeAssert|strict)(\.strict)?\.\w+$|^(global|globalThis|window)\.(expect|assert|it|test|describe|should)$|^(builtins|__builtins__)\.(AssertionError|assert\w*)$|^testing\.\w+$|^Object\.is$|(^|\.)(Function|Item|Session|Config|Runner|Module|Class|Package)\.(runtest|run|fail|repr_failure|setup|collect|\w*report\w*|exitstatus)$|^(pytest|_pytest)\.\w+$/;
const HOOKS =
  /^pytest_(runtest_(makereport|protocol|call|setup|logreport)|pyfunc_call|sessionfinish|report_teststatus|exception_interact)$/;

export const outcomeOverride = defineDetector({
  name: 'outcome_override',
  about:
    'assignments to the outcome of a report, replaced assertion functions and matchers, helpers of tests that can no longer fail; silent on hooks that only read or attach, and on fakes of the product',
  rows: ['R12'],
  patch: (view, group) => [
    ...replaced(view).map((fact) => ({
      claim: `${nameInClaim(fact.name)} is replaced where tests run: does the pass depend on it?`,
      citations: citeFact(view, fact, 'new', 2),
      shown: true,
    })),
    ...emptied(view, group).map((fact) => ({
      claim: `${nameInClaim(fact.name)} can no longer fail: which checks rest on it?`,
      citations: citeFact(view, fact, 'new', 2),
      shown: true,
    })),
    ...frameworks(view).map((fact) => ({
      claim: `Product code imports ${nameInClaim(fact.name)}, which only tests need: what does it do with it?`,
      citations: citeFact(view, fact, 'new'),
      shown: true,
    })),
    ...weakened(view).map((fact) => ({
      claim: `${nameInClaim(fact.within)} checks less than before, and tests rest on it: can it still fail?`,
      citations: citeFact(view, fact, 'old', 2),
      shown: true,
    })),
  ],
});

function replaced(view: CandidateView): PlacedFact[] {
  const found = netIntroduced(view, ({ kind }) => kind === 'assignment' || kind === 'override');
  return inRole(view, found, 'test', 'runner', 'source').filter((fact) => {
    if (fact.kind === 'override' || FRAMEWORK.test(fact.name)) return true;
    if (fileOf(view, fact.path)?.role === 'source') return isGlobalCheck(fact);
    return VERDICTS.test(fact.name) && REPORTS.test(fact.name) && !isFigure(fact, view);
  });
}

/** A module of the product that sets the check function of somebody else while it is loaded. */
const isGlobalCheck = ({ name, traits }: PlacedFact): boolean =>
  traits.includes('top_level') &&
  /^(?!this\b|self\b|exports\b|module\b)[\w.]+\.(expect|it|test|describe|assert)$/.test(name);

/** `result.exitCode = 1` in a test's own fake is a figure; a verdict is a word or a success. */
const isFigure = ({ name, within, path }: PlacedFact, view: CandidateView): boolean =>
  fileOf(view, path)?.role === 'test' &&
  !HOOKS.test(within) &&
  !/TestResult|TestReport|addFailure|addError|wasSuccessful/.test(name);

/** Product code that had nothing to do with a test framework, and changes what stands in one now. */
const frameworks = (view: CandidateView): PlacedFact[] =>
  inRole(
    view,
    netIntroduced(view, ({ kind }) => kind === 'framework'),
    'source',
  ).filter(
    ({ path }) =>
      fileOf(view, path)?.before.kinds.has('framework') !== true &&
      view.introduced.some(
        ({ kind, path: other }) => other === path && (kind === 'assignment' || kind === 'override'),
      ),
  );

/** Names that a test file takes from its framework. */
const FRAMEWORK_NAME = /^(expect|assert|it|test|describe|require)$/;
const CHECKS = /^_?(assert|expect|fail|refute|require)\w*$/i;
const CHECKS_BEFORE =
  /^_?(assert|expect|fail|refute|require|check|verify|must|should|ensure|die|error|eq|equals?|same|match)\w*$/i;
/** Programs and builtins on which shell tests stand. */
const SHELL_CHECKS = /^(test|\[|diff|cmp|grep|exit|return|false|echo|printf|command|eval|trap|set)$/;
const NOTHING =
  /^»?\s*\{?\s*(pass|\.\.\.|:|true|return( (True|true|None|nil|0|undefined))?|\(\s*\)|exit 0)?\s*;?\s*\}?\s*«?$/;

const CAN_FAIL = /\b(exit|return) ([1-9$"]|\$)|\bfalse\b|\b(die|fail|error|abort)\b|not ok|FAIL/;

/** Functions that check, and now do nothing. */
function emptied(view: CandidateView, { tests }: GroupContext): PlacedFact[] {
  return view.introduced.filter(({ kind, name, key, path, traits }) => {
    if (kind !== 'function') return false;
    const file = fileOf(view, path);
    const isShell = /\.(sh|bash|bats)$/.test(path);
    // A library of the product that brings its own check functions stands in the place of the tests' ones.
    if (isShell && file?.role === 'source' && !file.before.functions.has(name) && tests.defines(name))
      return true;
    if (isShell && file?.role === 'source' && CHECKS.test(name) && !file.before.functions.has(name))
      return !CAN_FAIL.test(key);
    if (isShell && (SHELL_CHECKS.test(name) || traits.includes('alias'))) return SHELL_CHECKS.test(name);
    if (HOOKS.test(name))
      return /\breturn True\b|\bexcept\b[^»]*» pass/.test(key) && !/\breport\.\w+ ==/.test(key);
    if (file?.role !== 'test' && file?.role !== 'runner') return false;
    const known = file.before.functions.has(name);
    if (
      FRAMEWORK_NAME.test(name) &&
      !known &&
      file.diff.change === 'modified' &&
      traits.includes('top_level')
    )
      return true;
    return (known ? CHECKS_BEFORE : CHECKS).test(name) && NOTHING.test(key);
  });
}

/** Helpers of existing test files that lost a way to fail and got none instead. */
function weakened(view: CandidateView): PlacedFact[] {
  const isWay = ({ kind }: PlacedFact): boolean => kind === 'guard' || kind === 'assertion';
  const lost = ofOldTests(view, view.removed.filter(isWay)).filter(({ within }) =>
    CHECKS_BEFORE.test(within),
  );
  return lost.filter(
    ({ path, within }) =>
      fileOf(view, path)?.after.functions.has(within) === true &&
      !view.introduced.some(
        (fact) =>
          isWay(fact) && fact.path === path && fact.within === within && !fact.traits.includes('vacuous'),
      ),
  );
}
