/** Starts the next check's container while nobody waits for it: used once, by a check of the same shape, or thrown away. */
import { availableParallelism } from 'node:os';
import { Box, type Shape } from './docker-overlay.js';
import type { DockerCheck, DockerHouse, DockerWay } from './docker-way.js';
import { type BoxSize, WORKDIR } from './port.js';

/** Shapes for which a container is kept: a judge runs checks, and looks into the group. */
const SHAPES = 2;
/** A check that takes longer than this has its CPU for itself no more; what follows it is likely to be wanted at once. */
const LONG_MS = 250;

/** Those of all groups of this process that wait for a check. */
const waiting = new Set<Box>();
const MOST = 2 * availableParallelism();

export class OverlayWay implements DockerWay {
  /** By shape, the one used last at the end. */
  private readonly ahead = new Map<string, Box>();

  /** @param startsAhead whether checks find their containers started, after the first of a shape */
  constructor(
    private readonly house: DockerHouse,
    private startsAhead: boolean,
  ) {}

  async check(check: DockerCheck): Promise<void> {
    const shape = shapeOf(check);
    const key = JSON.stringify(shape);
    const found = this.take(key);
    const box = found?.isOpen ? found : new Box(this.house, shape);
    const next = (): void => this.startAhead(key, shape);
    const timer = setTimeout(next, LONG_MS);
    const deliver: DockerCheck['deliver'] = (result) => {
      check.deliver(result);
      next();
    };
    try {
      await box.run({ ...check, deliver });
    } finally {
      clearTimeout(timer);
    }
  }

  /** From here on nothing is started ahead. */
  async close(): Promise<void> {
    this.startsAhead = false;
    // What was never used fails nobody; the next start sweeps what it may have left.
    await Promise.allSettled([...this.ahead.keys()].map((key) => this.take(key)?.drop()));
  }

  private startAhead(key: string, shape: Shape): void {
    if (!this.startsAhead || this.ahead.get(key)?.isOpen || waiting.size >= MOST) return;
    const [oldest] = this.ahead.keys();
    if (this.ahead.size >= SHAPES && oldest !== undefined) void this.take(oldest)?.drop();
    const box = new Box(this.house, shape);
    this.ahead.set(key, box);
    waiting.add(box);
    box.over.catch(() => {}).finally(() => waiting.delete(box));
  }

  private take(key: string): Box | undefined {
    const box = this.ahead.get(key);
    this.ahead.delete(key);
    if (box) waiting.delete(box);
    return box;
  }
}

function shapeOf({ limits, options }: DockerCheck): Shape {
  const { memory_bytes, pids, cpus, disk_bytes, inodes } = limits;
  const size: BoxSize = { memory_bytes, pids, cpus, disk_bytes, inodes };
  const mounts = (options.mounts ?? []).map(({ source, target }) => ({ source, target }));
  return { size, workdir: options.workdir ?? WORKDIR, mounts, report: options.report === true };
}
