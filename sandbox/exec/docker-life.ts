/** A container's life for one check: made, attached, started, drained with a cap and a deadline, killed, waited for, removed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../src/fault.js';
import type { ContainerPlan, Engine } from './engine.js';
import { Frames } from './frames.js';
import type { Run } from './run.js';

/** An engine that does not end a killed container in this time is broken. */
const KILL_MS = 30_000;

/** Lends a container; whatever happens it is removed. */
export async function withContainer<T>(
  engine: Engine,
  plan: ContainerPlan,
  use: (id: string) => Promise<T>,
): Promise<T> {
  const id = await engine.create(plan);
  try {
    return await use(id);
  } finally {
    await engine.remove(id);
  }
}

/** Hands on all that comes; settles at the stream's end, with whether it broke off inside a frame. */
export function drain(stream: NodeJS.ReadableStream, push: Run['push']): Promise<boolean> {
  const frames = new Frames(push);
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer) => frames.push(chunk));
    for (const event of ['end', 'close', 'error']) stream.on(event, () => resolve(frames.torn));
  });
}

/** Ends every process of the container and gives its exit status. Not `wait` beside `start`: that hung under load. */
export async function killAndWait(engine: Engine, id: string): Promise<number> {
  await engine.kill(id);
  return within(engine.wait(id), engine, id);
}

export async function within<T>(task: Promise<T>, engine: Engine, id: string): Promise<T> {
  const limit = new AbortController();
  const late = sleep(KILL_MS, null, { signal: limit.signal }).then(() => {
    throw new Fault(
      'environment',
      `container engine at ${engine.host}: container ${id.slice(0, 12)} does not end`,
    );
  });
  late.catch(() => {});
  try {
    return await Promise.race([task, late]);
  } finally {
    limit.abort();
  }
}
