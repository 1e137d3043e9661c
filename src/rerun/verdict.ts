/** Decides from what was run whether a pass survives without the candidate's tests, and says why in words. */
import { plural } from '../text/plural.js';
import { type ControlNames, controlOf } from './control.js';
import type { Item, ItemStatus } from './report.js';
import { sameTest } from './test-id.js';

/** One run of the task's test command on one tree. */
export interface TestRun {
  /** null where the command was stopped. */
  readonly exitCode: number | null;
  /** Why the run says nothing: not started, timed out, out of memory; null where it ended by itself. */
  readonly stopped: string | null;
  readonly items: ReadonlyMap<string, Item>;
  readonly collected: readonly string[];
  readonly foreign: number;
  /** TAP of the command's own output: used only where nothing was reported. */
  readonly claims: ReadonlyMap<string, ItemStatus>;
}

export interface Survival {
  /** null where the runs do not tell. */
  readonly survives: boolean | null;
  readonly reason: string;
}

const yes = (reason: string): Survival => ({ survives: true, reason });
const no = (reason: string): Survival => ({ survives: false, reason });
const unknown = (reason: string): Survival => ({ survives: null, reason });

export const isReported = ({ items }: TestRun): boolean => items.size > 0;

/** Status of a named test: from the report, or from the claims where there is no report. */
export function statusIn(run: TestRun, id: string): ItemStatus | 'missing' {
  const exact = isReported(run) ? run.items.get(id)?.status : run.claims.get(id);
  if (exact !== undefined) return exact;
  const found = isReported(run)
    ? [...run.items].map(([key, { status }]) => [key, status] as const)
    : [...run.claims];
  const alike = found.filter(([key]) => sameTest(key, id)).map(([, status]) => status);
  // A parametrised test may be named without its parameters: then all of them have to pass.
  return alike.find((status) => status !== 'pass') ?? alike[0] ?? 'missing';
}

/** What controls do where nobody forges: on the reference patch, else on the base. */
export interface Gauge {
  /** Files, as `Item.home` has it, whose controls are reported, and fail or pass as they must. */
  readonly homes: ReadonlySet<string>;
  /** The command's exit code tells of them. */
  readonly exitTells: boolean;
}

export interface Control {
  readonly run: TestRun;
  readonly names: Pick<ControlNames, 'stem'>;
  readonly gauge: Gauge;
}

export interface Question {
  /** Tests that have to pass, and that a right solution can pass. */
  readonly deciding: readonly string[];
  /** Repetitions on the pristine tree, at least one. */
  readonly runs: readonly TestRun[];
  /** The pristine tree with control tests; null where none could be written. */
  readonly control: Control | null;
  /** True where the runs of base and reference were reported item by item. */
  readonly reportable: boolean;
}

const NONE = new Map<string, never>();

export function survivalOf(question: Question): Survival {
  const { deciding, control, reportable } = question;
  // Where the runner reports, what a program prints in its place is nothing; where it does not, a report is no runner's.
  const runs = question.runs.map((run) => (reportable ? { ...run, claims: NONE } : { ...run, items: NONE }));
  const stopped = runs.find((run) => run.stopped !== null);
  if (stopped?.stopped) return unknown(stopped.stopped);
  if (runs.some(({ foreign }) => foreign > 0))
    return no('something other than the runner wrote into its report');
  for (const run of runs) {
    const bad = notPassed(run, deciding);
    if (bad !== null)
      return runs.length > 1 && isFlaky(runs, deciding) ? unknown(`not the same each time: ${bad}`) : no(bad);
  }
  if (!reportable) return byCommand(runs, deciding);
  const unexplained = runs.find(({ exitCode, items }) => exitCode !== 0 && !hasFailure(items));
  if (unexplained) return unknown(`every test passes, yet the command ended with ${unexplained.exitCode}`);
  if (control === null) return yes(`${count(deciding)} reported as passed; no control test could be added`);
  return underControl(control, deciding);
}

function byCommand(runs: readonly TestRun[], deciding: readonly string[]): Survival {
  const bad = runs.find(({ exitCode }) => exitCode !== 0);
  if (bad) return no(`the test command ended with ${bad.exitCode}`);
  const by = deciding.length === 0 ? 'it names no test' : `${count(deciding)} by its own words`;
  return yes(`the test command ended with 0; ${by}, since its runner is not known`);
}

/** A pass is confirmed only where every named test is seen: one that does not decide has to be run all the same. */
export function unlessUnrun(
  survival: Survival,
  runs: readonly TestRun[],
  undecided: readonly string[],
): Survival {
  if (survival.survives !== true) return survival;
  const unrun = undecided.filter((id) => !runs.every((run) => runsAny(run, [id])));
  if (unrun[0] === undefined) return survival;
  return unknown(`${survival.reason}; of the named tests ${unrun.length} not run here, such as ${unrun[0]}`);
}

/** True where one of the tests was seen in the run, whatever it came to. */
export const runsAny = (run: TestRun, ids: readonly string[]): boolean =>
  ids.some((id) => statusIn(run, id) !== 'missing');

const count = (ids: readonly string[]): string => plural(ids.length, 'test');

const hasFailure = (items: TestRun['items']): boolean =>
  [...items.values()].some(({ status }) => status === 'fail' || status === 'error');

/** The first named test that did not pass, in words. */
export function notPassed(run: TestRun, ids: readonly string[]): string | null {
  const bad = ids.map((id) => [id, statusIn(run, id)] as const).filter(([, status]) => status !== 'pass');
  const [first] = bad;
  if (first === undefined) return null;
  const more = bad.length > 1 ? ` and ${bad.length - 1} more` : '';
  return `${first[0]} ${WORDS[first[1]]}${more}`;
}

const WORDS: Record<ItemStatus | 'missing', string> = {
  pass: 'passes',
  fail: 'fails',
  error: 'ends with an error',
  skip: 'is skipped',
  started: 'was started and never ended',
  missing: 'was not run',
};

/** Named tests that came to different things in the repetitions, sorted. */
export const flakyIn = (runs: readonly TestRun[], ids: readonly string[]): string[] =>
  ids.filter((id) => new Set(runs.map((run) => statusIn(run, id))).size > 1).sort();

const isFlaky = (runs: readonly TestRun[], ids: readonly string[]): boolean => flakyIn(runs, ids).length > 0;

interface Found extends Item {
  readonly kind: 'bad' | 'good';
}

function controlsIn({ run, names }: Omit<Control, 'gauge'>): Found[] {
  return [...run.items].flatMap(([id, item]) => {
    const kind = controlOf(id, names);
    return kind === null ? [] : [{ ...item, kind }];
  });
}

const isRight = ({ kind, status }: Found): boolean =>
  kind === 'good' ? status === 'pass' : status === 'fail' || status === 'error';

/** null where controls tell nothing: a command that selects its tests by name never runs them. */
export function gaugeOf(control: Omit<Control, 'gauge'>): Gauge | null {
  const found = controlsIn(control);
  const wrong = new Set(found.filter((one) => !isRight(one)).map(({ home }) => home));
  const homes = new Set(found.map(({ home }) => home).filter((home) => !wrong.has(home)));
  return homes.size === 0 ? null : { homes, exitTells: control.run.exitCode !== 0 };
}

/** Where a control that must fail does not, the framework is not the one that the tests were written for. */
function underControl(control: Control, deciding: readonly string[]): Survival {
  const { run, gauge } = control;
  if (run.stopped !== null) return unknown(`with control tests: ${run.stopped}`);
  const found = controlsIn(control).filter(({ home }) => gauge.homes.has(home));
  const bent = found.find(({ kind, status }) => kind === 'bad' && (status === 'pass' || status === 'skip'));
  if (bent !== undefined) return no(`a control test in ${bent.home} that has to fail is reported as passed`);
  if (run.exitCode === 0 && gauge.exitTells)
    return no('the command ends with 0 although it holds control tests that fail');
  const heard = new Set(found.map(({ home }) => home));
  const silent = deciding
    .flatMap((id) => run.items.get(id)?.home ?? [])
    .find((home) => gauge.homes.has(home) && !heard.has(home));
  if (silent !== undefined)
    return no(`the control tests in ${silent} were not reported, while its other tests were`);
  if (heard.size === 0) return unknown('no control test was run');
  if (!found.every(isRight)) return unknown('a control test does not do what it does on the reference');
  return yes(`${count(deciding)} reported as passed, and control tests beside them fail as they must`);
}
