/** `gagar replay`: the recorded judgement of a run again, without a model. */
import type { AddCommand } from './add-command.js';
import { addOptions, configOption, driverOption, engineOption, foldOptions } from './options.js';

const EXAMPLES = `
Exit codes: 0 still the same result, 1 another one, 2 usage or input.

Examples:
  gagar replay runs/17                      is it still the same result?
  gagar replay runs/17 --no-tools           run no recorded tool call again
  gagar replay runs/17 --group my-group     where the group has moved since
  gagar replay runs/step-15/recordings/2a6179b2d8be097f   one group of a batch`;

export const addReplay: AddCommand = (program) => {
  const command = program
    .command('replay')
    .summary('play the recording of a run again and compare')
    .description(
      'Plays the recording of a run without a model and compares the result with the stored one. Then runs the recorded tool calls again and reports answers that have changed; that changes no result.',
    )
    .argument('<run>', 'run folder with recording.jsonl and result.json')
    .option('--group <path>', 'the group (default: the path that the recording names)')
    .option('--no-tools', 'do not run the recorded tool calls again');
  addOptions(command, driverOption(), engineOption(), configOption(), ...foldOptions())
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, options) => {
      const { runReplay } = await import('../run/replay.js');
      await runReplay(run, options);
    });
};
