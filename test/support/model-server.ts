/** A local HTTP server that plays the part of a model provider: it notes every request and answers by a list of replies. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Answers one request; it may also leave it open or break it. */
export type Reply = (response: ServerResponse, seen: Seen) => void | Promise<void>;

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: Seen[];
  /** Replies still to be given, in order; the last one is given for ever. */
  replies: Reply[];
}

export async function modelServer(...replies: Reply[]): Promise<ModelServer> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const one: Seen = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(text || 'null'),
      };
      seen.push(one);
      const reply = self.replies.length > 1 ? self.replies.shift() : self.replies[0];
      // A client that goes away in the middle is part of many cases.
      response.on('error', () => {});
      void Promise.resolve(reply?.(response, one)).catch(() => response.destroy());
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    replies,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;
}

/** The body of request number `index`, as the test says it looks. */
export function bodyOf<Body>(server: ModelServer, index: number): Body {
  const one = server.seen[index];
  if (!one) throw new Error(`there was no request ${index}, only ${server.seen.length}`);
  return one.body as Body;
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const raw =
  (body: string, headers: Record<string, string>, status = 200): Reply =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

/** All frames at once. */
export const stream =
  (frames: readonly string[]): Reply =>
  (response) => {
    response.writeHead(200, STREAM);
    response.end(frames.join(''));
  };

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The bytes of all frames in pieces of `size`, each in a write of its own, `pauseMs` apart. */
export const drip =
  (frames: readonly string[], size: number, pauseMs = 0): Reply =>
  async (response) => {
    response.writeHead(200, STREAM);
    const bytes = Buffer.from(frames.join(''));
    for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
      response.write(bytes.subarray(at, at + size));
      await (pauseMs > 0 ? later(pauseMs) : new Promise(setImmediate));
    }
    response.end();
  };

/** Some frames, then nothing for ever. */
export const stall =
  (frames: readonly string[]): Reply =>
  (response) => {
    response.writeHead(200, STREAM);
    response.write(frames.join(''));
    response.flushHeaders();
  };

/** Some frames, then the connection breaks (`reset`) or just ends. */
export const hangUp =
  (frames: readonly string[], how: 'reset' | 'end' = 'reset'): Reply =>
  async (response) => {
    response.writeHead(200, STREAM);
    await new Promise((resolve) => response.write(frames.join('') || ': \n', resolve));
    if (how === 'end') response.end();
    else response.destroy();
  };

/** Never answers at all. */
export const silent: Reply = () => {};

/** `total` bytes of one endless line, as fast as the reader takes them. */
export const flood =
  (total: number, headers: Record<string, string> = STREAM): Reply =>
  async (response) => {
    response.writeHead(200, headers);
    const piece = Buffer.alloc(256 * 1024, 'x');
    const closed = once(response, 'close');
    for (let sent = 0; sent < total && !response.destroyed; sent += piece.length) {
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
    }
    response.end();
  };
