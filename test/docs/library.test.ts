import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assetPath } from '../../harness/assets.js';
import * as library from '../../harness/index.js';

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
])('importRuns refuses %j by its fields', async (request, says) => {
  await expect(library.importRuns(request as never)).rejects.toMatchObject({
    code: 'input',
    message: expect.stringMatching(says),
  });
});
