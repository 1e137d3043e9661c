/** `gagar rubric cite`: do the sources of a task's rubric stand where it says? */
import type { AddCommand } from './add-command.js';

const EXAMPLES = `
Every criterion names the rollouts that motivated it, with citations: { "kind":
"patch", "candidate": ID, "path", "side", "lines": [FROM, TO], "quote" } and
the like (file, event, test_log, task: docs/rubric.md), in the ids of the group.
Each is held against the bytes it quotes.

Examples:
  gagar rubric cite rubric.yaml my-group
  gagar rubric cite rubric.yaml groups/step-1 groups/step-9

Exit codes: 0 all citations resolve, 1 some do not, 2 rubric or group cannot be
used.`;

export const addRubricCite: AddCommand = (rubric) => {
  rubric
    .command('cite')
    .summary('check that the sources of a rubric resolve')
    .description('Holds the citations of a rubric against the groups that they come from.')
    .argument('<rubric>', 'rubric of a task, YAML or JSON')
    .argument('<groups...>', 'groups that its sources name')
    .option('--json', 'one JSON object a line instead of text')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, groups: string[], options) => {
      const { runRubricCite } = await import('../run/rubric-cite.js');
      await runRubricCite(file, groups, options);
    });
};
