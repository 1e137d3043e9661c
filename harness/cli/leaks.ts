/** `gagar leaks`: looks for what gives the answer away in the environment of a task, before anybody trains on it. */
import type { AddCommand } from './add-command.js';
import { engineOption } from './options.js';

const EXAMPLES = `
Looks at files alone and runs nothing of them: commits and objects later than
the base (refs, reflogs, packs, loose and unreachable objects, bundles,
submodules), residue of builds and editors, installed and cached copies of a
later release of task.package, files that hold what the evaluation's patches
add, and an open network. Each with its place and how it goes. What cannot be
read is counted and named at the end.

The root stands for the policy's machine. Without it, the local folder of
task.repo is looked at.

Examples:
  gagar leaks my-group                  the repository that the group names
  id=$(docker create IMAGE); mkdir root
  docker export $id | tar -x -C root --no-same-owner
  gagar leaks my-group --root root      a whole machine
  gagar leaks my-group --root root --json | jq -r 'select(.path).path'

Exit codes: 0 nothing was found, 1 leaks were found, 2 usage or input, 3 the
base cannot be had, or nothing was found but not everything could be read.`;

export const addLeaks: AddCommand = (program) => {
  program
    .command('leaks')
    .summary("look for answers in the policy's environment")
    .description('Finds what in the environment of a task gives its answer away, and says how it goes.')
    .argument('<group>', 'folder with group.json, or one .json file (.gz is read)')
    .option('--root <dir>', "unpacked file tree of the policy's machine (default: the folder of task.repo)")
    .addOption(engineOption())
    .option('--json', 'one line of JSON per leak, and one for what was not searched')
    .addHelpText('after', EXAMPLES)
    .action(async (group: string, options) => {
      const { runLeaks } = await import('../run/leaks.js');
      await runLeaks(group, options);
    });
};
