import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { packageRoot } from '../../../harness/assets.js';
import { parseResult } from '../../../src/records/parse.js';
import { closingCalls } from '../../support/operator.js';
import { scoresFor } from '../../support/scoring.js';

// Several processes each, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

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
      args: [join(packageRoot, 'dist', 'harness', 'main.js'), 'mcp', 'fixtures/cashbook', ...options],
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
