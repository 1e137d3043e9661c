/** `gagar refold`: tiers, factors and advantages of stored results under other settings, without a model. */
import type { AddCommand } from './add-command.js';
import { addOptions, foldOptions } from './options.js';

const EXAMPLES = `
Results go to stdout, one a line, in the order read. The scoring passes and
findings of a result are its verdict and stay as they are; weights, tiers,
factors and advantages are computed again. A result that cannot be used is
answered by {"group_id", "error"} in its place; exit code 1 at the end.

Examples:
  gagar refold runs/17                           shipped settings: the same
  gagar refold runs/* --profile my-profile.yaml  what other factors would do
  gagar refold results.jsonl --lambda-max none > uncapped.jsonl
  gagar refold results.jsonl --mode downweight_only
  gagar refold results.jsonl --rubric my.yaml    other weights`;

export const addRefold: AddCommand = (program) => {
  const command = program
    .command('refold')
    .summary('recompute stored results under other settings')
    .description('Recomputes tiers, factors and advantages of stored results, without a model.')
    .argument('<results...>', 'run folders, result.json files, or .jsonl files with one result a line');
  addOptions(command, ...foldOptions())
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], options) => {
      const { runRefold } = await import('../run/refold.js');
      await runRefold(paths, options);
    });
};
