/** `gagar image build`: makes the image in which checks run where a task names none. */
import { Option } from 'commander';
import type { AddCommand } from './add-command.js';
import { addOptions, engineOption } from './options.js';

const EXAMPLES = `
From packages it needs mmdebstrap on Debian or Ubuntu and no registry; from a
dockerfile (sandbox/Dockerfile) it needs an image registry.

Examples:
  gagar image build
  gagar image build --from dockerfile
  gagar image build --docker-host unix:///run/user/1000/podman/podman.sock`;

export const addImage: AddCommand = (program) => {
  const command = program
    .command('image')
    .summary('build the image in which checks run')
    .description('The image in which checks run where a task names none.')
    .command('build')
    .summary('build the image')
    .description('Builds the image; does nothing where it was built from the same recipe before.');
  addOptions(
    command,
    new Option('--from <way>', 'what it is made of').choices(['packages', 'dockerfile']).default('packages'),
    new Option('--tag <name:tag>', 'name of the image (default: the one that checks look for)'),
    new Option('--force', 'build again'),
    engineOption(),
  )
    .addHelpText('after', EXAMPLES)
    .action(async (options) => {
      const { runImageBuild } = await import('../run/image.js');
      await runImageBuild(options);
    });
};
