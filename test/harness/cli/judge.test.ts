import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPath } from '../../../harness/assets.js';
import { readRecording } from '../../../harness/recording-file.js';
import { parseResult } from '../../../src/records/parse.js';
import { json, modelServer } from '../../support/model-server.js';
import { runGagar } from './gagar.js';

let folder: string;
let training: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
  training = join(folder, 'training');
  await cp(GROUP, training, { recursive: true });
  const group = JSON.parse(await readFile(join(GROUP, 'group.json'), 'utf8'));
  await writeFile(join(training, 'group.json'), JSON.stringify({ ...group, purpose: 'train' }));
});
afterAll(() => rm(folder, { recursive: true }));

const GROUP = assetPath('fixtures', 'cashbook');
const KEY = 'sk-test-3141592653';
const grade = (...args: string[]) => runGagar(['grade', ...args], []);
const keyFile = async (): Promise<string> => {
  const file = join(folder, 'key');
  await writeFile(file, `${KEY}\n`);
  return file;
};
const chatter = (content: string) =>
  json({
    id: 'x',
    object: 'chat.completion',
    model: 'tiny',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 },
  });

test('a weak model that only talks ends as a named fallback, recorded, and nothing of the key stays', async () => {
  await using server = await modelServer(chatter('T1 T1 T1 {"scores": 5}'));
  const out = join(folder, 'weak');
  const { code, stdout, stderr } = await grade(
    ...[GROUP, '--judge', 'openai-chat', '--model', 'tiny', '--base-url', `${server.url}/v1`],
    ...['--key-file', await keyFile(), '--driver', 'none', '-o', out],
  );
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const result = parseResult(await readFile(join(out, 'result.json')), {});
  expect(result.fallback).toMatchObject({ reason: 'incomplete_verdict', stage: 'investigate' });
  expect(result.investigation.status).toBe('incomplete');
  expect(result.judge).toMatchObject({ kind: 'openai-chat', provider: 'openai-chat', model: 'tiny' });
  expect(result.usage.requests).toBe(server.seen.length);
  expect(result.recording).toBe('recording.jsonl');
  const { steps } = await readRecording(join(out, 'recording.jsonl'));
  expect(steps).toHaveLength(3);
  const progress = await readFile(join(out, 'progress.jsonl'), 'utf8');
  expect(progress).toMatch(/"type":"investigating"/);
  const written = [progress, await readFile(join(out, 'recording.jsonl'), 'utf8'), JSON.stringify(result)];
  expect([stdout, stderr, ...written].join('')).not.toContain(KEY);
  expect(stderr.split('\n').length).toBeLessThan(50);
  expect(stderr).not.toMatch(/\r|\u001b/);
  expect(JSON.stringify(server.seen.map(({ body }) => body))).not.toContain('roll-1');

  const again = await grade(GROUP, '--judge', 'static', '-o', out);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('holds a finished run') });
});

test.each<[string, string[], number, RegExp]>([
  [
    'a named judge without its key',
    [GROUP, '--judge', 'anthropic', '--model', 'm'],
    2,
    /ANTHROPIC_API_KEY is not set/,
  ],
  ['a named judge without a model', [GROUP, '--judge', 'anthropic'], 2, /needs the name of a model/],
  [
    'a recording without its folder',
    [GROUP, '--judge', 'recorded'],
    2,
    /recorded needs a path: recorded:DIR/,
  ],
  ['an unknown judge', [GROUP, '--judge', 'antropic'], 2, /"antropic" is no judge; known are static/],
  [
    'a budget that is no number',
    [GROUP, '--budget-usd', 'much'],
    2,
    /--budget-usd: is "much"; expected a finite number/,
  ],
  ['a key on the command line', [GROUP, '--key', 'sk-1'], 2, /unknown option '--key'/],
  ['a driver that there is not', [GROUP, '--driver', 'podman'], 2, /Allowed choices are auto, docker/],
])('%s is a usage error', async (_, args, exit, says) => {
  const { code, stdout, stderr } = await grade(...args);
  expect(stderr).toMatch(says);
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
});

test.each<[string, string[], RegExp]>([
  ['without a named judge', [], /no judge is named/],
  ['with a judge whose key is missing', ['--judge', 'openai', '--model', 'm'], /OPENAI_API_KEY is not set/],
])('a training run %s keeps its outcome advantages', async (_, args, says) => {
  const { code, stdout } = await grade(training, ...args, '--json', '--quiet');
  expect(code).toBe(0);
  const { fallback, rollouts } = parseResult(stdout, {});
  expect(fallback).toMatchObject({ reason: 'judge_unavailable', detail: expect.stringMatching(says) });
  expect(rollouts.every((one) => one.advantage === one.advantage_outcome)).toBe(true);
});

test('a model that the provider does not know stops the run with exit code 3 and writes no result', async () => {
  await using server = await modelServer(
    json({ error: { message: 'no such model', code: 'model_not_found' } }, 404),
  );
  const out = join(folder, 'unknown-model');
  const { code, stderr } = await grade(
    ...[GROUP, '--judge', 'openai-chat', '--model', 'x', '--base-url', `${server.url}/v1`, '-o', out],
  );
  expect(stderr).toMatch(/does not know the model/);
  expect(code).toBe(3);
  await expect(readFile(join(out, 'result.json'))).rejects.toThrow('ENOENT');
});

const BOM = '\uFEFF';
test.each<[string, string, string, number, RegExp]>([
  ['YAML with BOM and CRLF', 'c.yaml', `${BOM}judge: static\r\nlambda_max: none\r\n`, 0, /^/],
  ['JSON with BOM and CRLF', 'c.json', `${BOM}{"judge": "static",\r\n "lambda_max": 1.2}\r\n`, 0, /^/],
  ['a typo', 'typo.yaml', 'modle: judge-model\n', 2, /typo.yaml: modle: unknown key; did you mean "model"/],
  ['a value that does not fit', 'value.yaml', 'budget_usd: -1\n', 2, /budget_usd/],
  ['a key', 'key.yaml', 'api_key: sk-1\n', 2, /api_key: unknown key/],
])('a config file: %s', async (_, name, text, exit, says) => {
  const file = join(folder, name);
  await writeFile(file, text);
  const { code, stderr } = await grade(GROUP, '--config', file, '--json', '--quiet');
  expect(stderr).toMatch(says);
  expect(code).toBe(exit);
});
