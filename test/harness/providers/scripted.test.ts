import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readScript, type ScriptTurn, scripted } from '../../../harness/providers/scripted.js';
import type { Turn } from '../../../harness/providers/turn.js';
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

const HEAD = '{"schema":"gagar.script/1"}';
const WHOLE = { schema: 'gagar.script/1', model: 'm', turns: TURNS };
const LINES = [{ ...WHOLE, turns: undefined }, ...TURNS].map((value) => JSON.stringify(value));

test.each([
  { what: 'a document', name: 'a.json', text: JSON.stringify(WHOLE) },
  { what: 'a document over many lines', name: 'a.json', text: JSON.stringify(WHOLE, null, 2) },
  { what: 'lines', name: 'a.jsonl', text: `\uFEFF${LINES[0]}\n\n${LINES[1]}\n${LINES[2]}\n` },
  { what: 'lines', name: 'a.json', text: `${LINES.join('\r\n')}\r\n` },
  { what: 'lines', name: 'a', text: LINES.join('\n') },
  { what: 'a document', name: 'b.jsonl', text: `${JSON.stringify(WHOLE)}\n` },
  { what: 'a document over many lines', name: 'b.jsonl', text: JSON.stringify(WHOLE, null, 2) },
  {
    what: 'lines behind turns of the head',
    name: 'c.jsonl',
    text: `${JSON.stringify({ ...WHOLE, turns: [TURNS[0]] })}\n${LINES[2]}`,
  },
])('reads $what in $name and plays them in order', async ({ name, text }) => {
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

test('goes on behind the turns that are on record, save those that it never gave', async () => {
  const begun: ScriptTurn[] = [{ text: 'a' }, { text: 'busy', stop: 'overloaded' }];
  const first = scripted(begun);
  const recorded: Turn[] = [];
  for (const ms of [-1, 1000, 1000, 1000]) recorded.push(await first.next(REQUEST, within(ms)));
  expect(recorded.map(({ stop }) => stop)).toEqual(['deadline', 'end', 'overloaded', 'script_ended']);

  const longer = scripted([...begun, { text: 'b' }]);
  longer.goOn?.(recorded);
  expect(await longer.next(REQUEST, within(1000))).toMatchObject({ stop: 'end', text: 'b' });
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

test.each<[string, string, string, { line?: number; field?: string }, RegExp]>([
  [
    'a typo',
    'b.json',
    '{"schema":"gagar.script/1",\n"turns":[{"txt":"x"}]}',
    { line: 2, field: 'turns[0].txt' },
    /unknown key; did you mean "text"\?/,
  ],
  [
    'a foreign file',
    'b.json',
    '{"turns":[]}',
    { line: 1, field: 'schema' },
    /is missing; expected "gagar.script\/1"/,
  ],
  ['broken JSON', 'b.json', '{', { line: 1 }, /the text ends too early/],
  ['a document that is cut', 'b.json', `{\n"schema":"gagar.script/1",\n`, {}, /the text ends too early/],
  [
    'lines whose head is broken',
    'b.jsonl',
    '{"schema":"gagar.script/1"\n{"text":"a"}\n',
    { line: 1 },
    /the text ends too early/,
  ],
  [
    'a turn with a typo under another name',
    'd.json',
    `${HEAD}\n{"txt":"a"}\n`,
    { line: 2, field: 'txt' },
    /unknown key; did you mean "text"\?/,
  ],
  ['an empty file', 'b.jsonl', '', {}, /the text ends too early/],
  [
    'a turn with a number for its text',
    'c.jsonl',
    `${HEAD}\n\n{"text":"a"}\n{"text":1}\n`,
    { line: 4, field: 'text' },
    /is 1; expected a text/,
  ],
  [
    'a turn that ends in no known way',
    'c.jsonl',
    `${HEAD}\n{"stop":"overload"}\n`,
    { line: 2, field: 'stop' },
    /is "overload"; expected one of .*did you mean "overloaded"\?/,
  ],
])('refuses %s, with the place', async (_, name, text, place, message) => {
  const path = await script(name, text);
  expect(() => readScript(path)).toThrow(
    expect.objectContaining({
      code: 'input',
      message: expect.stringMatching(message),
      place: expect.objectContaining({ file: path, ...place }),
    }),
  );
});

test('names a file that is not there', () => {
  expect(() => readScript(join(folder, 'none.json'))).toThrow(/ENOENT/);
});
