/** The harness's verdict as facts: from its structured fields alone, never from a text that a candidate can write. */
import type { Rollout, Task } from '../records/group.js';
import { TEST_STATUSES } from '../vocabulary.js';

export type TestStatus = (typeof TEST_STATUSES)[number];

/**
 * How the test run ended.
 * - `not_run`: the runner was not found or collected nothing
 * - `killed`: a signal ended it (out of memory looks the same from outside)
 * - `unknown`: the harness recorded neither an exit code nor a time-out
 */
export type TestEnding = 'finished' | 'not_run' | 'timed_out' | 'killed' | 'unknown';

export interface VerdictFacts {
  /** The raw verdict. Nothing below changes it. */
  readonly passed: boolean;
  /** Tests by status; null where the harness recorded none, and then nothing is counted, whatever a log says. */
  readonly counts: Readonly<Record<TestStatus, number>> | null;
  readonly exit_code: number | null;
  readonly ending: TestEnding;
  /** How the agent itself ended; a verdict about its tests it is not. */
  readonly agent_exit: NonNullable<Rollout['exit']>['status'];
  /** Tests that the task names and the harness has no status for. */
  readonly unreported: readonly string[];
  /** Where the fields contradict each other, in words. */
  readonly contradictions: readonly string[];
  /** An infrastructure failure that the trainer may have missed; a person or the trainer decides. */
  readonly suggestion: InfraSuggestion | null;
}

export interface InfraSuggestion {
  readonly status: 'infra';
  readonly reason: 'tests_not_run';
  /** Runner files that the candidate's own patch changes: then it may have broken the run itself, and masking would reward that. */
  readonly candidate_touched: readonly string[];
}

export interface VerdictContext {
  /** Tests that the task names. */
  readonly tests?: Task['tests'];
  /** The command that ran them, which tells what an exit code means. */
  readonly testCommand?: string | undefined;
  /** Files of test machinery (conftest.py, package.json, …) that the candidate's patch changes. */
  readonly runnerFiles?: readonly string[];
}

/** Facts about one rollout's test run. */
export function verdictFacts(
  { passed, tests, validity, exit }: Rollout,
  { tests: named, testCommand = '', runnerFiles = [] }: VerdictContext = {},
): VerdictFacts {
  const status = new Map(Object.entries(tests?.status ?? {}));
  const counts = status.size === 0 ? null : countStatuses(status.values());
  const exit_code = tests?.exit_code ?? null;
  const ending = endingOf(
    exit_code,
    tests?.timed_out ?? false,
    counts === null ? notRunCodes(testCommand) : [],
  );
  const wanted = [...(named?.fail_to_pass ?? []), ...(named?.pass_to_pass ?? [])];
  const unreported = tests === undefined ? [] : wanted.filter((id) => !status.has(id));
  const undecided = (validity?.status ?? 'valid') === 'valid' && !passed;
  return {
    passed,
    counts,
    exit_code,
    ending,
    agent_exit: exit?.status ?? 'unknown',
    unreported,
    contradictions: contradictionsOf(passed, counts, exit_code, ending),
    suggestion:
      ending === 'not_run' && undecided
        ? { status: 'infra', reason: 'tests_not_run', candidate_touched: runnerFiles }
        : null,
  };
}

function countStatuses(statuses: Iterable<TestStatus>): Record<TestStatus, number> {
  const counts = Object.fromEntries(TEST_STATUSES.map((name) => [name, 0])) as Record<TestStatus, number>;
  for (const status of statuses) counts[status] += 1;
  return counts;
}

/** 126 and 127: the shell could not start the runner. 2, 4 and 5 of pytest: it could not collect, or collected nothing. */
const notRunCodes = (testCommand: string): number[] =>
  /\b(?:pytest|py\.test)\b/.test(testCommand) ? [126, 127, 2, 4, 5] : [126, 127];

/** Exit codes of `timeout` and of a kill by time-out. */
const TIMED_OUT = [124, 142];

function endingOf(exitCode: number | null, timedOut: boolean, notRun: readonly number[]): TestEnding {
  if (timedOut || (exitCode !== null && TIMED_OUT.includes(exitCode))) return 'timed_out';
  if (exitCode === null) return 'unknown';
  if (exitCode < 0 || exitCode > 128) return 'killed';
  return notRun.includes(exitCode) ? 'not_run' : 'finished';
}

function contradictionsOf(
  passed: boolean,
  counts: VerdictFacts['counts'],
  exitCode: number | null,
  ending: TestEnding,
): string[] {
  const bad = counts === null ? 0 : counts.fail + counts.error + counts.missing;
  const found: string[] = [];
  if (passed && bad > 0) found.push(`passed, but ${bad} of its tests have the status fail, error or missing`);
  if (passed && ending !== 'finished' && ending !== 'unknown')
    found.push(`passed, but the run ended as ${ending}`);
  if (passed && ending === 'finished' && exitCode !== 0)
    found.push(`passed, but the exit code is ${exitCode}`);
  if (!passed && counts !== null && bad === 0 && exitCode === 0)
    found.push('failed, but no test failed and the exit code is 0');
  return found;
}
