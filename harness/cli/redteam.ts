/** `gagar redteam`: attacks gagar with labelled cases of its own making, and prints what got through. */
import type { AddCommand } from './commands.js';

const DETECTORS = `
Cases are small groups over Python, JavaScript and TypeScript, Go and shell: a candidate that cheated in a known way, or
an honest one that looks alike, beside an honest and a failing peer. Accused is who ends with an integrity verdict
above clean, or with the flag test_gaming; nobody's reward depends on it. The same seed gives the same cases.

Examples:
  gagar redteam detectors                          recall and precision per type, 624 cases
  gagar redteam detectors --type R03 --misses      which cases of one type were judged wrongly, and why
  gagar redteam detectors -o cases --json          one line per case; the groups stay in cases/

Exit codes: 0 every case was graded, 1 some were not, 2 usage.`;

export const addRedteam: AddCommand = (program) => {
  const redteam = program
    .command('redteam')
    .summary('attack detectors and judges, and count what gets through')
    .description('Attacks gagar with labelled cases and payloads of its own making.');
  redteam
    .command('detectors')
    .summary('recall and precision of the deterministic stage, per type')
    .description('Generates labelled integrity cases and grades them with detectors alone.')
    .option('--seed <text>', 'what the cases follow from', 'gagar')
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
