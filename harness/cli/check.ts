/** `gagar check`: validates groups without grading them. */
import type { AddCommand } from './add-command.js';

const HELP = `
Reads a folder with group.json, a .json file, a .jsonl batch (one group a line)
or a folder of groups; all of them also as .gz. Checks the schema, ids, spans,
test ids and the repository's address, and reads every file that a group names:
it must lie inside the group's folder and have the stated sha256. In a batch no
two groups may share group_id and attempt. A repository on this machine must
have the base commit; no other machine is asked. Whether patches apply and
trajectories can be read is seen when the group is opened.

Examples:
  gagar check my-group
  gagar check batch.jsonl.gz
  gagar check --json groups/*/ | jq 'select(.ok | not)'

Exit codes: 0 all are usable, 1 some of a batch are not, 2 a group or path as a
whole is not.`;

export const addCheck: AddCommand = (program) => {
  program
    .command('check')
    .summary('validate groups without grading them')
    .description('Validates groups without grading them.')
    .argument('<group...>', 'folders, .json files or .jsonl batches')
    .option('--json', 'one JSON object a group')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: { json?: boolean }) => {
      const { checkPaths } = await import('../run/check.js');
      process.exitCode = await checkPaths(paths, options.json === true);
    });
};
