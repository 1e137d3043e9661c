import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { auditText } from '../../../harness/report/audit.js';
import { wrap } from '../../../harness/report/columns.js';
import { reportText } from '../../../harness/report/report.js';
import { parseResult } from '../../../src/records/parse.js';
import type { Result } from '../../../src/records/result.js';

const HOSTILE = 'x\u001b[2J\u202e\u200b\u009b1m\r\u2028y';
const RAW = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u0000-\u0009\u000B-\u001F\u007F-\u009F]/u;

type Path = readonly string[];

function* textsIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...path, key]);
}

/** One path of each kind: places in lists, and ids that are keys, are alike. */
function oneOfEach(paths: Iterable<Path>): Path[] {
  const kinds = new Map<string, Path>();
  for (const path of paths) kinds.set(path.map((key) => (/\d/.test(key) ? '*' : key)).join('.'), path);
  return [...kinds.values()];
}

/** null where no such result is read. */
function resultWith(text: string, path: Path, value: string): Result | null {
  const record: unknown = JSON.parse(text);
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], record);
  (holder as Record<string, string>)[path.at(-1) as string] = value;
  try {
    return parseResult(JSON.stringify(record), {});
  } catch {
    return null;
  }
}

test.each(['almanac', 'cashbook'])('no field of a stored result of %s draws on a terminal', async (group) => {
  const text = await readFile(`fixtures/${group}/run/result.json`, 'utf8');
  const paths = oneOfEach(textsIn(JSON.parse(text)));
  let taken = 0;
  const raw = paths.filter((path) => {
    const result = resultWith(text, path, HOSTILE);
    if (result === null) return false;
    taken += 1;
    return RAW.test(reportText(result) + reportText(result, 0) + auditText(result, null));
  });
  expect(raw.map((path) => path.join('.'))).toEqual([]);
  expect(taken).toBeGreaterThan(40);
});

test('a long word is broken between characters, and an escape nowhere', () => {
  const word = `${'x'.repeat(17)}⟦U+202E⟧${'😀'.repeat(30)}y`;
  const lines = wrap(word, 20);
  expect(lines.join('')).toBe(word);
  expect(lines[0]).toBe('x'.repeat(17));
  expect(lines.every((line) => !/\p{Cs}/u.test(line) && line.length <= 20)).toBe(true);
});
