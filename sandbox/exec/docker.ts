/** Runs checks in containers, one for each and only that candidate's tree in it; removed with all that ran there. */
import { availableParallelism } from 'node:os';
import { Fault } from '../../src/fault.js';
import { limit } from '../limit.js';
import { OverlayWay } from './docker-ahead.js';
import { tarWay } from './docker-tar.js';
import type { DockerCheck, DockerWay } from './docker-way.js';
import type { Engine } from './engine.js';
import { BOX_USER, makeBaseFolder } from './overlay.js';
import type { ExecOptions, ExecResult, Limits, Sandbox } from './port.js';
import { checkArguments } from './run.js';
import { sharesMounts } from './shares-mounts.js';
import { Stage } from './stage.js';
import { makeBaseArchive } from './tar-tree.js';
import type { TreeSource } from './tree.js';

export interface DockerOptions {
  readonly image: string;
  /** Where work folders are made; the system's temporary folder where it is left out. */
  readonly folder?: string | undefined;
  /** How trees get in: found out where it is left out. `overlay` needs root on the engine's own host. */
  readonly entry?: 'overlay' | 'tar' | undefined;
  /** Whether the next check's container is started before it is asked for, where trees are mounted; true where it is left out. */
  readonly ahead?: boolean | undefined;
}

/** @throws Fault environment where the engine has not this image: no other one is taken in its place */
export async function openDocker(
  engine: Engine,
  { image, folder, entry, ahead = true }: DockerOptions,
): Promise<Sandbox> {
  const found = await engine.image(image);
  if (!found) {
    throw new Fault(
      'environment',
      `image ${JSON.stringify(image)} is not on the container engine at ${engine.host}: pull or build it there`,
    );
  }
  const limitsHeld = await engine.limits();
  const overlay = entry ? entry === 'overlay' : await sharesMounts(engine, found.id, folder);
  const stage = await Stage.open(
    overlay ? makeBaseFolder : makeBaseArchive,
    overlay ? { parent: folder, user: BOX_USER } : { parent: folder },
  );
  const house = { engine, image: found.id, volumes: found.volumes, limitsHeld, stage };
  return new DockerSandbox(stage, overlay ? new OverlayWay(house, ahead) : tarWay(house));
}

/** More at once, of all groups together, buys nothing: a start costs a fifth of a second of CPU. */
const inTurn = limit(2 * availableParallelism());

class DockerSandbox implements Sandbox {
  readonly driver = 'docker';
  readonly unavailable = null;
  /** Checks that still clean up. */
  private readonly running = new Set<Promise<void>>();
  private trouble: unknown;

  constructor(
    private readonly stage: Stage,
    private readonly way: DockerWay,
  ) {}

  async exec(
    tree: TreeSource,
    argv: readonly string[],
    limits: Partial<Limits> = {},
    options: ExecOptions = {},
  ): Promise<ExecResult> {
    const all = checkArguments(argv, limits, options);
    // An engine that could not clean up once would fill the host check by check.
    if (this.trouble !== undefined) throw this.trouble;
    return new Promise((resolve, reject) => {
      let delivered = false;
      const deliver = (result: ExecResult): void => {
        delivered = true;
        resolve(result);
      };
      const check = { tree, argv, limits: all, options, deliver };
      const done = inTurn(() => this.run(check), options.signal).catch((error: unknown) => {
        // Nobody waits for the rest of a check whose result is out.
        if (delivered) this.trouble ??= error;
        reject(error);
      });
      this.running.add(done);
      void done.finally(() => this.running.delete(done));
    });
  }

  private run(check: Omit<DockerCheck, 'base'>): Promise<void> {
    return this.stage.withBase(check.tree, (base) => this.way.check({ ...check, base }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.way.close();
    await Promise.all(this.running);
    await closed;
    await this.stage[Symbol.asyncDispose]();
    if (this.trouble !== undefined) throw this.trouble;
  }
}
