import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileBytes, memoryBytes } from '../../sandbox/bytes.js';
import { type LogReader, openLog } from '../../sandbox/log.js';
import { renderBytes } from '../../src/text/render.js';
import { caseBytes, caseFile } from '../support/cases.js';
import { hugeLineLog } from '../support/generate.js';

const open = (content: string | Buffer): Promise<LogReader> =>
  openLog(memoryBytes(Buffer.from(content as string), 'test.log'));
const whole = async (log: LogReader): Promise<readonly string[]> => log.lines(1, log.lineCount);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gagar-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['one newline', '\n', ['']],
  ['a last line without a newline', 'a\nb', ['a', 'b']],
  ['CRLF', 'a\r\nb\r\n', ['a', 'b']],
  ['a CR inside a line', 'one\rtwo\nx', ['one⟦U+000D⟧two', 'x']],
  ['other separators', 'a\u2028b\u0085c\fd\n', ['a⟦U+2028⟧b⟦U+0085⟧c⟦U+000C⟧d']],
])('lines are what a viewer counts: %s', async (_, content, lines) => {
  await using log = await open(content);
  expect([log.lineCount, await whole(log)]).toEqual([lines.length, lines]);
});

test('any text has the lines of its rendering, read in any range', async () => {
  const line = fc
    .uint8Array({ maxLength: 30 })
    .map((bytes) => Buffer.from(bytes.map((byte) => (byte === 10 ? 32 : byte))));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 40 }), fc.nat(45), fc.nat(45), async (lines, from, to) => {
      const content = Buffer.concat(lines.flatMap((bytes) => [bytes, Buffer.from('\n')]));
      await using log = await open(content);
      const shown = lines.map((bytes) => renderBytes(bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes));
      expect(log.lineCount).toBe(lines.length);
      expect(await log.lines(from, to)).toEqual(shown.slice(Math.max(0, from - 1), to));
      expect(await log.line(from)).toBe(from === 0 ? null : (shown[from - 1] ?? null));
    }),
    { numRuns: 300 },
  );
});

test('search finds what the rendering holds, over the pieces of a file', async () => {
  const path = join(folder, 'pieces.log');
  const words = ['needle', 'n\u00e9edle', 'nee\u200bdle', 'x', '⟦', 'half\r', ''];
  const lines = Array.from(
    { length: 30_000 },
    (_, i) => `${'-'.repeat(i % 97)}${words[(i * 31) % words.length]}${i % 13 === 0 ? '\xe9' : ''}`,
  );
  await writeFile(path, Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'));
  await using log = await openLog(await fileBytes(path, 'pieces.log'));
  const shown = lines.map((text) => renderBytes(Buffer.from(text, 'latin1')));
  expect(log.lineCount).toBe(lines.length);
  for (const literal of ['needle', 'n⟦xE9⟧edle', '-needle⟦xE9⟧', 'half', '⟦U+000D⟧', 'absent']) {
    const expected = shown.flatMap((text, i) => (text.includes(literal) ? [i + 1] : []));
    expect(await log.search(literal, 1e6)).toEqual(expected);
    expect(await log.search(literal, 3)).toEqual(expected.slice(0, 3));
  }
  for (const number of [1, 2, 15_000, 29_999, 30_000]) expect(await log.line(number)).toBe(shown[number - 1]);
  expect(await log.line(30_001)).toBeNull();
});

test.each(['', 'a\nb', '\n'])('a search for %j finds nothing', async (literal) => {
  await using log = await open('a\nb\na\nb\n');
  expect(await log.search(literal, 10)).toEqual([]);
});

test('L04: colours are shown, and a status cut by them is found as it is shown', async () => {
  await using log = await openLog(await fileBytes(caseFile('L04-ansi.log'), 'L04'));
  expect((await whole(log)).join('\n')).not.toContain('\u001b');
  expect(await log.search('PAS⟦U+001B⟧[0m⟦U+001B⟧[32mSED', 5)).toEqual([4]);
  expect(await log.search('test_sub', 5)).toEqual([3, 5]);
});

test('L05: a lone CR ends no line, so numbers are those of a viewer', async () => {
  await using log = await openLog(await fileBytes(caseFile('L05-carriage-returns.log'), 'L05'));
  expect(await whole(log)).toEqual([
    'running 3 tests⟦U+000D⟧ok 1/3⟦U+000D⟧ok 2/3⟦U+000D⟧FAIL test_sub 3/3',
    '[##        ]⟦U+000D⟧[######    ]⟦U+000D⟧[##########] done',
    'test_add ... ok',
    'test_sub ... FAILED',
    'test_mean ... ok',
  ]);
});

test('L08: bad bytes are shown by their value, the lines around them are whole, the bytes stay', async () => {
  const path = caseFile('L08-bad-byte.log');
  await using log = await openLog(await fileBytes(path, 'L08'));
  expect(await log.line(2)).toBe('printed by the program: ⟦xE2⟧(⟦xA1⟧ ⟦xFF⟧⟦xFE⟧ caf⟦xE9⟧');
  expect(await log.search('test_sub PASSED', 5)).toEqual([3]);
  expect(log.bytes).toBe(caseBytes('L08-bad-byte.log').length);
});

test('L11: a line of 20 MB is shown cut with its size, and its neighbours and its inside are found', async () => {
  const path = join(folder, 'huge.log');
  const content = hugeLineLog();
  content.write('NEEDLE', 19_000_000);
  await writeFile(path, content);
  await using log = await openLog(await fileBytes(path, 'huge.log'));
  expect(log.lineCount).toBe(4);
  const [first, huge, third] = await log.lines(1, 3);
  expect(first).toBe('tests/test_calc.py::test_add PASSED');
  expect(huge).toBe(`${'x'.repeat(2000)}… [line of 20.0 MB, the first 2000 bytes are shown]`);
  expect(third).toBe('tests/test_calc.py::test_sub FAILED');
  expect(await log.search('NEEDLE', 5)).toEqual([2]);
  expect((await log.line(2))?.length).toBe(1_000_000);
});

test('a cut line ends between two characters', async () => {
  await using log = await open(`${'é'.repeat(1500)}\n`);
  expect((await log.lines(1, 1))[0]).toBe(
    `${'é'.repeat(1000)}… [line of 3.0 kB, the first 2000 bytes are shown]`,
  );
  await using odd = await open(`x${'é'.repeat(1500)}\n`);
  expect((await odd.lines(1, 1))[0]).toBe(
    `x${'é'.repeat(999)}… [line of 3.0 kB, the first 1999 bytes are shown]`,
  );
});
