/** `gagar grade`: grades one group, writes the run folder, prints the report. */
import { Option } from 'commander';
import type { AddCommand } from './commands.js';

const EXAMPLES = `
Without -o nothing is written: the report goes to stdout, progress to stderr.

Examples:
  gagar grade fixtures/cashbook                      report of a bundled group
  gagar grade my-group -o runs/my-group              also result.json, report.txt, progress.jsonl
  gagar grade my-group.json.gz --json | jq .order    the result itself
  gagar grade my-group --rerun                       a pass that needs its own tests does not stand
  gagar grade my-group --profile my-profile.yaml     other discount factors

Exit codes: 0 a result was written (a fallback is a result), 2 the group cannot be used, 3 something is missing
on this machine, 130 interrupted.`;

export const addGrade: AddCommand = (program) => {
  program
    .command('grade')
    .summary('grade one group and show the result')
    .description('Grades one group: tiers, discount factors and redistributed advantages of its rollouts.')
    .argument('<group>', 'folder with group.json, or one .json file (.gz is read)')
    .option('-o, --out <dir>', 'run folder for result.json, report.txt and progress.jsonl')
    .addOption(new Option('--judge <judge>', 'who judges').choices(['static']).default('static'))
    .option('--profile <name>', 'factor profile: a shipped name or a .yaml file', 'flash')
    .option(
      '--lambda-max <number>',
      'cap of the redistribution, at least 1, or `none` (default: of the profile)',
    )
    .addOption(
      new Option('--mode <mode>', 'how factors act')
        .choices(['redistribute', 'downweight_only', 'reward_scaled', 'outcome'])
        .default('redistribute'),
    )
    .option('--rerun', 'run every pass again without the candidates’ tests (see gagar rerun)')
    .addOption(new Option('--driver <driver>', 'what runs tests').choices(['auto', 'docker', 'bubblewrap']))
    .option('--docker-host <address>', 'socket of the engine (default: DOCKER_HOST, or the usual socket)')
    .option('--json', 'print result.json instead of the report')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (group: string, options) => {
      const { runGrade } = await import('../run/grade.js');
      await runGrade(group, options);
    });
};
