/** Runs checks in containers, one for each and only that candidate's tree in it; removed with all that ran there. */
import { availableParallelism } from 'node:os';
import { Fault } from '../../src/fault.js';
import { limit } from '../limit.js';
import { checkOnOverlay } from './docker-overlay.js';
import { checkOverTar } from './docker-tar.js';
import type { Engine } from './engine.js';
import { BOX_USER, makeBaseFolder } from './overlay.js';
import type { ExecOptions, ExecResult, HeldLimit, Limits, Sandbox } from './port.js';
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
}

/** What one check needs, whichever way its tree gets in. */
export interface DockerCheck {
  readonly engine: Engine;
  readonly image: string;
  readonly volumes: readonly string[];
  readonly held: readonly HeldLimit[];
  readonly tree: TreeSource;
  readonly base: string;
  /** A folder of its own on this machine. */
  readonly slot: string;
  readonly argv: readonly string[];
  readonly limits: Limits;
  readonly options: ExecOptions;
  /** Takes the result as soon as it is known: the program is dead then, and what is left is cleaning up. */
  readonly deliver: (result: ExecResult) => void;
}

/** @throws Fault environment where the engine has not this image: no other one is taken in its place */
export async function openDocker(engine: Engine, { image, folder, entry }: DockerOptions): Promise<Sandbox> {
  const found = await engine.image(image);
  if (!found) {
    throw new Fault(
      'environment',
      `image ${JSON.stringify(image)} is not on the container engine at ${engine.host}: pull or build it there`,
    );
  }
  const held = await engine.limits();
  const overlay = entry ? entry === 'overlay' : await sharesMounts(engine, found.id, folder);
  const stage = await Stage.open(
    overlay ? makeBaseFolder : makeBaseArchive,
    overlay ? { parent: folder, user: BOX_USER } : { parent: folder },
  );
  return new DockerSandbox(engine, found, held, stage, overlay ? checkOnOverlay : checkOverTar);
}

class DockerSandbox implements Sandbox {
  readonly driver = 'docker';
  readonly unavailable = null;
  // More at once buys nothing: a start costs a fifth of a second of CPU.
  private readonly inTurn = limit(2 * availableParallelism());

  /** Checks that still clean up. */
  private readonly running = new Set<Promise<void>>();
  private trouble: unknown;

  constructor(
    private readonly engine: Engine,
    private readonly image: { readonly id: string; readonly volumes: readonly string[] },
    private readonly held: readonly HeldLimit[],
    private readonly stage: Stage,
    private readonly check: (job: DockerCheck) => Promise<void>,
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
    const { engine, held } = this;
    const { id, volumes } = this.image;
    return new Promise((resolve, reject) => {
      let delivered = false;
      const deliver = (result: ExecResult): void => {
        delivered = true;
        resolve(result);
      };
      const job = { engine, image: id, volumes, held, tree, argv, limits: all, options, deliver };
      const done = this.inTurn(() => this.layOut(job), options.signal).catch((error: unknown) => {
        // Nobody waits for the rest of a check whose result is out.
        if (delivered) this.trouble ??= error;
        reject(error);
      });
      this.running.add(done);
      void done.finally(() => this.running.delete(done));
    });
  }

  private layOut(job: Omit<DockerCheck, 'base' | 'slot'>): Promise<void> {
    return this.stage.withBase(job.tree, (base) =>
      this.stage.withSlot((slot) => this.check({ ...job, base, slot })),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.running);
    await this.stage[Symbol.asyncDispose]();
    if (this.trouble !== undefined) throw this.trouble;
  }
}
