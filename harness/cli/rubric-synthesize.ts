/** `gagar rubric synthesize`: the rubric of a task, from stored rollouts of it. */
import { Option } from 'commander';
import type { AddCommand } from './add-command.js';

const EXAMPLES = `
The judge compares the stored attempts of one task with each other, the task
and the repository, with the tools of a judge, and writes two rubrics: of the
solution and of the behaviour. Citations and checks are held against the
material when they are proposed. The file is made to be edited: look at it,
then gagar rubric lint and cite it.

By hand: write the YAML (gagar schema rubric), and check it with the same two
commands.

Examples:
  gagar rubric synthesize groups/step-3 groups/step-9 -o rubric.yaml \\
      --judge anthropic --model claude-sonnet-4-5
  gagar rubric synthesize my-group -o rubric.yaml --judge openai \\
      --model gpt-5.1 --run runs/rubric

Exit codes: 0 the rubric was written, 2 usage or input, 3 the judge did not get
there, 130 interrupted.`;

export const addRubricSynthesize: AddCommand = (rubric) => {
  rubric
    .command('synthesize')
    .summary('write the rubric of a task from stored rollouts')
    .description('Lets a judge write the rubric of one task from stored groups of it.')
    .argument('<groups...>', 'groups of one task')
    .requiredOption('-o, --out <file>', 'the rubric; a file that is there is never overwritten')
    .option('--judge <judge>', 'anthropic, openai, openai-chat or scripted:FILE')
    .option('--model <name>', 'model of the judge')
    .option('--base-url <url>', "address of the provider or of one's own server")
    .option('--key-file <file>', 'file that holds the key and nothing else')
    .option('--run <dir>', 'keep a recording for each group in DIR/1, DIR/2, …')
    .option('--budget-usd <number>', 'most that one group may cost, where the price is known')
    .option('--budget-turns <number>', 'most turns for each group')
    .addOption(
      new Option('--driver <driver>', 'where checks run').choices(['auto', 'docker', 'bubblewrap', 'none']),
    )
    .option('--docker-host <address>', 'socket of the container engine, unix:///path or tcp://host:port')
    .option('--config <file>', 'options as YAML or JSON (default: gagar.config.yaml, where there is one)')
    .addHelpText('after', EXAMPLES)
    .action(async (groups: string[], options) => {
      const { runSynthesize } = await import('../run/rubric-synthesize.js');
      await runSynthesize(groups, options);
    });
};
