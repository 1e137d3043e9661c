import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readScript, scripted } from '../../../harness/providers/scripted.js';
import { REQUEST, within } from '../../support/requests.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-script-'));
});
afterAll(() => rm(folder, { recursive: true }));

const script = async (name: string, text: string) => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const TURNS = [{ calls: [{ name: 'read_file', arguments: { path: 'a' } }] }, { text: 'done' }];

test.each([
  { name: 'a.json', text: JSON.stringify({ schema: 'gagar.script/1', model: 'm', turns: TURNS }) },
  {
    name: 'a.jsonl',
    text: `\uFEFF${JSON.stringify({ schema: 'gagar.script/1', model: 'm' })}\n\n${TURNS.map((turn) => JSON.stringify(turn)).join('\n')}\n`,
  },
])('reads $name and plays it in order', async ({ name, text }) => {
  const { model, turns } = readScript(await script(name, text));
  const provider = scripted(turns, model);
  expect(provider).toMatchObject({ kind: 'scripted', model: 'm' });
  expect(await provider.next(REQUEST, within(1000))).toMatchObject({
    stop: 'tool_calls',
    calls: [{ id: 'call_1_0', name: 'read_file', arguments: { path: 'a' } }],
    attempts: 1,
    cost_usd: null,
    usage: { estimated: true },
  });
  expect(await provider.next(REQUEST, within(1000))).toMatchObject({ stop: 'end', text: 'done' });
  expect(await provider.next(REQUEST, within(1000))).toMatchObject({
    stop: 'script_ended',
    detail: 'the script has no turn 3',
    attempts: 1,
  });
});

test('plays a function of the request', async () => {
  const provider = scripted(({ messages }, index) => ({ text: `${messages.length} ${index}` }));
  await provider.next(REQUEST, within(1000));
  expect(await provider.next(REQUEST, within(1000))).toMatchObject({ text: '1 1' });
});

test('ends as it is told to, without calls, and counts what it is told to', async () => {
  const usage = { input_tokens: 5, output_tokens: 2 };
  const provider = scripted([{ text: 'x', calls: [{ name: 'y' }], stop: 'overloaded', usage }]);
  expect(await provider.next(REQUEST, within(1000))).toMatchObject({
    stop: 'overloaded',
    calls: [],
    usage: { input_tokens: 5, output_tokens: 2, estimated: false },
  });
});

test('ends as internal, and does not reject, where the function throws', async () => {
  const provider = scripted(() => {
    throw new Error('oops');
  });
  expect(await provider.next(REQUEST, within(1000))).toMatchObject({
    stop: 'internal',
    detail: 'Error: oops',
  });
});

test.each([
  {
    title: 'a typo',
    name: 'b.json',
    text: '{"schema":"gagar.script/1","turns":[{"txt":"x"}]}',
    message: /txt/,
  },
  { title: 'a foreign file', name: 'b.json', text: '{"turns":[]}', message: /gagar\.script\/1/ },
  { title: 'broken JSON', name: 'b.json', text: '{', message: /JSON/ },
])('refuses $title', async ({ name, text, message }) => {
  const path = await script(name, text);
  expect(() => readScript(path)).toThrow(
    expect.objectContaining({
      code: 'input',
      message: expect.stringMatching(message),
      place: { file: path },
    }),
  );
});

test('names the line of a broken turn', async () => {
  const path = await script('c.jsonl', '{"schema":"gagar.script/1"}\n{"text":"a"}\n{"text":1}\n');
  expect(() => readScript(path)).toThrow(expect.objectContaining({ place: { file: path, line: 3 } }));
});

test('names a file that is not there', () => {
  expect(() => readScript(join(folder, 'none.json'))).toThrow(/ENOENT/);
});
