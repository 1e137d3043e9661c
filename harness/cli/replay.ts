/** `gagar replay`: the recorded judgement of a run again, without a model. */
import { Option } from 'commander';
import type { AddCommand } from './commands.js';

const EXAMPLES = `
Examples:
  gagar replay runs/17                      is it still the same result? exit code 1 where it is not
  gagar replay runs/17 --no-tools           only fold it; without, recorded tool calls run again as well
  gagar replay runs/17 --group my-group     where the group has moved since`;

export const addReplay: AddCommand = (program) => {
  program
    .command('replay')
    .summary('fold the recording of a run again')
    .description(
      'Plays the recording of a run without a model and compares the result with the stored one. Then runs the recorded tool calls again and reports answers that have changed; that changes no result.',
    )
    .argument('<run>', 'run folder with recording.jsonl and result.json')
    .option('--group <path>', 'the group (default: the path that the recording names)')
    .option('--profile <name>', 'factor profile of the run (default: as recorded)')
    .option('--lambda-max <number>', 'cap of the run, or `none` (default: as recorded)')
    .option('--no-tools', 'do not run the recorded tool calls again')
    .addOption(
      new Option('--driver <driver>', 'where checks run').choices(['auto', 'docker', 'bubblewrap', 'none']),
    )
    .addOption(
      new Option('--mode <mode>', 'mode of the run').choices([
        'redistribute',
        'downweight_only',
        'reward_scaled',
        'outcome',
      ]),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, options) => {
      const { runReplay } = await import('../run/replay.js');
      await runReplay(run, options);
    });
};
