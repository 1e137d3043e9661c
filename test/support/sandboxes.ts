/** Opens real drivers for tests; a missing part fails here and says what to install. */
import { openBubblewrap } from '../../sandbox/exec/bubblewrap.js';
import { openDocker } from '../../sandbox/exec/docker.js';
import { Engine } from '../../sandbox/exec/engine.js';
import { OWN_IMAGE } from '../../sandbox/exec/image.js';
import type { Sandbox } from '../../sandbox/exec/port.js';

const HELP = 'run `node scripts/prepare.mjs --sandbox` once (as `npm test` does)';

export async function testEngine(): Promise<Engine> {
  const engine = await Engine.connect(process.env['DOCKER_HOST']).catch((error: Error) => {
    throw new Error(`${error.message}; ${HELP}`);
  });
  if (!(await engine.image(OWN_IMAGE))) throw new Error(`image ${OWN_IMAGE} is missing; ${HELP}`);
  return engine;
}

const mounted = async (ahead: boolean): Promise<Sandbox> => {
  if (process.getuid?.() !== 0)
    throw new Error('mounting trees for the engine needs root: run the tests as root');
  return openDocker(await testEngine(), { image: OWN_IMAGE, entry: 'overlay', ahead });
};
export const dockerOverlay = (): Promise<Sandbox> => mounted(false);
/** The first check of a shape has the next one's container started. */
export const dockerAhead = (): Promise<Sandbox> => mounted(true);
export const dockerTar = async (): Promise<Sandbox> =>
  openDocker(await testEngine(), { image: OWN_IMAGE, entry: 'tar' });
export const bubblewrap = (): Promise<Sandbox> => openBubblewrap();
