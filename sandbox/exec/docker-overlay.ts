/** Checks in containers that wait for what to run, their tree mounted by us on the engine's host: the quick way, for root beside the engine. */
import { join } from 'node:path';
import { containerPlan } from './container.js';
import { drain, killAndWait, withContainer, within } from './docker-life.js';
import type { DockerCheck, DockerHouse } from './docker-way.js';
import type { ContainerPlan } from './engine.js';
import { PLACES, prepareTree, withPlaces, withTree } from './overlay.js';
import { type BoxSize, type ExecResult, notStarted, REPORT_FOLDER, type ReadOnlyMount } from './port.js';
import { reportOfFolder } from './report.js';
import { Run } from './run.js';
import { newMark, startByWord } from './start.js';

/** All that must be known of a check before its container can be started. */
export interface Shape {
  readonly size: BoxSize;
  readonly workdir: string;
  readonly mounts: readonly ReadOnlyMount[];
  readonly report: boolean;
}

/** A container for one check. It is started at once, and the check may come later. */
/** Pieces of what an engine says instead of a start. */
const MOST_EARLY = 16;

export class Box {
  /** A check can still be given; false from the moment it cannot serve one. */
  isOpen = true;
  /** Everything of it is gone. */
  readonly over: Promise<void>;
  private check: DockerCheck | null = null;
  private wake: () => void = () => {};
  private readonly woken = new Promise<void>((resolve) => {
    this.wake = resolve;
  });

  constructor(
    private readonly house: DockerHouse,
    private readonly shape: Shape,
  ) {
    this.over = house.stage.withSlot((slot) => withPlaces(slot, shape.size, () => this.live(slot)));
    this.over.catch(() => this.close());
  }

  /** Once. Settles when all is gone, after the result was delivered. */
  run(check: DockerCheck): Promise<void> {
    this.check = check;
    this.close();
    return this.over;
  }

  /** Nothing will be run in it. */
  drop(): Promise<void> {
    this.close();
    return this.over;
  }

  private close(): void {
    this.isOpen = false;
    this.wake();
  }

  private async live(slot: string): Promise<void> {
    const { engine } = this.house;
    const prepared = this.woken.then(() => this.check && prepareTree(slot, this.check.base, this.check.tree));
    prepared.catch(() => {});
    await withContainer(engine, this.plan(slot), async (id) => {
      let run: Run | undefined;
      // Before our word only the engine speaks, of why it could not start the shell.
      const early: Parameters<Run['push']>[] = [];
      const stream = await engine.attach(id);
      // An engine may keep it open although its container is gone, and it would keep this process alive.
      using _ = { [Symbol.dispose]: () => stream.destroy() };
      const drained = drain(stream, (...said) => {
        if (run !== undefined) run.push(...said);
        else if (early.length < MOST_EARLY) early.push(said);
      });
      const refusal = await engine.start(id);
      // Whoever ends a container that waits, it serves nobody any more.
      void drained.then(() => this.close());
      if (refusal !== null) this.close();
      await prepared;
      const { check } = this;
      if (check === null) return;
      if (refusal !== null) return check.deliver(notStarted(refusal));
      await withTree(slot, check.base, async () => {
        const mark = newMark();
        using running = new Run(check.limits, mark, check.options.signal);
        for (const said of early) running.push(...said);
        run = running;
        stream.end(startByWord(mark, check.argv, this.shape.workdir, check.options.env));
        check.deliver(await this.result(check, running, id, slot, drained));
      });
    });
  }

  private plan(slot: string): ContainerPlan {
    const { image, volumes } = this.house;
    const { size, workdir, mounts, report } = this.shape;
    const place = (source: keyof typeof PLACES, target: string) => ({
      source: join(slot, PLACES[source]),
      target,
      readOnly: false,
    });
    return containerPlan(
      {
        image,
        volumes,
        entrypoint: ['/bin/sh'],
        argv: [],
        waits: true,
        binds: [
          { ...place('tree', workdir), follows: true },
          place('tmp', '/tmp'),
          ...(report ? [place('report', REPORT_FOLDER)] : []),
          ...mounts.map((mount) => ({ ...mount, readOnly: true })),
        ],
        tmpfs: {},
      },
      size,
      { workdir },
    );
  }

  private async result(
    { options }: DockerCheck,
    run: Run,
    id: string,
    slot: string,
    drained: Promise<boolean>,
  ): Promise<ExecResult> {
    const { engine, limitsHeld } = this.house;
    run.begin();
    // The stream also ends when the program closes its outputs and goes on: only the container's end counts.
    const ended = drained.then(() => engine.wait(id));
    ended.catch(() => {});
    const stop = await Promise.race([run.stopped, ended]);
    const exitCode = typeof stop === 'string' ? await killAndWait(engine, id) : stop;
    run.over();
    const torn = await within(drained, engine, id);
    const { oomKilled } = await engine.state(id);
    const report = options.report ? await reportOfFolder(join(slot, PLACES.report)) : null;
    return run.result({ exitCode, oom: oomKilled, limitsHeld, torn, report });
  }
}
