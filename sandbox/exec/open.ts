/** Chooses what checks run on: an engine where one answers and has the image, else bubblewrap, else nothing, and then it says so. */
import { Fault } from '../../src/fault.js';
import { openBubblewrap } from './bubblewrap.js';
import type { Engine } from './engine.js';
import { OWN_IMAGE } from './image.js';
import { type Sandbox, unavailable } from './port.js';
import { sweep } from './sweep.js';

export interface SandboxOptions {
  /** `auto`: Docker where it can, bubblewrap where not. A driver named here must be there. */
  readonly driver?: 'auto' | 'docker' | 'bubblewrap' | undefined;
  /** The task's image; ours where it is left out. A named image is never replaced by another one. */
  readonly image?: string | undefined;
  /** Address of the engine's socket (Podman's speaks the same language): `unix:///path` or `tcp://host:port`. */
  readonly dockerHost?: string | undefined;
  /** Where work folders are made; the system's temporary folder where it is left out. */
  readonly folder?: string | undefined;
}

/**
 * Removes what dead runs left, then opens a driver. Without any it gives a sandbox whose checks answer "not available".
 * @throws Fault environment where the named image or driver cannot be had
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { driver = 'auto', image, folder } = options;
  const engine = driver === 'bubblewrap' ? null : await reach(options.dockerHost);
  await sweep(engine instanceof Fault ? null : engine, folder);
  if (engine && !(engine instanceof Fault)) {
    if (driver === 'docker' || image !== undefined || (await engine.image(OWN_IMAGE))) {
      const { openDocker } = await import('./docker.js');
      return openDocker(engine, { image: image ?? OWN_IMAGE, folder });
    }
  }
  if (driver === 'docker' && engine instanceof Fault) throw engine;
  if (image !== undefined) throw imageNeedsEngine(image, engine instanceof Fault ? engine : null);
  try {
    return await openBubblewrap({ folder });
  } catch (error) {
    if (driver === 'bubblewrap' || !(error instanceof Fault)) throw error;
    const noEngine =
      engine instanceof Fault ? engine.message : `no image ${OWN_IMAGE}: run \`gagar image build\``;
    return unavailable(`${noEngine}; ${error.message}`);
  }
}

/** The engine, or why there is none. */
async function reach(host: string | undefined): Promise<Engine | Fault> {
  const { Engine } = await import('./engine.js');
  try {
    return await Engine.connect(host);
  } catch (error) {
    if (error instanceof Fault && error.code === 'environment') return error;
    throw error;
  }
}

const imageNeedsEngine = (image: string, cause: Fault | null): Fault =>
  new Fault(
    'environment',
    `image ${JSON.stringify(image)} needs a container engine: ${cause?.message ?? 'bubblewrap runs no images'}`,
    {},
    cause ? { cause } : {},
  );
