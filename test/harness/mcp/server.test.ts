import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { packageRoot } from '../../../harness/assets.js';
import { parseResult } from '../../../src/records/parse.js';
import { onFullDisk } from '../../support/full-disk.js';
import { closingCalls } from '../../support/operator.js';
import { scoresFor } from '../../support/scoring.js';

// Several processes each, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const MAIN = join(packageRoot, 'dist', 'harness', 'main.js');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function connected(run: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const options = ['-o', run, '--name', 'a client', '--driver', 'none'];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', 'fixtures/cashbook', ...options],
      cwd: packageRoot,
    }),
  );
  return client;
}

interface Heard {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Heard> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { texts: (content as { text: string }[]).map(({ text }) => text), isError: isError === true };
}

interface Message {
  readonly id?: number | null;
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
}

/** Everything that is said to a client that writes all of this at once and closes stdin right behind it. */
function heardAtOnce(run: string, requests: readonly (object | string)[]): Promise<Message[]> {
  const args = [MAIN, 'mcp', 'fixtures/cashbook', '-o', run, '--name', 'a client', '--driver', 'none'];
  const lines = requests.map((one) =>
    typeof one === 'string' ? `${one}\n` : `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`,
  );
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, { cwd: packageRoot }, (error, stdout) => {
      if (error) reject(error);
      else
        resolve(
          stdout
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line)),
        );
    });
    child.stdin?.end(lines.join(''));
  });
}

const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
const OPENING = [
  { id: 1, method: 'initialize', params: client },
  { method: 'notifications/initialized' },
] as const;

test('what a client has asked before it closed stdin is answered, call by call', async () => {
  const heard = await heardAtOnce(join(folder, 'at-once'), [
    ...OPENING,
    { id: 2, method: 'tools/call', params: { name: 'list_candidates' } },
    { id: 3, method: 'tools/call', params: { name: 'read_task' } },
    { id: 4, method: 'tools/list' },
  ]);
  expect(heard.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
  const said = (id: number) => heard.find((one) => one.id === id)?.result?.content?.[0]?.text;
  expect(said(2)).toMatch(/^c-[a-z]{4} passed/m);
  expect(said(3)).toContain('cashbook');
});

const searching = (id: number, pattern: string): string =>
  `{"method":"tools/call","params":{"name":"search_events","arguments":{"pattern":${pattern}}},"jsonrpc":"2.0","id":${id}}`;

test('what cannot be read or used is answered, and the calls behind it are served', async () => {
  const heard = await heardAtOnce(join(folder, 'unusable'), [
    ...OPENING,
    '{"jsonrpc": "2.0", "id": 9',
    searching(2, JSON.stringify('x'.repeat(12e6))),
    searching(3, `${'['.repeat(1e5)}${']'.repeat(1e5)}`),
    searching(4, '"a\\ud800b"'),
    searching(5, '"def"'),
  ]);
  const codes = heard.flatMap(({ id, error }) => (error === undefined ? [] : [[id, error.code]]));
  expect(codes).toEqual([
    [null, -32700],
    [2, -32600],
  ]);
  const said = (id: number) => heard.find((one) => one.id === id)?.result;
  expect(said(3)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('nested deeper than 64 levels') }],
  });
  expect(said(4)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('half a surrogate pair') }],
  });
  expect(said(5)).toMatchObject({ isError: false });
});

test('a server whose run cannot go on says so to the client, and ends with the reason', async () => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const told = join(folder, 'told');
  const lines = [...OPENING, { id: 2, method: 'tools/call', params: { name: 'list_candidates' } }];
  const [hello = '', ready = '', call = ''] = lines.map((one) => JSON.stringify({ jsonrpc: '2.0', ...one }));
  const { stdout, stderr } = await onFullDisk(
    disk,
    `mkfifo "$DISK/in"
     gagar mcp fixtures/cashbook -o "$DISK/run" --name A --driver none < "$DISK/in" > "$TOLD" & server=$!
     exec 3> "$DISK/in"; echo "$HELLO" >&3; echo "$READY" >&3
     until [ -s "$TOLD" ]; do sleep 0.1; done
     fill 0; echo "$CALL" >&3; wait $server; echo "ended $?"`,
    { TOLD: told, HELLO: hello, READY: ready, CALL: call },
  );
  expect(stdout).toBe('ended 3\n');
  expect(stderr).toMatch(/no space is left/);
  const [, answer] = (await readFile(told, 'utf8')).split('\n');
  expect(JSON.parse(answer ?? '')).toMatchObject({ id: 2, error: { message: expect.any(String) } });
});

const scores = (sheet = '') =>
  scoresFor({ messages: [{ role: 'user', results: [], text: [sheet] }] }, () => 4);

test('a client judges a group over stdio, in two sittings, with calls that come all at once', async () => {
  const run = join(folder, 'run');
  const first = await connected(run);
  expect(first.getInstructions()).toMatch(/You are the examiner[\s\S]*This is the task/);
  const { tools } = await first.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['list_candidates', 'record_finding', 'run_check', 'finish', 'submit_scores']),
  );
  expect(tools.every(({ inputSchema }) => inputSchema.type === 'object')).toBe(true);
  const listed = await call(first, 'list_candidates');
  expect(await call(first, 'read_file', { tree: 'base' })).toMatchObject({ isError: true });
  await first.close();

  const second = await connected(run);
  const closing = closingCalls(listed.texts.join('\n'));
  const heard = await Promise.all(closing.map(([name, args]) => call(second, name, args)));
  expect(heard.filter(({ isError }) => isError)).toEqual([]);
  const [said, sheet] = heard.at(-1)?.texts ?? [];
  expect(said).toBe('the investigation is over');
  const [accepted, other] = (await call(second, 'submit_scores', scores(sheet))).texts;
  expect(accepted).toBe('accepted');
  const [, report] = (await call(second, 'submit_scores', scores(other))).texts;
  expect(report).toMatch(/graded, judge operator/);
  expect(await call(second, 'list_candidates')).toMatchObject({ isError: true });
  await second.close();
  const result = parseResult(await readFile(join(run, 'result.json')), {});
  expect(result.judge).toMatchObject({ kind: 'operator', model: 'a client' });
});
