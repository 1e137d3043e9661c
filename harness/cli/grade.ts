/** `gagar grade`: grades one group, writes the run folder, prints the report. */
import type { AddCommand } from './add-command.js';
import { addOptions, foldOptions, grsOption, judgeOptions } from './options.js';

const EXAMPLES = `
Without -o nothing is written: the report goes to stdout, progress to stderr.
A run folder without a result is gone on from: what its recording holds is not
asked again. Options can also stand in gagar.config.yaml, with the same names
(budget_s for --budget-s), and with length_penalty and segment_penalty as in
gagar shape: docs/config.md. Keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY or
--key-file.

Examples:
  gagar grade my-group                             the report
  gagar grade my-group -o runs/1                   and result.json, report.txt
  gagar grade my-group.json.gz --json | jq .order  the result itself
  gagar grade my-group --rerun                     no pass by its own tests
  gagar grade my-group --profile my-profile.yaml   other discount factors
  gagar grade my-group --rubric my-rubric.yaml     other anchors and weights
  gagar grade my-group --judge anthropic --model claude-sonnet-4-5 -o runs/2
  gagar grade my-group --judge openai --model gpt-5.1 --budget-usd 2 -o runs/3
  gagar grade my-group --judge openai-chat --model qwen3 \\
      --base-url http://127.0.0.1:8000/v1 -o runs/4
  gagar grade my-group --judge recorded:runs/2     again, without a key

Exit codes: 0 a result was written (a fallback is a result), 2 the group cannot
be used, 3 something is missing on this machine, 130 interrupted.`;

export const addGrade: AddCommand = (program) => {
  const command = program
    .command('grade')
    .summary('grade one group and show the result')
    .description('Grades one group: tiers, discount factors and redistributed advantages of its rollouts.')
    .argument('<group>', 'folder with group.json, or one .json file (.gz is read)')
    .option('-o, --out <dir>', 'run folder for result.json, report.txt and progress.jsonl');
  addOptions(command, ...judgeOptions('the group'), grsOption(), ...foldOptions())
    .option('--rerun', "run every pass again without the candidates' tests (see gagar rerun)")
    .option('--json', 'print result.json instead of the report')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (group: string, options) => {
      const { runGrade } = await import('../run/grade.js');
      await runGrade(group, options);
    });
};
