/** A socket in front of the real engine that leaves attached connections open when their container is gone. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENGINE = (process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock').slice('unix://'.length);
const ATTACH = /^POST \S*\/attach\?/;

export interface LingeringEngine extends AsyncDisposable {
  readonly host: string;
  /** Connections to containers that never got any input and that nobody has closed yet. */
  attached(): number;
}

export async function lingeringEngine(): Promise<LingeringEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const path = join(folder, 'engine.sock');
  const sockets = new Set<Socket>();
  const attached = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const engine = connect({ path: ENGINE, allowHalfOpen: true });
    for (const socket of [client, engine]) sockets.add(socket.on('error', () => socket.destroy()));
    client.on('data', (chunk) => {
      if (ATTACH.test(chunk.toString('latin1'))) attached.add(client);
      else attached.delete(client);
      engine.write(chunk);
    });
    client.on('end', () => {
      attached.delete(client);
      engine.end();
    });
    engine.on('data', (chunk) => client.write(chunk));
    engine.on('end', () => attached.has(client) || client.end());
  }).listen(path);
  await once(server, 'listening');
  return {
    host: `unix://${path}`,
    attached: () => attached.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
