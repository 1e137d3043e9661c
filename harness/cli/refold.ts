/** `gagar refold`: tiers, factors and advantages of stored results under other settings, without a model. */
import { Option } from 'commander';
import type { AddCommand } from './commands.js';

const EXAMPLES = `
Results go to stdout, one a line, in the order read. The scoring passes and findings of a result are its verdict and stay
as they are; weights, tiers, factors and advantages are computed again. A result that cannot be used is answered by
{"group_id", "error"} in its place; exit code 1 at the end.

Examples:
  gagar refold runs/17                                 under the shipped settings: the same result
  gagar refold runs/* --profile my-profile.yaml        what other factors would have done
  gagar refold results.jsonl --lambda-max none > uncapped.jsonl
  gagar refold results.jsonl --mode downweight_only
  gagar refold results.jsonl --rubric my-rubric.yaml   other weights`;

export const addRefold: AddCommand = (program) => {
  program
    .command('refold')
    .summary('recompute stored results under other settings')
    .description('Recomputes tiers, factors and advantages of stored results, without a model.')
    .argument('<results...>', 'run folders, result.json files, or .jsonl files with one result a line')
    .option('--profile <name>', 'factor profile: a shipped name or a .yaml file (default: flash)')
    .option(
      '--rubric <name>',
      'rubric whose weights count: a shipped name or a .yaml file (default: code-quality)',
    )
    .option(
      '--lambda-max <number>',
      'cap of the redistribution, at least 1, or `none` (default: of the profile)',
    )
    .addOption(
      new Option('--mode <mode>', 'how factors act')
        .choices(['redistribute', 'downweight_only', 'reward_scaled', 'outcome'])
        .default('redistribute'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options) => {
      const { runRefold } = await import('../run/refold.js');
      await runRefold(paths, options);
    });
};
