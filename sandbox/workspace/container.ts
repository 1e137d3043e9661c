/** The shared box as a container: read-only through and through, without shared memory or a temporary folder. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Fault } from '../../src/fault.js';
import { containerPlan } from '../exec/container.js';
import { killAndWait, withContainer } from '../exec/docker-life.js';
import type { ContainerPlan, Engine } from '../exec/engine.js';
import { Frames } from '../exec/frames.js';
import { OWN_IMAGE } from '../exec/image.js';
import { DEFAULT_LIMITS } from '../exec/port.js';
import { type BoxCall, GROUP_FOLDER } from './call.js';

export async function runInContainer(engine: Engine, folder: string, call: BoxCall): Promise<number> {
  return await withContainer(engine, planOf(folder, call), async (id) => {
    const { ended, begin, end } = call.terminal
      ? await joinTerminal(engine, id)
      : await joinOutput(engine, id);
    const aborted = new Promise<'aborted'>((resolve) => {
      call.signal.addEventListener('abort', () => resolve('aborted'), { once: true });
    });
    try {
      const refusal = await engine.start(id);
      if (refusal !== null) throw new Fault('usage', `the program cannot be started: ${refusal}`);
      await begin();
      if ((await Promise.race([ended, aborted])) !== 'aborted') return await engine.wait(id);
      await killAndWait(engine, id);
      throw call.signal.reason;
    } finally {
      end();
    }
  });
}

function planOf(folder: string, { argv, terminal }: BoxCall): ContainerPlan {
  const place = {
    image: OWN_IMAGE,
    volumes: [],
    entrypoint: [],
    argv,
    binds: [
      { source: folder, target: GROUP_FOLDER, readOnly: true },
      // Message queues have files there, and nobody may leave one.
      { source: join(folder, 'candidates'), target: '/dev/mqueue', readOnly: true },
    ],
    tmpfs: {},
  };
  const env = { HOME: GROUP_FOLDER, TERM: 'xterm' };
  const plan = containerPlan(place, DEFAULT_LIMITS, { workdir: GROUP_FOLDER, env });
  const tty = terminal ? { Tty: true, OpenStdin: true, StdinOnce: true, AttachStdin: true } : {};
  // Shared memory would be the one place to write to.
  return { ...plan, ...tty, HostConfig: { ...plan.HostConfig, IpcMode: 'none' } };
}

interface Joined {
  /** Settles when the program's outputs are closed. */
  readonly ended: Promise<unknown>;
  readonly begin: () => Promise<void>;
  readonly end: () => void;
}

async function joinOutput(engine: Engine, id: string): Promise<Joined> {
  const stream = await engine.attach(id);
  const frames = new Frames((name, bytes) => {
    if (process[name].write(bytes)) return;
    stream.pause();
    process[name].once('drain', () => stream.resume());
  });
  stream.on('data', (chunk: Buffer) => frames.push(chunk));
  return { ended: once(stream, 'end'), begin: async () => {}, end: () => void stream.destroy() };
}

/** Bytes both ways: line editing and Ctrl-C are the container's. */
async function joinTerminal(engine: Engine, id: string): Promise<Joined> {
  const { stdin, stdout } = process;
  const stream = await engine.attach(id);
  const resize = (): void => void engine.resizeTerminal(id, stdout.columns, stdout.rows).catch(() => {});
  stream.pipe(stdout, { end: false });
  return {
    ended: once(stream, 'end'),
    begin: async () => {
      stdin.setRawMode(true);
      stdin.pipe(stream);
      stdout.on('resize', resize);
      resize();
    },
    end: () => {
      stdin.setRawMode(false);
      stdin.unpipe(stream);
      stdin.pause();
      stdout.off('resize', resize);
      stream.destroy();
    },
  };
}
