/** Rubrics and profiles as they ship, and a user's own. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import { loadProfile, loadRubric } from '../../harness/rubrics.js';
import { readYaml } from '../../harness/yaml.js';
import { weightsOf } from '../../src/records/rubric.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-rubrics-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

test('the shipped rubric weighs 30, 25, 20, 15 and 10 percent', () => {
  const { value } = loadRubric();
  expect(weightsOf(value)).toEqual({
    solution_fit: 30,
    precision: 25,
    minimality: 20,
    side_effects: 15,
    consistency: 10,
  });
});

test('the shipped profile holds the factors of Flash', () => {
  expect(loadProfile().value).toEqual({
    name: 'flash',
    version: 1,
    lambda_max: 1.5,
    T1: { first: 1, other: 0.9 },
    T2: { from: 0.85, to: 0.4 },
    T3: 0.2,
  });
});

test('the digest is the sha256 of the canonical JSON, whatever the file looks like', async () => {
  const canonical =
    '{"T1":{"first":1,"other":0.9},"T2":{"from":0.85,"to":0.4},"T3":0.2,"lambda_max":1.5,"name":"flash","version":1}';
  const digest = createHash('sha256').update(canonical).digest('hex');
  expect(loadProfile('flash').digest).toBe(digest);
  expect(loadProfile(await write('flash.json', canonical)).digest).toBe(digest);
  expect(loadProfile(await write('flash.yaml', canonical.replace('0.2', '0.3'))).digest).not.toBe(digest);
});

test('a name that does not ship is a usage fault that lists the ones that do', () => {
  expect(() => loadProfile('flush')).toThrow(/"flush" does not ship.*flash/);
  expect(() => loadRubric('code')).toThrow(/code-quality/);
});

test.each([
  {
    what: 'a cap below 1',
    from: 'lambda_max: 1.5',
    to: 'lambda_max: 0.5',
    says: /is 0\.5; expected at least 1/,
  },
  { what: 'a factor of 0', from: 'T3: 0.2', to: 'T3: 0', says: /is 0; expected more than 0/ },
  { what: 'a lower tier that earns more', from: 'T3: 0.2', to: 'T3: 0.5', says: /must not rise/ },
  { what: 'a typo', from: 'other:', to: 'others:', says: /others.*other/ },
])('a profile with $what is refused', async ({ from, to, says }) => {
  const text = await readFile(assetPath('rubrics', 'profiles', 'flash.yaml'), 'utf8');
  const file = await write('bad.yaml', text.replace(from, to));
  expect(() => loadProfile(file)).toThrow(says);
});

test.each([
  { what: 'weights that are not 100 together', from: 'weight: 30', to: 'weight: 31', says: /add up to 101/ },
  { what: 'an anchor for 4', from: '      3: The cause', to: '      4: The cause', says: /anchors/ },
  { what: 'a dimension missing', from: 'consistency:', to: 'style:', says: /consistency|style/ },
])('a rubric with $what is refused', async ({ from, to, says }) => {
  const text = await readFile(assetPath('rubrics', 'code-quality.yaml'), 'utf8');
  const file = await write('bad-rubric.yaml', text.replace(from, to));
  expect(() => loadRubric(file)).toThrow(says);
});

test('a device is no file of ours, and is not read', () => {
  expect(() => loadRubric('/dev/zero.yaml')).toThrow(/cannot be read/);
  expect(() => readYaml('/dev/zero')).toThrow(/expected a regular file/);
});
