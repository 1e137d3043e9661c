/** `gagar grs`: rewards of one group from the rubric of its task. */
import { Option } from 'commander';
import type { AddCommand } from './add-command.js';

const EXAMPLES = `
Every pass is assessed criterion by criterion: commands in the sandbox on its
own tree, static facts by code, readings by the judge, whose citations are
checked. R = R_test x S_sol x S_beh with S = sum of weight x {yes 1, partial
0.5, no 0} over the sum of weights. One criterion that could not be assessed
leaves the whole group with R_test (fallback incomplete_verdict). A failure
keeps its reward and costs nothing. No criterion compares rollouts with each
other.

Examples:
  gagar grs my-group --rubric rubric.yaml      commands and facts, no model
  gagar grs my-group --rubric rubric.yaml --judge openai --model gpt-5.1
  gagar grs my-group --rubric rubric.yaml --judge answers:mine.yaml
                         readings answered by a person: docs/rubric.md
  gagar grs my-group --rubric rubric.yaml --judge recorded:runs/grs
                         again, without a key

Exit codes: 0 a result was written (a fallback is a result), 2 the group or
rubric cannot be used, 3 something is missing on this machine, 130 interrupted.`;

export const addGrs: AddCommand = (program) => {
  program
    .command('grs')
    .summary('rewards from the rubric of a task')
    .description('Groupwise reward synthesis: assesses the passes of one group by the rubric of its task.')
    .argument('<group>', 'folder with group.json, or one .json file (.gz is read)')
    .option('--rubric <file>', 'rubric of this task, YAML or JSON (default: the one that the task names)')
    .option('-o, --out <dir>', 'run folder for result.json, report.txt and recording.jsonl')
    .option(
      '--judge <judge>',
      'who reads: anthropic, openai, openai-chat, answers:FILE, recorded:DIR or scripted:FILE (default: nobody)',
    )
    .option('--model <name>', 'model of the judge')
    .option('--base-url <url>', "address of the provider or of one's own server")
    .option('--key-file <file>', 'file that holds the key and nothing else')
    .option('--budget-usd <number>', 'most that the judge may cost, where its price is known')
    .option('--budget-s <seconds>', 'deadline of the group')
    .option('--budget-turns <number>', 'most turns of the judge for each rollout')
    .addOption(
      new Option('--driver <driver>', 'where commands run').choices(['auto', 'docker', 'bubblewrap', 'none']),
    )
    .option('--docker-host <address>', 'socket of the container engine, unix:///path or tcp://host:port')
    .option('--config <file>', 'options as YAML or JSON (default: gagar.config.yaml, where there is one)')
    .option('--json', 'print result.json instead of the report')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (group: string, options) => {
      const { runGrs } = await import('../run/grs.js');
      await runGrs(group, options);
    });
};
