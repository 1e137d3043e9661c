/** `gagar show`: prints the report of a result that was written before. */
import type { AddCommand } from './add-command.js';

const EXAMPLES = `
Examples:
  gagar show runs/my-group                 the run folder
  gagar show runs/my-group/result.json     or its result
  gagar show runs/my-group --full          to audit it
  gagar show runs/step-15 --group-id g-7   one group of a batch
  gagar show runs/my-group | head -20      piped output ends cleanly`;

export const addShow: AddCommand = (program) => {
  program
    .command('show')
    .summary('print the report of a result')
    .description('Prints the report of a stored result, without grading again.')
    .argument('<result>', 'result.json, the run folder that holds it, or the run folder of a batch')
    .option('--group-id <id>', 'the group of a batch that is meant')
    .option('--full', 'also all findings, leads with their answers, what the judge ran, and each pass')
    .option('--json', 'print the validated result instead of the report')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, options: { full?: boolean; json?: boolean; groupId?: string }) => {
      const { showResult } = await import('../run/show.js');
      await showResult(path, options);
    });
};
