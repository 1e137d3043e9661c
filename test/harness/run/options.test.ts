import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromCommandLine, limitsOf, readConfig, settingsOf } from '../../../harness/run/options.js';
import { caseFile } from '../../support/cases.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-options-'));
});
afterAll(() => rm(folder, { recursive: true }));

const BOM = '\uFEFF';

test.each([
  ['YAML', 'a.yaml', `${BOM}judge: anthropic\r\nmodel: some-model\r\nbudget_usd: 2\r\n`],
  [
    'JSON',
    'a.json',
    `${BOM}{\r\n "judge": "anthropic",\r\n "model": "some-model",\r\n "budget_usd": 2\r\n}\r\n`,
  ],
])('C05: %s with a byte order mark and CRLF is read', async (_, name, text) => {
  const file = join(folder, name);
  await writeFile(file, text);
  expect(readConfig(file)).toEqual({ judge: 'anthropic', model: 'some-model', budget_usd: 2 });
});

test.each([
  ['C05-bom-crlf.config.json', /provider: unknown key/],
  ['C05b-bom-crlf.config.yaml', /provider: unknown key/],
  ['C05c-typo.config.json', /modle: unknown key; did you mean "model"/],
])('%s: what is no option of ours is named, and nothing is guessed', (name, says) => {
  expect(() => readConfig(caseFile(name))).toThrow(says);
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ budgetUsd: '0' }, /^--budget-usd: /],
  [{ budgetS: 'NaN' }, /^--budget-s: /],
  [{ budgetTurns: '1.5' }, /^--budget-turns: /],
  [{ lambdaMax: '0.5' }, /^--lambda-max: .*at least 1, or none/],
  [{ mode: 'best' }, /^--mode: .*redistribute/],
])('%j is refused with the name of the option', (given, says) => {
  expect(() => fromCommandLine(given)).toThrow(says);
});

test.each(['', '# judge: static\n', '{}\n'])('a configuration of %j sets nothing', async (text) => {
  const file = join(folder, 'settings.yaml');
  await writeFile(file, text);
  expect(readConfig(file)).toEqual({});
});

test('no cap is null in a configuration, as in a profile and in gagar shape, or none, as on the command line', async () => {
  const file = join(folder, 'settings.yaml');
  for (const none of ['null', 'none']) {
    await writeFile(file, `lambda_max: ${none}\n`);
    expect(settingsOf(readConfig(file)).shape.lambda_max).toBeNull();
  }
  await writeFile(file, 'lambda_max: 0.5\n');
  expect(() => readConfig(file)).toThrow('is 0.5; expected a number of at least 1, or none');
});

test('names of the command line are those of the file, and what is no option of grading is left out', () => {
  const config = fromCommandLine({
    baseUrl: 'http://127.0.0.1:1',
    budgetTurns: '7',
    lambdaMax: 'none',
    out: 'x',
  });
  expect(config).toEqual({ base_url: 'http://127.0.0.1:1', budget_turns: 7, lambda_max: 'none' });
  expect(limitsOf(config).turns).toBe(7);
  expect(settingsOf(config).shape).toMatchObject({
    mode: 'redistribute',
    lambda_max: null,
    length_penalty: null,
    segment_penalty: null,
  });
});
