/** Runs `gagar image build`: makes the image for checks, and says whether there was anything to do. */
import { Engine } from '../../sandbox/exec/engine.js';
import { buildImage, type ImageWay, OWN_IMAGE } from '../../sandbox/exec/image.js';
import { readAsset } from '../assets.js';
import { environment } from '../environment.js';

export interface ImageBuildOptions {
  readonly from: ImageWay;
  readonly tag?: string | undefined;
  readonly force?: boolean | undefined;
  readonly dockerHost?: string | undefined;
}

export async function runImageBuild(options: ImageBuildOptions): Promise<void> {
  const { from, tag = OWN_IMAGE, force, dockerHost } = options;
  const engine = await Engine.connect(dockerHost ?? environment.dockerHost());
  const ending = await buildImage(engine, {
    dockerfile: readAsset('sandbox', 'Dockerfile'),
    way: from,
    tag,
    force,
    onLine: (line) => process.stderr.write(`${line}\n`),
  });
  process.stderr.write(`gagar: image ${tag} ${ending === 'built' ? 'was built' : 'is there already'}\n`);
}
