/** `gagar batch`: grades many groups, of a file, a folder or a spool, and goes on where it was interrupted. */
import { Option } from 'commander';
import type { AddCommand } from './commands.js';

const EXAMPLES = `
Into a run folder: results.jsonl gets one line per group, a result or {"group_id", "line", "error", …}; summary.json
says what they tell; recordings/ keeps what a model judge did. The same command again grades what is missing, and nothing twice: a group is known by group_id,
attempt and its record. --retry-failed takes up errors and fallbacks again.

As a spool: a trainer writes DIR/inbox/NAME.json.tmp and renames it to NAME.json; paths in it are relative to the
inbox. The answer is renamed to DIR/outbox/NAME.json, whatever the group_id. Several servers may share a spool.

A group with purpose train is answered within its budget_s, counted from the start of the command or from its arrival
in the inbox: what is not graded by then gets the outcome advantages, with the fallback reason deadline.

Examples:
  gagar batch groups.jsonl -o runs/step-15
  gagar batch my-groups/ -o runs/audit --concurrency 16
  gagar batch groups.jsonl -o runs/step-15 --judge anthropic --model claude-sonnet-4-5
  gagar batch groups.jsonl -o runs/step-15 --retry-failed
  gagar batch --spool /scratch/spool                    serves until Ctrl-C
  gagar batch --spool /scratch/spool --once             answers what is there

Exit codes: 0 every group has a result (a fallback is a result), 1 some groups or lines failed, 2 usage or input,
3 something is missing on this machine, 130 interrupted; 3 and 130 can be resumed.`;

export const addBatch: AddCommand = (program) => {
  program
    .command('batch')
    .summary('grade many groups, resumable')
    .description('Grades many groups: a JSONL file, a folder of groups, or a spool that a trainer fills.')
    .argument('[groups]', '.jsonl file (.gz is read) or folder of groups')
    .option('-o, --out <dir>', 'run folder for results.jsonl and summary.json')
    .option('--spool <dir>', 'answer what comes into DIR/inbox instead')
    .option('--once', 'with --spool: end when the inbox is empty')
    .option('--judge <judge>', 'as in gagar grade (default: static; a training run needs a named one)')
    .option('--model <name>', 'model of the judge')
    .option('--base-url <url>', "address of the provider or of one's own server")
    .option('--key-file <file>', 'file that holds the key and nothing else')
    .option('--budget-usd <number>', 'most that the judge may cost per group, where its price is known')
    .addOption(
      new Option('--driver <driver>', 'where checks run').choices(['auto', 'docker', 'bubblewrap', 'none']),
    )
    .option('--docker-host <address>', 'socket of the container engine, unix:///path or tcp://host:port')
    .option('--config <file>', 'options as YAML or JSON (default: gagar.config.yaml, where there is one)')
    .option('--concurrency <number>', 'groups in flight', '8')
    .option('--retry-failed', 'grade failed groups and fallbacks again')
    .option('--budget-s <seconds>', 'deadline of every group, time in the queue included')
    .option('--group-timeout-s <seconds>', 'end a group that takes longer', '3600')
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
    .option('--json', 'print the summary as JSON')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (groups: string | undefined, options) => {
      const { runBatch } = await import('../run/batch.js');
      await runBatch(groups, options);
    });
};
