/** `gagar rubric lint`: which criteria of a task's rubric do no work of their own? */
import type { AddCommand } from './add-command.js';

const EXAMPLES = `
Marks criteria that no assessed rollout separates, that nobody could read, that
name no source, that overlap, commands that code under test can forge, and
readings that a command could decide. Results are those of gagar grs under any
version of the rubric (a result.json, a run folder, or .jsonl); without any,
only the rubric itself is looked at.

Examples:
  gagar rubric lint rubric.yaml
  gagar rubric lint rubric.yaml runs/grs-*

Exit codes: 0 nothing is marked, 1 something is, 2 a file cannot be used.`;

export const addRubricLint: AddCommand = (rubric) => {
  rubric
    .command('lint')
    .summary('mark criteria that do no work of their own')
    .description(
      'Looks for criteria that separate nothing, overlap, or are read although a command could decide.',
    )
    .argument('<rubric>', 'rubric of a task, YAML or JSON')
    .argument('[results...]', 'results of gagar grs for stored rollouts of the task')
    .option('--json', 'one JSON object a line instead of text')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, results: string[], options) => {
      const { runRubricLint } = await import('../run/rubric-lint.js');
      await runRubricLint(file, results, options);
    });
};
