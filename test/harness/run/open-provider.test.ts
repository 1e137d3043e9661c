import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { scripted } from '../../../harness/providers/scripted.js';
import { createRecording } from '../../../harness/recording-file.js';
import { openProvider, type ProviderOptions } from '../../../harness/run/open-provider.js';
import { ANTHROPIC } from '../../support/dialects/anthropic.js';
import { CHAT } from '../../support/dialects/chat.js';
import { TEST_KEY } from '../../support/dialects/dialect.js';
import { json, modelServer, stream } from '../../support/model-server.js';
import { HEAD } from '../../support/recordings.js';
import { REQUEST, within } from '../../support/requests.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-select-'));
});
afterAll(() => rm(folder, { recursive: true }));

const NAMES = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL'];
const before = new Map(NAMES.map((name) => [name, process.env[name]]));
beforeEach(() => {
  for (const name of NAMES) delete process.env[name];
});
afterEach(() => {
  for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
});

const keyFile = async (text: string): Promise<string> => {
  const path = join(folder, 'key');
  await writeFile(path, text);
  return path;
};

test.each([
  { spec: 'anthropic', variable: 'ANTHROPIC_API_KEY' },
  { spec: 'openai', variable: 'OPENAI_API_KEY' },
  { spec: 'openai-chat', variable: 'OPENAI_API_KEY' },
])('$spec without a key names the variable and the way out', async ({ spec, variable }) => {
  await expect(openProvider(spec, { model: 'm' })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(new RegExp(`${variable}.*export.*key_file`)),
  });
});

test.each<{ title: string; spec: string; options: ProviderOptions; message: RegExp }>([
  {
    title: 'an unknown name',
    spec: 'gpt',
    options: {},
    message: /"gpt" is no judge; known are static, anthropic.*scripted:FILE/,
  },
  { title: 'a name from the prototype', spec: 'toString', options: {}, message: /is no judge/ },
  { title: 'a path where none belongs', spec: 'openai:x', options: { model: 'm' }, message: /is no judge/ },
  { title: 'a script without a file', spec: 'scripted', options: {}, message: /scripted:FILE/ },
  { title: 'no model', spec: 'anthropic', options: {}, message: /name of a model/ },
  {
    title: 'an address that is none',
    spec: 'openai-chat',
    options: { model: 'm', base_url: 'localhost' },
    message: /localhost is no http/,
  },
  {
    title: 'a file address',
    spec: 'openai-chat',
    options: { model: 'm', base_url: 'file:///etc' },
    message: /no http/,
  },
  {
    title: 'an address with a password',
    spec: 'openai-chat',
    options: { model: 'm', base_url: 'http://u:hunter2@h/' },
    message: /user or password/,
  },
  {
    title: 'a key file that is not there',
    spec: 'openai',
    options: { model: 'm', key_file: '/nowhere/key' },
    message: /ENOENT/,
  },
])('refuses $title', async ({ spec, options, message }) => {
  const refused = openProvider(spec, options);
  await expect(refused).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
  await expect(refused).rejects.not.toThrow(/hunter2/);
});

test.each(['', 'two words', `${TEST_KEY}\nsecond-line`, 'schlüssel'])(
  'refuses a key file that holds %j, without saying it',
  async (text) => {
    const key_file = await keyFile(text);
    const refused = openProvider('anthropic', { model: 'm', key_file });
    await expect(refused).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(key_file),
    });
    if (text !== '') await expect(refused).rejects.not.toThrow(text.slice(0, 8));
  },
);

test('takes the key from the environment, trimmed', async () => {
  process.env['ANTHROPIC_API_KEY'] = `${TEST_KEY}\n`;
  await using server = await modelServer(stream(ANTHROPIC.frames(ANTHROPIC.whole({ text: 'hi' }))));
  const provider = await openProvider('anthropic', { model: 'claude-opus-5-5', base_url: server.url });
  expect(await provider.next(REQUEST, within(5000))).toMatchObject({
    stop: 'end',
    text: 'hi',
    cost_usd: expect.any(Number),
  });
  expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${TEST_KEY}`);
});

test('takes the key from a file before the environment', async () => {
  process.env['ANTHROPIC_API_KEY'] = 'sk-of-the-environment';
  await using server = await modelServer(stream(ANTHROPIC.frames(ANTHROPIC.whole({ text: 'hi' }))));
  const key_file = await keyFile(`  ${TEST_KEY}\r\n`);
  const provider = await openProvider('anthropic', { model: 'm', base_url: server.url, key_file });
  await provider.next(REQUEST, within(5000));
  expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${TEST_KEY}`);
});

test("needs no key for a server of one's own, and knows no price for it", async () => {
  await using server = await modelServer(stream(CHAT.frames(CHAT.whole({ text: 'hi' }))));
  const provider = await openProvider('openai-chat', { model: 'gpt-6.2-sol', base_url: `${server.url}/v1` });
  expect(await provider.next(REQUEST, within(5000))).toMatchObject({ stop: 'end', cost_usd: null });
  expect(server.seen[0]?.headers).not.toHaveProperty('authorization');
});

test('is not led elsewhere by an address in the environment', async () => {
  await using other = await modelServer(stream(ANTHROPIC.frames(ANTHROPIC.whole({ text: 'other' }))));
  await using server = await modelServer(stream(ANTHROPIC.frames(ANTHROPIC.whole({ text: 'right' }))));
  process.env['ANTHROPIC_API_KEY'] = TEST_KEY;
  process.env['ANTHROPIC_BASE_URL'] = other.url;
  const provider = await openProvider('anthropic', { model: 'm', base_url: server.url });
  expect(await provider.next(REQUEST, within(5000))).toMatchObject({ text: 'right' });
  expect(other.seen).toEqual([]);
});

test('opens scripts and recordings', async () => {
  const script = join(folder, 'script: one.json');
  await writeFile(script, JSON.stringify({ schema: 'gagar.script/1', turns: [{ text: 'scripted' }] }));
  const played = await openProvider(`scripted:${script}`);
  expect(await played.next(REQUEST, within(1000))).toMatchObject({ text: 'scripted' });

  const run = join(folder, 'run');
  await mkdir(run);
  const turn = await scripted([{ text: 'recorded' }]).next(REQUEST, within(1000));
  {
    await using recorder = await createRecording(join(run, 'recording.jsonl'), HEAD);
    await recorder.turn({ phase: 'investigate', request_digest: 'd', turn });
  }
  const replayed = await openProvider(`recorded:${run}`);
  expect(await replayed.next(REQUEST, within(1000))).toEqual(turn);
});

test.each(['test', 'k', 'e', '"'])(
  'the key %j of a server that checks none changes neither calls nor codes',
  async (key) => {
    const key_file = await keyFile(key);
    const call = { id: 'c1', name: 'read_file', arguments: '{"path":"tests/test_parse.py"}' };
    const refusal = { error: { message: `the key ${key} is wrong`, code: 'invalid_api_key' } };
    await using server = await modelServer(
      stream(CHAT.frames(CHAT.whole({ calls: [call] }))),
      json(refusal, 401),
    );
    const base_url = `${server.url}/v1`;
    const provider = await openProvider('openai-chat', { model: 'm', base_url, key_file });
    expect((await provider.next(REQUEST, within(5000))).calls).toEqual([
      { id: 'c1', name: 'read_file', arguments: { path: 'tests/test_parse.py' }, malformed: null },
    ]);
    expect(await provider.next(REQUEST, within(5000))).toMatchObject({
      stop: 'refused_key',
      detail: '401 invalid_api_key the key [redacted] is wrong',
    });
  },
);

test.each(['abcdefgh', 'refused_key', 'reasoning', 'local-server-key-1', TEST_KEY])(
  'the key %s appears nowhere in what a server is quoted with',
  async (key) => {
    const key_file = await keyFile(key);
    const call = { id: key, name: key, arguments: JSON.stringify({ [key]: `x${key}x` }) };
    await using server = await modelServer(
      stream(CHAT.frames(CHAT.whole({ text: key, thinking: key, calls: [call] }))),
      json({ error: { message: `wrong ${key}`, code: key } }, 401),
    );
    const base_url = `${server.url}/v1`;
    const provider = await openProvider('openai-chat', { model: 'm', base_url, key_file });
    const turns = [
      await provider.next(REQUEST, within(5000)),
      await provider.next(REQUEST, within(5000)),
    ] as const;
    expect(turns).toMatchObject([{ stop: 'tool_calls' }, { stop: 'refused_key' }]);
    const [{ text, reasoning, calls, content }, { detail }] = turns;
    expect(JSON.stringify([text, reasoning, calls, content?.items, detail])).not.toContain(key);
  },
);
