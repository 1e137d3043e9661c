/** `gagar batch`: grades many groups, of a file, a folder or a spool, and goes on where it was interrupted. */
import type { AddCommand } from './add-command.js';
import { addOptions, foldOptions, grsOption, judgeOptions } from './options.js';

const EXAMPLES = `
Into a run folder: results.jsonl gets one line per group, a result or
{"group_id", "line", "error", …}; summary.json says what they tell; recordings/
keeps what a model judge did. The same command again grades what is missing,
and nothing twice: a group is known by group_id, attempt and its record.
--retry-failed takes up errors and fallbacks again.

As a spool: a trainer writes DIR/inbox/NAME.json.tmp and renames it to
NAME.json; paths in it are relative to the inbox. The answer is renamed to
DIR/outbox/NAME.json, whatever the group_id. Servers may share a spool.

A group with purpose train is answered within its budget_s, counted from the
start of the command or from its arrival in the inbox: what is not graded by
then gets the outcome advantages, with the fallback reason deadline. A training
run needs a named judge.

Examples:
  gagar batch groups.jsonl -o runs/step-15
  gagar batch my-groups/ -o runs/audit --concurrency 16
  gagar batch groups.jsonl -o runs/step-15 --retry-failed
  gagar batch groups.jsonl -o runs/16 --judge openai --model gpt-5.1 --rerun
  gagar batch groups.jsonl -o runs/ablation --mode downweight_only
  gagar batch --spool /scratch/spool              serves until Ctrl-C
  gagar batch --spool /scratch/spool --once       answers what is there

Exit codes: 0 every group has a result (a fallback is a result), 1 some groups
or lines failed, 2 usage or input, 3 something is missing on this machine, 130
interrupted; 3 and 130 can be gone on from.`;

export const addBatch: AddCommand = (program) => {
  const command = program
    .command('batch')
    .summary('grade many groups, resumable')
    .description('Grades many groups: a JSONL file, a folder of groups, or a spool that a trainer fills.')
    .argument('[groups]', '.jsonl file (.gz is read) or folder of groups')
    .option('-o, --out <dir>', 'run folder for results.jsonl and summary.json')
    .option('--spool <dir>', 'answer what comes into DIR/inbox instead')
    .option('--once', 'with --spool: end when the inbox is empty')
    .option('--concurrency <number>', 'groups in flight', '8')
    .option('--retry-failed', 'grade failed groups and fallbacks again')
    .option('--group-timeout-s <seconds>', 'end a group that takes longer', '3600');
  addOptions(command, ...judgeOptions('each group'), grsOption(), ...foldOptions())
    .option('--rerun', "run every pass again without the candidates' tests (see gagar rerun)")
    .option('--json', 'print the summary as JSON')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (groups: string | undefined, options) => {
      const { runBatch } = await import('../run/batch.js');
      await runBatch(groups, options);
    });
};
