import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSandbox } from '../../../sandbox/exec/open.js';
import { unavailable } from '../../../sandbox/exec/port.js';
import { testEngine } from '../../support/sandboxes.js';
import { treeOf } from '../../support/tree.js';

const NOWHERE = 'unix:///nonexistent/engine.sock';
const dockerHost = process.env['DOCKER_HOST'];
const tree = treeOf({ 'a.txt': 'a' });

test('with an engine and our image, checks run in containers', async () => {
  await testEngine();
  await using box = await openSandbox({ dockerHost });
  expect([box.driver, box.unavailable]).toEqual(['docker', null]);
  expect(await box.exec(tree, ['cat', 'a.txt'])).toMatchObject({ exit_code: 0 });
});

test('without an engine checks run under bubblewrap', async () => {
  await using box = await openSandbox({ dockerHost: NOWHERE });
  expect([box.driver, box.unavailable]).toEqual(['bubblewrap', null]);
  expect(await box.exec(tree, ['cat', 'a.txt'])).toMatchObject({ exit_code: 0 });
});

test('bubblewrap can be asked for beside an engine', async () => {
  await using box = await openSandbox({ driver: 'bubblewrap', dockerHost });
  expect(box.driver).toBe('bubblewrap');
});

test('where nothing can run code, every check says why', async () => {
  await using box = unavailable('no engine; bwrap is missing');
  expect(await box.exec(tree, ['true'])).toMatchObject({
    exit_code: null,
    not_started: 'not available: no engine; bwrap is missing',
    limits_held: [],
  });
});

test('D11: an image that is not there is a fault about an image, and no other one is taken', async () => {
  await testEngine();
  const error = await openSandbox({ dockerHost, image: 'no-such-image:zzz' }).catch((fault: Error) => fault);
  expect(error).toMatchObject({ name: 'Fault', code: 'environment' });
  expect((error as Error).message).toMatch(/^image "no-such-image:zzz" is not on the container engine at /);
  expect((error as Error).message).not.toMatch(/container -|no such container/i);
});

test('a named image without an engine is a fault, not bubblewrap', async () => {
  await expect(openSandbox({ dockerHost: NOWHERE, image: 'task:1' })).rejects.toMatchObject({
    code: 'environment',
    message: expect.stringMatching(/^image "task:1" needs a container engine: .*nonexistent\/engine\.sock/),
  });
});

/** D10: each names its address and its cause in one line. */
const FAULTS = [
  { title: 'a missing socket', host: NOWHERE, cause: /no such socket \(ENOENT\)/ },
  { title: 'a closed port', host: 'tcp://127.0.0.1:1', cause: /nothing listens there \(ECONNREFUSED\)/ },
];
test.each(FAULTS)('D10: $title is told in one line with its address', async ({ host, cause }) => {
  const error = (await openSandbox({ driver: 'docker', dockerHost: host }).catch((fault) => fault)) as Error;
  expect(error).toMatchObject({ name: 'Fault', code: 'environment' });
  expect(error.message).toContain(host);
  expect(error.message).toMatch(cause);
  expect(error.message).not.toContain('\n');
});

test('D10: a socket that this user may not use is told so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'));
  const server = createServer().listen(join(folder, 'engine.sock'));
  try {
    await once(server, 'listening');
    chmodSync(join(folder, 'engine.sock'), 0o000);
    chmodSync(folder, 0o755);
    // Root may use any socket, so the question is asked as somebody else.
    process.setegid?.(65534);
    process.seteuid?.(65534);
    const host = `unix://${folder}/engine.sock`;
    const error = (await openSandbox({ driver: 'docker', dockerHost: host }).catch(
      (fault) => fault,
    )) as Error;
    expect(error.message).toBe(`container engine at ${host}: this user may not use the socket (EACCES)`);
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    server.close();
    rmSync(folder, { recursive: true });
  }
});

test('D10: whatever answers there that is no engine is told in one line', async () => {
  const server = createServer((socket) =>
    socket.end('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nnot\nhere\n'),
  ).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address() as { port: number };
    const host = `tcp://127.0.0.1:${address.port}`;
    const error = (await openSandbox({ driver: 'docker', dockerHost: host }).catch(
      (fault) => fault,
    )) as Error;
    expect(error).toMatchObject({ name: 'Fault', code: 'environment' });
    expect(error.message).toContain(host);
    expect(error.message).not.toContain('\n');
  } finally {
    server.close();
  }
});

test.each(['ftp://x', 'npipe:////./pipe/x', 'not an address', 'ssh://host'])(
  'the address %j is refused',
  async (host) => {
    await expect(openSandbox({ dockerHost: host })).rejects.toMatchObject({ code: 'usage' });
  },
);

test('D09: two runs at once get in nobody’s way', async () => {
  await using one = await openSandbox({ dockerHost });
  await using two = await openSandbox({ dockerHost });
  const results = await Promise.all([one, two, one, two].map((box) => box.exec(tree, ['cat', 'a.txt'])));
  expect(results.map(({ exit_code }) => exit_code)).toEqual([0, 0, 0, 0]);
});
