/** Whether the task's own evaluation can be trusted: what its base and its reference patch come to under its tests. */
import { flakyIn, isReported, runsAny, statusIn, type TestRun } from './verdict.js';

export interface EvaluationRuns {
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
  /** The base with the test patch; at least one. */
  readonly base: readonly TestRun[];
  /** The pristine form of the reference patch; null without one. */
  readonly reference: readonly TestRun[] | null;
  /** The reference patch with its own tests: run where its pristine form fails something. */
  readonly referenceAsItIs: TestRun | null;
}

export interface Evaluation {
  readonly status: 'ok' | 'broken' | 'unknown';
  readonly reason: string;
  /** Tests that a pass has to pass: named ones that a right solution can pass here. */
  readonly deciding: readonly string[];
  /** All other named ones, where tests are seen by name: no pass is confirmed if one of them is not even run. */
  readonly undecided: readonly string[];
  /** Why nothing can be decided here, in words; null where it can. */
  readonly unavailable: string | null;
  /** The runner reports item by item. */
  readonly reportable: boolean;
  /** A named test was seen to run where nobody forges. */
  readonly runsNamed: boolean;
}

const MISSING_RUNNER = [126, 127];
const HOW_MISSING = 'so a program is missing; name an image that has it (task.environment.image)';

export function evaluationOf(runs: EvaluationRuns): Evaluation {
  const { base, reference } = runs;
  const best = reference ?? base;
  const reportable = best.some(isReported) || base.some(isReported);
  const testIds = [...new Set([...runs.failToPass, ...runs.passToPass])];
  const runsNamed = [...base, ...best].some((run) => runsAny(run, testIds));
  const seen = { reportable, runsNamed };
  const nothing = unavailable(best);
  if (nothing !== null) return { ...seen, ...untold(nothing), deciding: [], undecided: testIds };
  const why = brokenReason(runs, testIds);
  if (why !== null) return { ...seen, ...untold(why), status: 'broken', deciding: [], undecided: testIds };
  const deciding = decidingOf(runs, testIds);
  const undecided = testIds.filter((id) => !deciding.includes(id));
  const lists = reportable || best.some(({ claims }) => claims.size > 0);
  const silent = lists ? unrunReason(runs, testIds, deciding) : silentReason(runs, testIds);
  if (silent !== null) return { ...seen, ...untold(silent), deciding, undecided };
  const isWhole = reference !== null && testIds.length > 0 && undecided.length === 0;
  return {
    ...seen,
    status: isWhole ? 'ok' : 'unknown',
    reason: isWhole
      ? WHOLE
      : lists
        ? lacking(runs, testIds, undecided, runsNamed)
        : `${none(testIds)}: its exit code alone tells`,
    deciding,
    undecided: lists ? undecided : [],
    unavailable: null,
  };
}

const WHOLE = 'the base fails what it should and the reference patch passes';
const untold = (reason: string) => ({ status: 'unknown' as const, reason, unavailable: reason });

/** Why tests that are listed by name say nothing of a pass, or null. */
function unrunReason(
  { failToPass }: EvaluationRuns,
  testIds: readonly string[],
  deciding: readonly string[],
): string | null {
  if (testIds.length > 0 && deciding.length === 0)
    return `none of the named tests is run here, such as ${testIds[0]}`;
  // What stays green on the base as well tells nothing of a pass.
  const [first] = failToPass;
  if (first === undefined || failToPass.some((id) => deciding.includes(id))) return null;
  return `the reference patch passes no test of fail_to_pass here, such as ${first}`;
}

const none = ([first]: readonly string[]): string =>
  `the command reports no test${first === undefined ? '' : `, so none of the named ones, such as ${first}`}`;

/** Where no run names a test there is the exit code alone: it tells something only if the base fails and the reference passes. */
function silentReason({ base, reference }: EvaluationRuns, testIds: readonly string[]): string | null {
  if (reference === null)
    return `${none(testIds)}, and there is no reference patch to hold its exit code against`;
  const bad = reference.find(({ exitCode }) => exitCode !== 0);
  if (bad !== undefined) return `${none(testIds)}, and ends with ${bad.exitCode} on the reference patch`;
  return base.some(({ exitCode }) => exitCode === 0)
    ? `${none(testIds)}, and ends with 0 on the base as on the reference patch`
    : null;
}

function unavailable(runs: readonly TestRun[]): string | null {
  const stopped = runs.find((run) => run.stopped !== null)?.stopped;
  if (stopped) return `the tests do not run here: ${stopped}`;
  const silent = runs.find(
    (run) => !isReported(run) && run.claims.size === 0 && MISSING_RUNNER.includes(run.exitCode ?? 0),
  );
  return silent
    ? `the tests do not run here: the command ended with ${silent.exitCode}, ${HOW_MISSING}`
    : null;
}

function brokenReason(runs: EvaluationRuns, testIds: readonly string[]): string | null {
  const { base, reference, failToPass } = runs;
  const early = failToPass.find((id) => base.some((run) => statusIn(run, id) === 'pass'));
  if (early !== undefined) return `the base passes ${early}, which should fail there`;
  const [flaky] = flakyIn(reference ?? base, testIds);
  if (flaky !== undefined)
    return `${flaky} is flaky: not the same each time on ${reference ? 'the reference patch' : 'the base'}`;
  const failing = failsReference(runs, testIds);
  return failing === undefined ? null : `the reference patch fails ${failing}`;
}

const isFailure = (run: TestRun, id: string): boolean => ['fail', 'error'].includes(statusIn(run, id));

/** A named test that the reference fails with the evaluation's tests and with its own alike. */
const failsReference = ({ reference, referenceAsItIs }: EvaluationRuns, testIds: readonly string[]) =>
  testIds.find(
    (id) =>
      reference?.some((run) => isFailure(run, id)) &&
      (referenceAsItIs === null || statusIn(referenceAsItIs, id) !== 'pass'),
  );

function decidingOf({ passToPass, base, reference }: EvaluationRuns, testIds: readonly string[]): string[] {
  const passes = (runs: readonly TestRun[]) => (id: string) =>
    runs.every((run) => statusIn(run, id) === 'pass');
  if (testIds.length === 0) return passing(reference ?? base);
  if (reference !== null) return testIds.filter(passes(reference));
  const isRegression = new Set(passToPass);
  return testIds.filter((id) => !isRegression.has(id) || passes(base)(id));
}

/** Without named tests, what the reference (or the base) passes has to stay. */
function passing(runs: readonly TestRun[]): string[] {
  const [first] = runs;
  return first ? [...first.items].filter(([, { status }]) => status === 'pass').map(([id]) => id) : [];
}

function lacking(
  { reference }: EvaluationRuns,
  testIds: readonly string[],
  undecided: readonly string[],
  runsNamed: boolean,
): string {
  if (testIds.length === 0) return 'the task names no tests';
  if (reference === null)
    return `there is no reference patch to hold the tests against${runsNamed ? '' : `, and the base runs no named one, such as ${testIds[0]}`}`;
  return `${undecided.length} of ${testIds.length} named tests are not run here, such as ${undecided[0]}`;
}
