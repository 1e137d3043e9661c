/** `gagar rerun`: runs every pass again without the candidate's tests, runner settings and CI files. */
import type { AddCommand } from './add-command.js';
import { addOptions, boxOptions } from './options.js';

const EXAMPLES = `
Each pass is run as it is and in its pristine form: its own files, but the
base's (and the test patch's) copy of everything that tests it. The runner
reports item by item beside the output, so what a candidate prints proves
nothing, and control tests that have to fail are written beside the real ones.
Base and reference patch are run first: where the base passes what should fail,
the reference patch fails, or a named test is flaky, the evaluation is broken.

Examples:
  gagar rerun my-group
  gagar rerun my-group --times 8         the usual rule for a task to trust
  gagar rerun my-group --only r5 --json | jq .candidates
  gagar rerun my-group --driver bubblewrap

Exit codes: 0 it was run (whatever came out), 2 the group cannot be used, 3
something is missing on this machine, 130 interrupted.`;

export const addRerun: AddCommand = (program) => {
  const command = program
    .command('rerun')
    .summary("run the passes again without the candidates' tests")
    .description("Says for every pass whether it survives without the candidate's tests and runner settings.")
    .argument('<group>', 'folder with group.json, or one .json file (.gz is read)')
    .option('--times <n>', 'repeat everything that decides, and name flaky tests', '1')
    .option('--only <id...>', 'run these rollouts only, failed ones too')
    .option('--json', 'print the outcome as JSON')
    .option('--quiet', 'no progress on stderr');
  addOptions(command, ...boxOptions())
    .addHelpText('after', EXAMPLES)
    .action(async (group: string, flags) => {
      const { runRerun } = await import('../run/rerun.js');
      await runRerun(group, flags);
    });
};
