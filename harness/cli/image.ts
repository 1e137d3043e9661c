/** `gagar image build`: makes the image in which checks run where a task names none. */
import { Option } from 'commander';
import type { AddCommand } from './commands.js';

const EXAMPLES = `
Examples:
  gagar image build                      from Debian or Ubuntu packages; needs mmdebstrap, no registry
  gagar image build --from dockerfile    by sandbox/Dockerfile, through an image registry
  gagar image build --docker-host unix:///run/user/1000/podman/podman.sock`;

export const addImage: AddCommand = (program) => {
  program
    .command('image')
    .summary('build the image in which checks run')
    .description('The image in which checks run where a task names none.')
    .command('build')
    .summary('build the image')
    .description('Builds the image; does nothing where it was built from the same recipe before.')
    .addOption(
      new Option('--from <way>', 'what it is made of')
        .choices(['packages', 'dockerfile'])
        .default('packages'),
    )
    .option('--tag <name:tag>', 'name of the image (default: the one that checks look for)')
    .option('--force', 'build again')
    .option('--docker-host <address>', 'socket of the engine (default: DOCKER_HOST, or the usual socket)')
    .addHelpText('after', EXAMPLES)
    .action(async (options) => {
      const { runImageBuild } = await import('../run/image.js');
      await runImageBuild(options);
    });
};
