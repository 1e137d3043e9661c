/** `gagar image build`: makes the image in which checks run where a task names none. */
import { type Command, Option } from 'commander';
import { environment } from '../environment.js';
import type { AddCommand } from './commands.js';

interface BuildFlags {
  readonly from: 'packages' | 'dockerfile';
  readonly tag?: string;
  readonly force?: boolean;
  readonly dockerHost?: string;
}

export const addImage: AddCommand = (program) => {
  const image = program.command('image').description('the image in which checks run where a task names none');
  addBuild(image);
};

const addBuild = (image: Command): Command =>
  image
    .command('build')
    .description('build the image; does nothing where it was built from the same recipe before')
    .addOption(
      new Option('--from <way>', 'from Debian packages alone, or by sandbox/Dockerfile through a registry')
        .choices(['packages', 'dockerfile'])
        .default('packages'),
    )
    .option('--tag <name:tag>', 'name of the image (default: the one that checks look for)')
    .option('--force', 'build again')
    .option('--docker-host <address>', 'socket of the engine (default: DOCKER_HOST, or the usual socket)')
    .addHelpText(
      'after',
      `
Examples:
  $ gagar image build
  $ gagar image build --from dockerfile
  $ gagar image build --docker-host unix:///run/user/1000/podman/podman.sock`,
    )
    .action(async (flags: BuildFlags) => {
      const { readAsset } = await import('../assets.js');
      const { Engine } = await import('../../sandbox/exec/engine.js');
      const { buildImage, OWN_IMAGE } = await import('../../sandbox/exec/image.js');
      const engine = await Engine.connect(flags.dockerHost ?? environment.dockerHost());
      const tag = flags.tag ?? OWN_IMAGE;
      const ending = await buildImage(engine, {
        dockerfile: readAsset('sandbox', 'Dockerfile'),
        way: flags.from,
        tag,
        force: flags.force,
        onLine: (line) => process.stderr.write(`${line}\n`),
      });
      process.stderr.write(`gagar: image ${tag} ${ending === 'built' ? 'was built' : 'is there already'}\n`);
    });
