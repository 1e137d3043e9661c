import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentSplitter } from '../../../sandbox/events/document.js';
import { LineSplitter } from '../../../sandbox/events/lines.js';
import { type Known, MAX_RECORD, type RawRecord, type Splitter } from '../../../sandbox/events/record.js';

interface Cut {
  readonly text: string | null;
  readonly start: number;
  readonly length: number;
  readonly number: number;
  readonly whole: boolean;
  readonly known?: Known | undefined;
}

/** Feeds a file in pieces of one buffer that is used again, as files are read. */
function split(splitter: Splitter, content: Buffer, piece: number): Cut[] {
  const cuts: Cut[] = [];
  const take = ({ bytes, ...rest }: RawRecord): void => {
    cuts.push({ ...rest, text: bytes?.toString() ?? null });
  };
  const buffer = Buffer.alloc(piece);
  for (let at = 0; at < content.length; at += piece) {
    const size = content.copy(buffer, 0, at, at + piece);
    splitter.push(buffer.subarray(0, size), take);
    buffer.fill('!');
  }
  splitter.end(take);
  return cuts;
}

const json = fc
  .json({ maxDepth: 3 })
  .map((text) => (text.length % 2 === 0 ? text : JSON.stringify(JSON.parse(text), null, 2)));
const pieces = fc.integer({ min: 1, max: 40 });

test('a list is cut into its elements, wherever the pieces of the file end', () => {
  const gap = fc.constantFrom('', ' ', '\n  ', '\r\n\t');
  fc.assert(
    fc.property(
      fc.array(json, { maxLength: 12 }),
      gap,
      pieces,
      fc.boolean(),
      (elements, blank, piece, mark) => {
        const list = `[${blank}${elements.join(`${blank},${blank}`)}${blank}]`;
        const head = mark ? '\ufeff' : '';
        const key = JSON.stringify({
          info: { messages: [1, { messages: ['no'] }], x: 'a"messages":[' },
        }).slice(0, -1);
        const content = Buffer.from(`${head}${key}, "messages" : ${list}, "after": {"messages": [9]}}\n`);
        const splitter = new DocumentSplitter(['messages']);
        const cuts = split(splitter, content, piece);
        expect(cuts.map(({ text }) => JSON.parse(text ?? ''))).toEqual(
          elements.map((text) => JSON.parse(text)),
        );
        for (const { start, length, text } of cuts)
          expect(content.toString('utf8', start, start + length)).toBe(text);
        expect([splitter.found, splitter.closed, splitter.trailing]).toEqual([true, true, -1]);
      },
    ),
    { numRuns: 500 },
  );
});

/** What one program writes has one gap between all elements; here it also stands inside of elements, and not all are JSON. */
test('where an element ends is guessed from the gap before it, and a wrong guess changes nothing', () => {
  const element = fc.oneof(
    { weight: 4, arbitrary: fc.record({ role: fc.string(), content: fc.string({ maxLength: 30 }) }) },
    fc.record({ calls: fc.array(fc.record({ id: fc.nat() }), { maxLength: 3 }) }),
    fc.constantFrom(
      { text: '}, {' },
      { text: '"}, {"' },
      { text: '\\}, {\u{1f600}' },
      {},
      [{}, {}],
      '}, {',
      1,
    ),
  );
  const written = element.map((value) => JSON.stringify(value).replaceAll('},{', '}, {'));
  const text = fc.oneof(
    { weight: 9, arbitrary: written },
    fc.constantFrom('{"a": nan}', '{"a": 1}}', '{"a" 1}'),
  );
  const gap = fc.constantFrom(', ', ',', ' ,\n ');
  let guessed = 0;
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 40 }),
      fc.tuple(gap, gap),
      fc.integer({ min: 1, max: 1500 }),
      (elements, [gap, other], piece) => {
        const gapped = elements.map((one, i) => `${i === 0 ? '' : i % 9 === 0 ? other : gap}${one}`);
        const content = Buffer.from(`[${gapped.join('')}]`);
        const [guessing, following] = [new DocumentSplitter([]), new DocumentSplitter([], MAX_RECORD)];
        const cuts = split(guessing, content, piece);
        const bare = cuts.map(({ known: _, ...cut }) => ({ ...cut, text: cut.text?.trimEnd() }));
        const expected = split(following, content, piece).map(({ known: _, ...cut }) => ({
          ...cut,
          text: cut.text?.trimEnd(),
        }));
        expect(bare.map(({ length: _, ...cut }) => cut)).toEqual(
          expected.map(({ length: _, ...cut }) => cut),
        );
        expect(guessing.closed).toBe(following.closed);
        for (const { known, text } of cuts) {
          if (known === undefined) continue;
          guessed += 1;
          expect(known.text).toBe(text);
          expect(known.parsed).toEqual({ ok: true, value: JSON.parse(text ?? '') });
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(guessed).toBeGreaterThan(300);
});

test('lines are cut at newlines alone, wherever the pieces of the file end', () => {
  const line = fc.oneof(
    json.map((text) => text.replaceAll('\n', ' ')),
    fc.constantFrom('', '   ', '\t', 'not json', '"\u2028"'),
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
      pieces,
      fc.boolean(),
      fc.boolean(),
      (lines, end, piece, mark, ended) => {
        const content = Buffer.from(`${mark ? '\ufeff' : ''}${lines.join(end)}${ended ? end : ''}`);
        const cuts = split(new LineSplitter(), content, piece);
        const expected = lines.flatMap((text, i) => (text.trim() === '' ? [] : [{ text, number: i + 1 }]));
        expect(cuts.map(({ text, number }) => ({ text: text?.replace(/\r$/, ''), number }))).toEqual(
          expected,
        );
        for (const { start, length, text } of cuts)
          expect(content.toString('utf8', start, start + length)).toBe(text);
        expect(cuts.slice(0, -1).every(({ whole }) => whole)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test.each<[string, readonly string[], string, string[]]>([
  ['a bare list', [], ' [1, [2], "]"]', ['1', '[2]', '"]"']],
  ['an empty list', [], '[]', []],
  ['a path of two keys', ['a', 'b'], '{"b": [0], "a": {"c": {"b": [0]}, "b": [1, 2]}, "d": [0]}', ['1', '2']],
  ['the key twice: both lists', ['m'], '{"m": [1], "m": [2]}', ['1', '2']],
  ['a key that only ends like it', ['m'], '{"xm": [0], "m ": [0], "m\\"": [0], "m": [1]}', ['1']],
  ['a key inside an element', ['m'], '[{"m": [0]}]', []],
  ['a value that is no list', ['m'], '{"m": {"m": [0]}, "n": "m"}', []],
  ['a string that looks like a list', ['m'], '{"m": "[1, 2]", "x": [0]}', []],
  [
    'escapes in strings',
    ['m'],
    '{"a\\\\": "\\"m\\": [0]", "m": ["\\\\", "\\"", "a\\\\\\"]"]}',
    ['"\\\\"', '"\\""', '"a\\\\\\"]"'],
  ],
  ['brackets that do not match', ['m'], '{"m": [1, {"a": 2}}', ['1', '{"a": 2}']],
])('%s', (_, path, content, elements) => {
  for (const piece of [1, 2, 3, 100]) {
    expect(split(new DocumentSplitter(path), Buffer.from(content), piece).map(({ text }) => text)).toEqual(
      elements,
    );
  }
});

test('a torn element and a torn line are not whole', () => {
  expect(split(new DocumentSplitter([]), Buffer.from('[1, {"a":'), 4)).toMatchObject([
    { text: '1', whole: true, number: 1 },
    { text: '{"a":', whole: false, number: 2, start: 4 },
  ]);
  expect(split(new LineSplitter(), Buffer.from('1\n{"a"'), 4)).toMatchObject([
    { text: '1', whole: true },
    { text: '{"a"', whole: false, number: 2, start: 2 },
  ]);
});

test('text behind the document is noticed', () => {
  const splitter = new DocumentSplitter(['m']);
  split(splitter, Buffer.from('{"m": [1]}\n{"m": [2]}'), 7);
  expect(splitter.trailing).toBe(11);
});

test.each([
  [
    'line',
    new LineSplitter(),
    (big: Buffer) => Buffer.concat([Buffer.from('1\n'), big, Buffer.from('\n2\n')]),
  ],
  [
    'element',
    new DocumentSplitter([]),
    (big: Buffer) => Buffer.concat([Buffer.from('[1,'), big, Buffer.from(',2]')]),
  ],
])('a %s above the limit is measured and not kept', (_, splitter, around) => {
  const big = Buffer.alloc(MAX_RECORD + 1, 'x');
  big[0] = 0x22;
  big[big.length - 1] = 0x22;
  const cuts = split(splitter, around(big), 1 << 20);
  expect(cuts.map(({ text, length }) => [text, length])).toEqual([
    ['1', 1],
    [null, MAX_RECORD + 1],
    ['2', 1],
  ]);
});

test.each([
  ['line', new LineSplitter(4), '"12"\n"123"\n1\n'],
  ['element', new DocumentSplitter([], 4), '["12","123",1]'],
])('a %s is held as far as its reader wants', (_, splitter, file) => {
  const cuts = split(splitter, Buffer.from(file), 1 << 20);
  expect(cuts.map(({ text, length }) => [text, length])).toEqual([
    ['"12"', 4],
    [null, 5],
    ['1', 1],
  ]);
});
