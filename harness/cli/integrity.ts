/** `gagar integrity`: the detectors alone, over any number of groups, for cleaning data sets. */
import type { AddCommand } from './add-command.js';
import { engineOption } from './options.js';

const EXAMPLES = `
Nothing is scored and no model is asked: whoever is in question is named with
the leads and their places, then come the rates. Suspected asks for a look. With
--json stdout gets one line per group, gagar.integrity/1 or
{"group_id", "error", …}, and the rates go to stderr.

Examples:
  gagar integrity my-group
  gagar integrity groups.jsonl more-groups/ --json > integrity.jsonl
  gagar integrity groups.jsonl --json | jq -c '.rollouts[].verdict'

Exit codes: 0 every group was examined, 1 some were not, 2 usage or input.`;

export const addIntegrity: AddCommand = (program) => {
  program
    .command('integrity')
    .summary('detection alone, without scores')
    .description(
      'Looks for cheating in groups by detectors alone, and prints who is in question and the rates.',
    )
    .argument('<groups...>', 'groups as in gagar grade, .jsonl files, or folders of groups')
    .option('--json', 'one line of JSON per group')
    .option('--concurrency <number>', 'groups in flight', '4')
    .addOption(engineOption())
    .addHelpText('after', EXAMPLES)
    .action(async (groups: string[], options) => {
      const { runIntegrity } = await import('../run/integrity.js');
      await runIntegrity(groups, options);
    });
};
