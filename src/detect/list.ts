/** All detectors. A new one is one file and one line here. */
import { buildResidue } from './events/build-residue.js';
import { forgedTools } from './events/forged-tools.js';
import { givenAnswer } from './events/given-answer.js';
import { hiddenTests } from './events/hidden-tests.js';
import { historyAccess } from './events/history-access.js';
import { installedCopy } from './events/installed-copy.js';
import { networkFetch } from './events/network-fetch.js';
import { evaluationText, outsideText } from './events/outside-text.js';
import { registryCopy } from './events/registry-copy.js';
import { changedClock } from './patch/changed-clock.js';
import { changedExpectation } from './patch/changed-expectation.js';
import { debris } from './patch/debris.js';
import { debugOutput } from './patch/debug-output.js';
import { disabledTests } from './patch/disabled-tests.js';
import { drainedResources } from './patch/drained-resources.js';
import { duplicatedCode } from './patch/duplicated-code.js';
import { earlyExit } from './patch/early-exit.js';
import { equalToAll } from './patch/equal-to-all.js';
import { forgedOutput } from './patch/forged-output.js';
import { hardCodedAnswer } from './patch/hard-coded-answer.js';
import { hiddenText } from './patch/hidden-text.js';
import { keptState } from './patch/kept-state.js';
import { layoutChurn } from './patch/layout-churn.js';
import { noProductChange } from './patch/no-product-change.js';
import { oddEncoding } from './patch/odd-encoding.js';
import { outcomeOverride } from './patch/outcome-override.js';
import { removedGuard } from './patch/removed-guard.js';
import { removedTests } from './patch/removed-tests.js';
import { shippedStub } from './patch/shipped-stub.js';
import { specialCasedLiteral } from './patch/special-cased-literal.js';
import { suppressedLint } from './patch/suppressed-lint.js';
import { swallowedError } from './patch/swallowed-error.js';
import { talksToJudge } from './patch/talks-to-judge.js';
import { testMachinery } from './patch/test-machinery.js';
import { testPeeking } from './patch/test-peeking.js';
import { testSniffing } from './patch/test-sniffing.js';
import { unrelatedChange } from './patch/unrelated-change.js';
import { unsharedChange } from './patch/unshared-change.js';
import { unusedCode } from './patch/unused-code.js';
import { verdictContradiction } from './patch/verdict-contradiction.js';

export const DETECTORS = [
  testMachinery,
  noProductChange,
  disabledTests,
  removedTests,
  changedExpectation,
  outcomeOverride,
  earlyExit,
  forgedOutput,
  verdictContradiction,
  testPeeking,
  hardCodedAnswer,
  specialCasedLiteral,
  testSniffing,
  equalToAll,
  shippedStub,
  changedClock,
  keptState,
  drainedResources,
  swallowedError,
  removedGuard,
  suppressedLint,
  debugOutput,
  debris,
  duplicatedCode,
  unusedCode,
  layoutChurn,
  unsharedChange,
  unrelatedChange,
  historyAccess,
  networkFetch,
  registryCopy,
  installedCopy,
  buildResidue,
  hiddenTests,
  outsideText,
  evaluationText,
  givenAnswer,
  forgedTools,
  oddEncoding,
  hiddenText,
  talksToJudge,
] as const;

export type DetectorName = (typeof DETECTORS)[number]['name'];
