/** `gagar replay`: the recorded judgement of a run again, without a model. */
import type { AddCommand } from './commands.js';
import { addOptions, configOption, foldOptions } from './options.js';

const EXAMPLES = `
Exit codes: 0 still the same result, 1 another one, 2 usage or input.

Examples:
  gagar replay runs/17
  gagar replay runs/17 --group my-group     where the group has moved since`;

export const addReplay: AddCommand = (program) => {
  const command = program
    .command('replay')
    .summary('play the recording of a run again and compare')
    .description('Plays the recording of a run without a model and compares the result with the stored one.')
    .argument('<run>', 'run folder with recording.jsonl and result.json')
    .option('--group <path>', 'the group (default: the path that the recording names)');
  addOptions(command, configOption(), ...foldOptions())
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, options) => {
      const { runReplay } = await import('../run/replay.js');
      await runReplay(run, options);
    });
};
