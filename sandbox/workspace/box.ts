/** The shared read-only box over a laid-out group: no network, nothing writable, gone with the program that runs in it. */
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { Engine } from '../exec/engine.js';
import { OWN_IMAGE } from '../exec/image.js';
import { BOX_USER } from '../exec/overlay.js';
import { Stage } from '../exec/stage.js';
import { sweep } from '../exec/sweep.js';
import { runInBubblewrap } from './bubblewrap.js';
import { type BoxCall, GROUP_FOLDER } from './call.js';
import { runInContainer } from './container.js';

export interface BoxOptions extends BoxCall {
  readonly driver?: 'auto' | 'docker' | 'bubblewrap' | undefined;
  readonly dockerHost?: string | undefined;
}

/**
 * Runs `argv` over what `layOut` writes into an empty folder; output goes to this process's own.
 * @returns the exit code
 * @throws Fault environment where no box can be had, Fault cancelled
 */
export async function runInWorkspace(
  layOut: (folder: string) => Promise<void>,
  options: BoxOptions,
): Promise<number> {
  const engine = options.driver === 'bubblewrap' ? null : await usable(options);
  await sweep(engine);
  const user = process.getuid?.() === 0 ? { user: BOX_USER } : {};
  await using stage = await Stage.open(async () => {}, user);
  return await stage.withSlot(async (slot) => {
    const folder = join(slot, 'group');
    // The box is another user; our umask may be a strict one.
    await mkdir(folder);
    await chmod(folder, 0o755);
    await layOut(folder);
    options.signal.throwIfAborted();
    if (engine !== null && (await seesFolder(engine, folder))) return runInContainer(engine, folder, options);
    if (options.driver !== 'docker') return runInBubblewrap(folder, options);
    const where = `container engine at ${engine?.host}`;
    throw new Fault(
      'environment',
      `${where} does not see the folders of this machine; use --driver bubblewrap`,
    );
  });
}

/** null where bubblewrap has to do. */
async function usable({ driver, dockerHost }: BoxOptions): Promise<Engine | null> {
  try {
    const engine = await Engine.connect(dockerHost);
    if ((await engine.image(OWN_IMAGE)) !== null) return engine;
    if (driver !== 'docker') return null;
  } catch (error) {
    if (driver === 'docker' || !(error instanceof Fault) || error.code !== 'environment') throw error;
    return null;
  }
  throw new Fault('environment', `no image ${OWN_IMAGE}: run \`gagar image build\``);
}

/** The engine of another machine, or of another view of this one, refuses to bind what it cannot see. */
async function seesFolder(engine: Engine, folder: string): Promise<boolean> {
  try {
    const mount = { Type: 'bind', Source: folder, Target: GROUP_FOLDER, ReadOnly: true } as const;
    await engine.remove(
      await engine.create({ Image: OWN_IMAGE, Cmd: ['true'], HostConfig: { Mounts: [mount] } }),
    );
    return true;
  } catch {
    return false;
  }
}
