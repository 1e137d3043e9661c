/** `gagar workspace`: the whole group read-only in one place, for eyes and text tools. */
import type { AddCommand } from './add-command.js';
import { addOptions, boxOptions } from './options.js';

const EXAMPLES = `
The group lies in /group: task.md, base/, and under candidates/ for every alias
tree/, patch.diff, test.log, summary.md and events.jsonl. There is no network,
nothing can be written, and all is gone at the end. Aliases follow from the
group's own digest; --reveal says on stderr whose they are. Files hold what
candidates wrote, byte for byte: a terminal obeys the control characters in
them, so use a pager that shows them (less does).

Examples:
  gagar workspace my-group                        what lies there
  gagar workspace my-group --shell                a prompt
  gagar workspace my-group -- ls candidates
  gagar workspace my-group -- diff -r base candidates/c-trxr/tree

Exit codes: that of the command, 2 the group cannot be used, 3 something is
missing on this machine, 130 interrupted.`;

export const addWorkspace: AddCommand = (program) => {
  const command = program
    .command('workspace')
    .summary('look into a whole group, read-only')
    .description(
      'Lays a group out under aliases, read-only and without a network, and runs a command or a shell there.',
    )
    .argument('<group>', 'folder with group.json, or one .json file (.gz is read)')
    .argument('[command...]', 'what to run there, behind --')
    .option('--shell', 'give a prompt')
    .option('--reveal', 'say which rollout each alias stands for');
  addOptions(command, ...boxOptions())
    .addHelpText('after', EXAMPLES)
    .action(async (group: string, words: string[], flags) => {
      const { runWorkspace } = await import('../run/workspace.js');
      process.exitCode = await runWorkspace(group, words, flags);
    });
};
