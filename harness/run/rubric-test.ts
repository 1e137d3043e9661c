/** Runs `gagar rubric test`: every fixture, a table on stdout, JUnit XML where it is asked for. */
import { EXIT } from '../exit.js';
import { openBench } from '../grade/bench.js';
import { junitXml } from '../rubric-test/junit.js';
import { type FixtureReport, isBroken, reportTable } from '../rubric-test/report.js';
import { fixturesIn, testFixture } from '../rubric-test/run.js';
import { writeWhole } from '../write-whole.js';
import { listenForInterrupt } from './lifetime.js';
import { fromCommandLine, readConfig } from './options.js';

export interface RubricTestCommand {
  readonly live?: boolean;
  readonly junit?: string;
  readonly config?: string;
  /** The options of GradeConfig, as commander reads them. */
  readonly [option: string]: unknown;
}

export async function runRubricTest(folder: string, options: RubricTestCommand): Promise<void> {
  const config = { ...readConfig(options.config), ...fromCommandLine(options) };
  const fixtures = fixturesIn(folder);
  using interrupt = listenForInterrupt();
  await using bench = await openBench();
  const reports: FixtureReport[] = [];
  for (const fixture of fixtures) {
    process.stderr.write(`testing ${fixture}\n`);
    const { live = false } = options;
    reports.push(await testFixture(fixture, { bench, config, live, signal: interrupt.signal }));
  }
  if (options.junit !== undefined) await writeWhole(options.junit, junitXml(reports), '--junit');
  process.stdout.write(reportTable(reports));
  if (reports.some(isBroken)) process.exitCode = EXIT.some_failed;
}
