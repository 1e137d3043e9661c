/** `gagar doctor`: what works on this machine, what is missing, how to get it. */
import type { AddCommand } from './add-command.js';
import { engineOption } from './options.js';

const EXAMPLES = `
Examples:
  gagar doctor
  gagar doctor --json | jq '.[] | select(.state != "ok")'
  gagar doctor --clean      also remove what killed runs left behind

Exit codes: 0 gagar can grade here (absent parts are optional), 3 a needed part
is missing.`;

export const addDoctor: AddCommand = (program) => {
  program
    .command('doctor')
    .summary('say what works on this machine and what is missing')
    .description(
      'Looks at Node, git, container engine, image, bubblewrap, disk and keys; says how to get what is missing.',
    )
    .option('--json', 'print the checks as JSON')
    .option('--clean', 'first remove what killed runs of gagar left behind')
    .addOption(engineOption())
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => {
      const { runDoctor } = await import('../doctor/doctor.js');
      await runDoctor(flags);
    });
};
