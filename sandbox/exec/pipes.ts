/** Real pipes for a box's stdout and stderr: Node's own are sockets, which a program cannot open again as /dev/stderr. */
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { command } from './command.js';

export interface Pipes {
  /** Write ends, to hand to the child. */
  readonly stdout: number;
  readonly stderr: number;
  /** Call once, right after the child was started: from then on only the box can write. */
  onData(push: (stream: 'stdout' | 'stderr', chunk: Buffer) => void): void;
  /** All writers are gone and everything was read. */
  drained(): Promise<void>;
  close(): void;
}

/** What a dead box left in its pipes is read at once. */
const DRAIN_MS = 5000;

/** Named pipes that are lent to one box after another: a box is dead before its pipes go to the next. */
export class PipePool {
  private readonly free: string[] = [];
  private made = 0;

  constructor(private readonly folder: string) {}

  async lend<T>(use: (pipes: Pipes) => Promise<T>): Promise<T> {
    const name = this.free.pop() ?? (await this.make());
    const pipes = openPipes(name);
    try {
      return await use(pipes);
    } finally {
      pipes.close();
      this.free.push(name);
    }
  }

  private async make(): Promise<string> {
    this.made += 1;
    const name = join(this.folder, `p${this.made}`);
    await command('mkfifo', ['-m', '666', `${name}o`, `${name}e`]);
    return name;
  }
}

function openPipes(name: string): Pipes {
  const names = [`${name}o`, `${name}e`];
  // The reading end first, without waiting for a writer.
  const ends = names.map((name) => ({
    socket: new Socket({
      fd: openSync(name, constants.O_RDONLY | constants.O_NONBLOCK),
      readable: true,
      writable: false,
    }),
    write: openSync(name, constants.O_WRONLY),
  }));
  const [out, err] = ends as [(typeof ends)[0], (typeof ends)[0]];
  const over = ends.map(
    ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  let handed = false;
  const handOver = (): void => {
    if (handed) return;
    handed = true;
    for (const { write } of ends) closeSync(write);
  };
  return {
    stdout: out.write,
    stderr: err.write,
    onData(push) {
      handOver();
      for (const { socket } of ends) socket.on('error', () => {});
      out.socket.on('data', (chunk) => push('stdout', chunk));
      err.socket.on('data', (chunk) => push('stderr', chunk));
    },
    async drained() {
      const limit = new AbortController();
      await Promise.race([
        Promise.all(over),
        sleep(DRAIN_MS, null, { signal: limit.signal }).catch(() => {}),
      ]);
      limit.abort();
    },
    close() {
      handOver();
      for (const { socket } of ends) socket.destroy();
    },
  };
}
