/** `gagar doctor`: what works on this machine, what is missing, how to get it. */
import type { AddCommand } from './commands.js';

const EXAMPLES = `
Examples:
  gagar doctor             what checks would run on, and which limits hold there
  gagar doctor --clean     also remove containers, mounts and folders that killed runs left

Exit codes: 0 groups can be graded and checks can run, 3 something is missing.`;

export const addDoctor: AddCommand = (program) => {
  program
    .command('doctor')
    .summary('show what works on this machine and what is missing')
    .description(
      'Tries git, the container engine, the image for checks and bubblewrap, and says how to get what is missing.',
    )
    .option('--clean', 'remove what killed runs left; what is in use or not of gagar stays')
    .option('--docker-host <address>', 'socket of the engine (default: DOCKER_HOST, or the usual socket)')
    .addHelpText('after', EXAMPLES)
    .action(async (options: { clean?: boolean; dockerHost?: string }) => {
      const { runDoctor } = await import('../run/doctor.js');
      await runDoctor(options);
    });
};
