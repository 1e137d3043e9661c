/** `gagar grade`: grades one group, writes the run folder, prints the report. */
import { Option } from 'commander';
import type { AddCommand } from './commands.js';

const EXAMPLES = `
Without -o nothing is written: the report goes to stdout, progress to stderr. A run folder without a result is gone on
from: what its recording holds is not asked again. Options can also stand in gagar.config.yaml, with the same names
(budget_s for --budget-s). Keys come from ANTHROPIC_API_KEY, OPENAI_API_KEY or --key-file only.

Examples:
  gagar grade fixtures/cashbook                      report of a bundled group
  gagar grade my-group -o runs/my-group              also result.json, report.txt, progress.jsonl
  gagar grade my-group.json.gz --json | jq .order    the result itself
  gagar grade my-group --rerun                       a pass that needs its own tests does not stand
  gagar grade my-group --profile my-profile.yaml     other discount factors
  gagar grade my-group --judge anthropic --model claude-sonnet-4-5 -o runs/1
  gagar grade my-group --judge openai --model gpt-5.1 --budget-usd 2 -o runs/2
  gagar grade my-group --judge openai-chat --model qwen3 --base-url http://127.0.0.1:8000/v1 -o runs/3
  gagar grade my-group --judge recorded:runs/1       the same judgement again, without a key

Exit codes: 0 a result was written (a fallback is a result), 2 the group cannot be used, 3 something is missing
on this machine, 130 interrupted.`;

export const addGrade: AddCommand = (program) => {
  program
    .command('grade')
    .summary('grade one group and show the result')
    .description('Grades one group: tiers, discount factors and redistributed advantages of its rollouts.')
    .argument('<group>', 'folder with group.json, or one .json file (.gz is read)')
    .option('-o, --out <dir>', 'run folder for result.json, report.txt and progress.jsonl')
    .option(
      '--judge <judge>',
      'anthropic, openai, openai-chat, static, recorded:DIR, scripted:FILE or simulated:FILE (default: static)',
    )
    .option('--model <name>', 'model of the judge')
    .option('--base-url <url>', "address of the provider or of one's own server")
    .option('--key-file <file>', 'file that holds the key and nothing else')
    .option('--budget-usd <number>', 'most that the judge may cost, where its price is known')
    .option('--budget-s <seconds>', 'deadline of the group')
    .option('--budget-turns <number>', 'most turns of the judge')
    .option('--budget-input-tokens <number>', 'most input tokens, cached ones included')
    .option('--budget-output-tokens <number>', 'most output tokens')
    .option('--context-tokens <number>', 'longest conversation before old tool results leave it')
    .option('--max-output-tokens <number>', 'longest answer of the model')
    .option('--show-reference', 'let the judge read the reference patch')
    .addOption(
      new Option('--driver <driver>', 'where checks run').choices(['auto', 'docker', 'bubblewrap', 'none']),
    )
    .option('--docker-host <address>', 'socket of the container engine, unix:///path or tcp://host:port')
    .option('--config <file>', 'options as YAML or JSON (default: gagar.config.yaml, where there is one)')
    .option(
      '--grs-pass-rate <share>',
      'from which pass rate on a task’s stored rubric is used (default: 0.9)',
    )
    .option('--profile <name>', 'factor profile: a shipped name or a .yaml file (default: flash)')
    .option(
      '--lambda-max <number>',
      'cap of the redistribution, at least 1, or `none` (default: of the profile)',
    )
    .addOption(
      new Option('--mode <mode>', 'how factors act (default: redistribute)').choices([
        'redistribute',
        'downweight_only',
        'reward_scaled',
        'outcome',
      ]),
    )
    .option('--rerun', 'run every pass again without the candidates’ tests (see gagar rerun)')
    .option('--json', 'print result.json instead of the report')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (group: string, options) => {
      const { runGrade } = await import('../run/grade.js');
      await runGrade(group, options);
    });
};
