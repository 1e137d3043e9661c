/** Whether the task's own evaluation can be trusted: what its base and its reference patch come to under its tests. */
import { flakyIn, isReported, statusIn, type TestRun } from './verdict.js';

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
  /** Why nothing can be decided here, in words; null where it can. */
  readonly unavailable: string | null;
  /** The runner reports item by item. */
  readonly reportable: boolean;
}

const MISSING_RUNNER = [126, 127];
const HOW_MISSING = 'so a program is missing; name an image that has it (task.environment.image)';

export function evaluationOf(runs: EvaluationRuns): Evaluation {
  const { base, reference } = runs;
  const best = reference ?? base;
  const reportable = best.some(isReported) || base.some(isReported);
  const named = [...new Set([...runs.failToPass, ...runs.passToPass])];
  const nothing = unavailable(best);
  if (nothing !== null) return { ...undecided(nothing), reportable, deciding: [] };
  const why = brokenReason(runs, named);
  if (why !== null) return { status: 'broken', reason: why, deciding: [], unavailable: why, reportable };
  const deciding = decidingOf(runs, named);
  const lists = reportable || best.some(({ claims }) => claims.size > 0);
  if (named.length > 0 && deciding.length === 0 && lists)
    return { ...undecided('none of the named tests is run here'), reportable, deciding };
  // What stays green on the base as well tells nothing of a pass.
  const [first] = runs.failToPass;
  if (first !== undefined && lists && !runs.failToPass.some((id) => deciding.includes(id)))
    return {
      ...undecided(`the reference patch passes no test of fail_to_pass here, such as ${first}`),
      reportable,
      deciding,
    };
  const isWhole = reference !== null && named.length > 0 && deciding.length === named.length;
  return {
    status: isWhole ? 'ok' : 'unknown',
    reason: isWhole
      ? 'the base fails what it should and the reference patch passes'
      : lacking(runs, named, deciding),
    deciding,
    unavailable: null,
    reportable,
  };
}

const undecided = (reason: string) => ({ status: 'unknown' as const, reason, unavailable: reason });

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

function brokenReason(runs: EvaluationRuns, named: readonly string[]): string | null {
  const { base, reference, failToPass } = runs;
  const early = failToPass.find((id) => base.some((run) => statusIn(run, id) === 'pass'));
  if (early !== undefined) return `the base passes ${early}, which should fail there`;
  const [flaky] = flakyIn(reference ?? base, named);
  if (flaky !== undefined)
    return `${flaky} is flaky: not the same each time on ${reference ? 'the reference patch' : 'the base'}`;
  const failing = failsReference(runs, named);
  return failing === undefined ? null : `the reference patch fails ${failing}`;
}

const isFailure = (run: TestRun, id: string): boolean => ['fail', 'error'].includes(statusIn(run, id));

/** A named test that the reference fails with the evaluation's tests and with its own alike. */
const failsReference = ({ reference, referenceAsItIs }: EvaluationRuns, named: readonly string[]) =>
  named.find(
    (id) =>
      reference?.some((run) => isFailure(run, id)) &&
      (referenceAsItIs === null || statusIn(referenceAsItIs, id) !== 'pass'),
  );

function decidingOf({ passToPass, base, reference }: EvaluationRuns, named: readonly string[]): string[] {
  const passes = (runs: readonly TestRun[]) => (id: string) =>
    runs.every((run) => statusIn(run, id) === 'pass');
  if (named.length === 0) return passing(reference ?? base);
  if (reference !== null) return named.filter(passes(reference));
  const isRegression = new Set(passToPass);
  return named.filter((id) => !isRegression.has(id) || passes(base)(id));
}

/** Without named tests, what the reference (or the base) passes has to stay. */
function passing(runs: readonly TestRun[]): string[] {
  const [first] = runs;
  return first ? [...first.items].filter(([, { status }]) => status === 'pass').map(([id]) => id) : [];
}

function lacking(
  { reference }: EvaluationRuns,
  named: readonly string[],
  deciding: readonly string[],
): string {
  if (named.length === 0) return 'the task names no tests';
  if (reference === null) return 'there is no reference patch to hold the tests against';
  const left = named.find((id) => !deciding.includes(id));
  return `${named.length - deciding.length} of ${named.length} named tests are not run here, such as ${left}`;
}
