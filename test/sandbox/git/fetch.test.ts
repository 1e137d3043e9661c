import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acquireBase } from '../../../sandbox/git/store.js';
import { cases, commitAll, type Lab, makeBase, openLab, sh, tip } from './lab.js';

let lab: Lab;
let server: Server;
let address: string;
let requests: string[] = [];
let commit: string;
let later: string;

/** git's own HTTP server over the folders of the lab. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  requests.push(`${request.method} ${url.pathname}`);
  if (url.pathname.startsWith('/stuck')) return;
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      GIT_PROJECT_ROOT: lab.dir,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf('\r\n\r\n');
    for (const line of whole.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(whole.subarray(end + 4));
  });
}

beforeAll(async () => {
  lab = await openLab();
  const base = makeBase(lab.dir);
  commit = tip(base);
  sh(['git', 'commit', '-q', '--allow-empty', '-m', 'more'], base);
  commit = tip(base);
  await writeFile(join(base, 'answer.py'), 'ANSWER = 42\n');
  later = commitAll(base);
  sh(['git', 'clone', '-q', '--bare', base, join(lab.dir, 'plain.git')], '/');
  sh(['git', 'clone', '-q', '--bare', base, join(lab.dir, 'filters.git')], '/');
  sh(['git', 'config', 'uploadpack.allowFilter', 'true'], join(lab.dir, 'filters.git'));
  sh(['git', 'clone', '-q', '--bare', '--depth=1', `file://${base}`, join(lab.dir, 'shallow.git')], '/');
  server = createServer(serve).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await lab[Symbol.asyncDispose]();
});

const stores = () =>
  existsSync(join(lab.cacheDir, 'bases')) ? readdirSync(join(lab.cacheDir, 'bases')) : [];

describe.each(['plain.git', 'filters.git'])('%s over http', (name) => {
  test('gives the one commit by its id, its ancestors as ids, and nothing later', async () => {
    const stages: string[] = [];
    const store = await acquireBase(
      { kind: 'repository', address: `${address}/${name}`, commit },
      { git: lab.git, cacheDir: lab.cacheDir, onProgress: ({ stage }) => stages.push(stage) },
    );
    expect(store.facts.history).toBe(true);
    const ids = sh(['git', 'rev-list', commit], join(lab.dir, name)).toString().trim().split('\n').sort();
    expect(await store.ancestors()).toEqual(ids);
    expect((await store.files()).has('answer.py')).toBe(false);
    expect((await lab.git.run(['cat-file', '-e', later], { gitDir: store.gitDir })).exitCode).not.toBe(0);
    expect(stages.length).toBeGreaterThan(0);
    expect(stores().filter((entry) => entry.startsWith('.'))).toEqual([]);
  });
});

test('a store that is there asks the network for nothing', async () => {
  const source = { kind: 'repository', address: `${address}/plain.git`, commit } as const;
  await lab.acquire(source);
  requests = [];
  await lab.acquire(source);
  expect(requests).toEqual([]);
});

test.each([
  {
    title: 'a commit that the server does not have',
    path: 'plain.git',
    id: 'f'.repeat(40),
    says: /base_commit_missing/,
  },
  {
    title: 'a commit that a shallow server does not have',
    path: 'shallow.git',
    id: null,
    says: /base_commit_missing/,
  },
  {
    title: 'a repository that is not there',
    path: 'none.git',
    id: null,
    says: /could not be fetched: .*not found/,
  },
])('$title is a fault that says so', async ({ path, id, says }) => {
  const acquired = lab.acquire({ kind: 'repository', address: `${address}/${path}`, commit: id ?? commit });
  await expect(acquired).rejects.toMatchObject({ code: 'environment', message: expect.stringMatching(says) });
  expect(stores().filter((entry) => entry.startsWith('.'))).toEqual([]);
});

test('a shallow server that has the commit serves it without a history', async () => {
  const store = await lab.acquire({ kind: 'repository', address: `${address}/shallow.git`, commit: later });
  expect(store.facts.history).toBe(false);
});

test('a fetch that hangs ends when its caller gives up, and leaves nothing', async () => {
  const stop = new AbortController();
  requests = [];
  const acquired = lab.acquire({ kind: 'repository', address: `${address}/stuck.git`, commit }, stop.signal);
  await expect.poll(() => requests.length, { timeout: 10_000 }).toBeGreaterThan(0);
  stop.abort();
  await expect(acquired).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => stores().filter((entry) => entry.startsWith('.')), { timeout: 20_000 }).toEqual([]);
});

test.each(['G01', 'G04a'])(
  'G20: a hostile %s repository behind the address runs nothing here',
  async (id) => {
    const [repository, mark] = [join(lab.dir, id), join(lab.dir, `${id}.mark`)];
    sh(['sh', join(cases, 'G-hostile-repos.sh'), id, repository, mark], lab.dir);
    const store = await lab.acquire({
      kind: 'repository',
      address: `${address}/${id}/.git`,
      commit: tip(repository),
    });
    expect(store.facts.history).toBe(true);
    expect(existsSync(mark)).toBe(false);
  },
);

test.each([
  'ext::sh -c id',
  '--upload-pack=id',
  'file:///etc',
  `http://127.0.0.1/a\nb`,
  'http://example.org/a',
])('G18: %j is refused before git starts', async (refused) => {
  const acquired = lab.acquire({ kind: 'repository', address: refused, commit });
  await expect(acquired).rejects.toMatchObject({ code: 'input', place: { field: 'task.repo' } });
});
