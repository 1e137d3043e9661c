/** `gagar summary`: what the results of a run tell, as a page or as JSON. */
import type { AddCommand } from './add-command.js';

const EXAMPLES = `
Tiers, lambda, cap rate, shift of the failures, fallback reasons (also by policy
version), investigations cut short, confirmed hacks, latency, tokens and cost.
Quantiles are exact to half a percent. Reads a run that is still going on, too;
of a spool what lies in its outbox.

Examples:
  gagar summary runs/step-15
  gagar summary /scratch/spool
  gagar summary runs/step-15/results.jsonl --json | jq .lambda_capped_rate`;

export const addSummary: AddCommand = (program) => {
  program
    .command('summary')
    .summary('say what the results of a run tell')
    .description('Prints what the results of a batch tell: counts, shares, quantiles, tokens and cost.')
    .argument('<run>', 'run folder or spool of gagar batch, or a file of its lines')
    .option('--json', 'print gagar.summary/1 instead of the page')
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, { json }: { json?: boolean }) => {
      const { summarizeRun } = await import('../batch/summarize.js');
      const { summaryText } = await import('../report/summary.js');
      const summary = await summarizeRun(run);
      process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary));
    });
};
