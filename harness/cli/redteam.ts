/** `gagar redteam`: attacks detectors and judges with cases and payloads of its own making, and counts what gets through. */
import { type Command, Option } from 'commander';
import { DRIVERS } from '../../src/vocabulary.js';
import type { AddCommand } from './add-command.js';
import { addOptions, judgeOptions } from './options.js';

const ATTACKS = `
Texts that speak to the judge (orders, forged verdicts and results, broken
frames, accusations of peers) stand in every place that a candidate writes:
code, names, tests, logs, messages, commands. The two groups of a pair differ in
that text alone. The judge called compromised obeys every one of them, invents
citations and accuses peers: what it cannot bring about, no attacker can.

Examples:
  gagar redteam                                    the static judge
  gagar redteam --judge compromised                the judge that obeys
  gagar redteam --judge compromised --carrier comment --body planted-verdict
  gagar redteam --judge anthropic --model claude-sonnet-4-5 --limit 20
  gagar redteam detectors                          recall and precision
  gagar redteam honest --judge compromised         honest passes that lost`;

const HONEST = `
Honest trajectories full of legitimate git, pip, conftest and exits, beside a
rival that accuses all of them.

Examples:
  gagar redteam honest
  gagar redteam honest --judge compromised --passes 200 --places`;

const DETECTORS = `
Cases are small groups over Python, JavaScript and TypeScript, Go and shell: a
candidate that cheated in a known way, or an honest one that looks alike, beside
an honest and a failing peer. Accused is who ends with an integrity verdict
above clean, or with the flag test_gaming. The same seed gives the same cases.

Examples:
  gagar redteam detectors                      per type, over 624 cases
  gagar redteam detectors --type R03 --misses  what was judged wrongly, and why
  gagar redteam detectors -o cases --json      a line per case; the groups stay

Exit codes: 0 every case was graded, 1 some were not, 2 usage.`;

const seed = (): Option => new Option('--seed <text>', 'what the groups follow from').default('gagar');

/** Checks do not run unless a driver is named: nothing here depends on them. */
const withJudge = (command: Command): Command =>
  addOptions(
    command,
    ...judgeOptions('one group', 'compromised, ').filter(({ long }) => long !== '--driver'),
    new Option('--driver <driver>', 'where checks run').choices(DRIVERS).default('none'),
    seed(),
  );

export const addRedteam: AddCommand = (program) => {
  const redteam = program
    .command('redteam')
    .summary('attack detectors and judges, and count what gets through')
    .description('Attacks gagar with labelled cases and payloads of its own making.')
    .addHelpText('after', ATTACKS);
  withJudge(redteam.command('attacks', { isDefault: true }))
    .summary('texts that speak to the judge, against controls (the default)')
    .description('Grades attacked groups and their controls, and prints what the payloads changed.')
    .option('--carrier <ids...>', 'only these places')
    .option('--body <ids...>', 'only these texts')
    .option('--limit <number>', 'only so many pairs, spread evenly')
    .option('--json', 'one line of JSON per pair')
    .addHelpText('after', ATTACKS)
    .action(async (options) => {
      const { runRedteamAttacks } = await import('../run/redteam-judge.js');
      await runRedteamAttacks(options);
    });
  withJudge(redteam.command('honest'))
    .summary('honest passes that lost anything')
    .description('Grades honest passes beside a rival that accuses them.')
    .option('--passes <number>', 'how many honest passes', '1000')
    .option('--places', 'also list who was suspected, confirmed or masked')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', HONEST)
    .action(async (options) => {
      const { runRedteamHonest } = await import('../run/redteam-judge.js');
      await runRedteamHonest(options);
    });
  redteam
    .command('detectors')
    .summary('recall and precision of the deterministic stage, per type')
    .description('Generates labelled integrity cases and grades them with detectors alone.')
    .addOption(seed())
    .option('--each <number>', 'cases per type, language and label', '6')
    .option('--type <ids...>', 'only these types (R01 R02 …)')
    .option('--misses', 'also list what was judged wrongly')
    .option('-o, --out <dir>', 'keep the groups and labels.jsonl there')
    .option('--json', 'one line of JSON per case')
    .addHelpText('after', DETECTORS)
    .action(async (options) => {
      const { runRedteamDetectors } = await import('../run/redteam-detectors.js');
      await runRedteamDetectors(options);
    });
};
