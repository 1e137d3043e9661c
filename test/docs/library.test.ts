import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import * as library from '../../harness/index.js';
import { freshFolder } from '../support/folder.js';

const page = readFileSync(assetPath('docs', 'library.md'), 'utf8');
const names = (text: string): string[] =>
  [...text.matchAll(/`(\w+)(?:\(\w+(?:, \w+)*\))?`/g)].map(([, name = '']) => name);
const rows = (part: string | undefined): string[] =>
  [...(part ?? '').matchAll(/^\| (`.*?`) *\| /gm)].flatMap(([, cell = '']) => names(cell));

test('the page names everything that the library offers, and nothing else', () => {
  expect(new Set(rows(page.split('`grade` takes')[0]))).toEqual(new Set(Object.keys(library)));
});

test('the page names every option of grade', () => {
  const source = readFileSync(assetPath('dist', 'harness', 'library.d.ts'), 'utf8');
  const body = source.split('interface GradeOptions {')[1]?.split('\n}')[0] ?? '';
  const options = [...body.matchAll(/readonly (\w+)\?:/g)].map(([, name]) => name);
  expect(new Set(rows(page.split('`grade` takes')[1]))).toEqual(new Set(options));
  expect(options.length).toBeGreaterThan(5);
});

test.each([
  [{}, /format is missing; .*paths is missing; .*out is missing/],
  [{ format: 'auto', paths: [], out: 'x' }, /paths is \[\]; expected at least 1/],
  [{ format: 'auto', paths: ['x'], out: 'y', repo: 'z' }, /^repo unknown key; known are format, /],
  [{ format: 'auto', paths: ['no/such'], out: 'x' }, /^no\/such: is missing/],
  [undefined, /^is missing; expected an object$/],
])('importRuns refuses %j by its fields', async (request, says) => {
  await expect(library.importRuns(request as never)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(says),
  });
});

test('a group that cannot be made says where, to its event and in its fault', async () => {
  const folder = await freshFolder();
  const run = join(folder, 'run');
  await mkdir(run);
  await writeFile(join(run, 'a.diff'), '');
  await writeFile(join(run, 'results.csv'), 'id,passed\na,1\n');
  const told: (string | undefined)[] = [];
  const [group] = await library.importRuns({
    format: 'patches',
    paths: [run],
    out: join(folder, 'group'),
    given: () => ({ task: { base_commit: 'main' }, repo: { path: '/no/such' } }),
    events: { ended: ({ fault }) => told.push(fault?.message) },
  });
  expect(group?.fault?.message).toMatch(/^task\.\w+/);
  expect(told).toEqual([group?.fault?.message]);
});
