/** Grades fixtures with one judge and checks the relations that each of them expects. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { loadGroup } from '../../sandbox/load/group.js';
import { Fault } from '../../src/fault.js';
import { faultText } from '../../src/fault-text.js';
import { checkRelations } from '../../src/fixture/check.js';
import { whatMoved } from '../../src/fixture/moved.js';
import { Expected } from '../../src/records/expected.js';
import type { Result } from '../../src/records/result.js';
import { readData } from '../data-file.js';
import { RECORDING_FILE } from '../file-names.js';
import type { Bench } from '../grade/bench.js';
import { gradeGroup } from '../grade/grade.js';
import { foldSettings } from '../grade/settings.js';
import { chooseJudge } from '../run/choose-judge.js';
import type { GradeConfig } from '../run/options.js';
import type { FixtureReport } from './report.js';

/** Folder of a fixture that holds its recorded run. */
const RUN = 'run';

export interface RubricTest {
  readonly bench: Bench;
  /** `judge` is `recorded` (each fixture's own run), `static`, or any other judge. */
  readonly config: GradeConfig;
  /** Compare with the recorded run. */
  readonly live: boolean;
  readonly signal: AbortSignal;
}

/** Fixtures in a folder of them, or the folder itself. @throws Fault input where there is none. */
export function fixturesIn(folder: string): string[] {
  const isFixture = (path: string): boolean =>
    existsSync(join(path, 'group.json')) && existsSync(join(path, 'expected.json'));
  if (isFixture(folder)) return [folder];
  const entries = existsSync(folder) ? readdirSync(folder).sort() : [];
  const found = entries.map((name) => join(folder, name)).filter(isFixture);
  if (found.length > 0) return found;
  throw new Fault('input', 'holds no fixture: one is a folder with group.json and expected.json', {
    file: folder,
  });
}

/** A fixture that cannot be graded is a broken one; only an interrupt and our own breakage are thrown. */
export async function testFixture(folder: string, test: RubricTest): Promise<FixtureReport> {
  const start = performance.now();
  const name = basename(resolve(folder));
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    const expected = readData(Expected, join(folder, 'expected.json'));
    const result = await gradeFixture(folder, test.config.judge ?? 'static', test);
    const checks = checkRelations(expected, result, result.judge.kind !== 'static');
    const problem = result.fallback === null ? null : `${result.fallback.reason}: ${result.fallback.detail}`;
    const moved = test.live ? whatMoved(await gradeFixture(folder, 'recorded', test), result) : null;
    return { name, checks, problem, moved, seconds: seconds() };
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'cancelled' || error.code === 'internal') throw error;
    return { name, checks: [], problem: faultText(error), moved: null, seconds: seconds() };
  }
}

async function gradeFixture(
  folder: string,
  judge: string,
  { bench, config, signal }: RubricTest,
): Promise<Result> {
  const named = judge === 'recorded' ? `recorded:${runOf(folder)}` : judge;
  return gradeGroup(await loadGroup(folder), {
    bench,
    judge: await chooseJudge({ config: { ...config, judge: named }, purpose: 'fixture' }),
    settings: foldSettings({ profile: config.profile, rubric: config.rubric, zeroing: config.zeroing_kinds }),
    emit: () => {},
    signal,
    budget_s: config.budget_s,
  });
}

function runOf(folder: string): string {
  const run = join(folder, RUN);
  if (existsSync(join(run, RECORDING_FILE))) return run;
  const way = `judge it once: gagar judge open ${folder} -o ${run} --name … (or gagar grade --judge …)`;
  throw new Fault('input', `has no recorded run; ${way}`, { file: run });
}
