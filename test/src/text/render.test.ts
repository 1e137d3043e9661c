import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  renderBytes,
  renderCut,
  renderMessage,
  renderMessageLine,
  renderName,
  renderText,
} from '../../../src/text/render.js';

const ESCAPE = /^⟦(?:U\+([0-9A-F]+)|x([0-9A-F]{2}))⟧$/;

/** Undoes a rendering: what can be undone was injective. */
function undo<T>(rendering: string, text: (plain: string) => T, byte: (value: number) => T): T[] {
  return rendering.split(/(⟦[^⟧]*⟧)/).map((part) => {
    const match = ESCAPE.exec(part);
    if (!match) return text(part);
    return match[2] === undefined
      ? text(String.fromCodePoint(Number.parseInt(match[1] ?? '', 16)))
      : byte(Number.parseInt(match[2], 16));
  });
}

const bytesOf = (rendering: string): Buffer =>
  Buffer.concat(
    undo(
      rendering,
      (text) => Buffer.from(text),
      (value) => Buffer.from([value]),
    ),
  );
const textOf = (rendering: string): string =>
  undo(
    rendering,
    (text) => text,
    () => 'a byte',
  ).join('');

const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
/** Bytes near the edges of UTF-8, brackets and escapes included: plain chance meets them too rarely. */
const trickyBytes = fc
  .array(
    fc
      .constantFrom(
        'a',
        '⟦',
        '⟧',
        '⟦U+200B⟧',
        '⟦xE9⟧',
        '\r',
        '\n',
        '\u200b',
        '\u{e0041}',
        '\u{1f600}',
        '\ufeff',
        '\u0000',
      )
      .map((text) => Buffer.from(text)),
    { maxLength: 30 },
  )
  .chain((texts) =>
    fc
      .array(
        fc.constantFrom(
          0x80,
          0xbf,
          0xc0,
          0xc2,
          0xe0,
          0xe2,
          0xed,
          0xef,
          0xf0,
          0xf4,
          0xf5,
          0xff,
          0xa0,
          0x9f,
          0x41,
        ),
        { maxLength: 30 },
      )
      .map((bytes) => Buffer.concat([...texts, Buffer.from(bytes)])),
  );
const bytes = fc.oneof(anyBytes, trickyBytes);

test('rendering bytes loses nothing: it can be undone', () => {
  fc.assert(
    fc.property(bytes, (input) => bytesOf(renderBytes(input)).equals(input)),
    { numRuns: 3000 },
  );
});

test('rendering a string loses nothing, lone surrogates and hand-written escapes included', () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((value) => String.fromCharCode(value)),
    fc.constantFrom('⟦', '⟧', 'U+', '200B', '⟦U+D800⟧', '\u{1f600}'),
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => textOf(renderText(text)) === text),
    { numRuns: 3000 },
  );
});

test('the rendering of a whole is the rendering of its parts, cut where renderCut says', () => {
  fc.assert(
    fc.property(bytes, fc.nat(300), (input, at) => {
      const cut = renderCut(input, Math.min(at, input.length));
      expect(renderBytes(input.subarray(0, cut)) + renderBytes(input.subarray(cut))).toBe(renderBytes(input));
      expect(Math.min(at, input.length) - cut).toBeLessThan(4);
    }),
    { numRuns: 3000 },
  );
});

test('a rendering holds no character that hides, moves or turns text', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(
      text,
      (input) =>
        !/[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u.test(renderText(input)),
    ),
    { numRuns: 3000 },
  );
});

test.each([
  ['B13: a bidi override', 'a\u202Eb', 'a⟦U+202E⟧b'],
  ['B13: a bidi isolate', '\u2066if\u2069', '⟦U+2066⟧if⟦U+2069⟧'],
  ['B13: a zero-width space', 'ad\u200Bmin', 'ad⟦U+200B⟧min'],
  ['B13: a zero-width joiner', 'a\u200Db', 'a⟦U+200D⟧b'],
  ['B13: a byte order mark', '\uFEFFx', '⟦U+FEFF⟧x'],
  ['B13: tag characters', '\u{E0041}\u{E007F}', '⟦U+E0041⟧⟦U+E007F⟧'],
  ['B13: a variation selector', 'x\uFE0F', 'x⟦U+FE0F⟧'],
  ['B13: a filler that looks like a blank', 'a\u3164b\u2800c', 'a⟦U+3164⟧b⟦U+2800⟧c'],
  ['blanks that are not the blank', 'a\u00A0b\u2009c\u3000d', 'a⟦U+00A0⟧b⟦U+2009⟧c⟦U+3000⟧d'],
  ['B14: colour codes', '\u001b[31mred\u001b[0m', '⟦U+001B⟧[31mred⟦U+001B⟧[0m'],
  ['B14: a hidden link', '\u001b]8;;http://x\u0007text', '⟦U+001B⟧]8;;http://x⟦U+0007⟧text'],
  ['B14: a carriage return', 'evil\rgood', 'evil⟦U+000D⟧good'],
  ['B14: a backspace', 'rm\b\bls', 'rm⟦U+0008⟧⟦U+0008⟧ls'],
  ['C1 controls', '\u009b31m', '⟦U+009B⟧31m'],
  ['line and paragraph separators', 'a\u2028b\u2029c', 'a⟦U+2028⟧b⟦U+2029⟧c'],
  ['a lone surrogate', 'a\ud800b', 'a⟦U+D800⟧b'],
  ['private use', '\ue000', '⟦U+E000⟧'],
  ['an escape that was written by hand', '⟦U+200B⟧', '⟦U+27E6⟧U+200B⟧'],
  [
    'tab, newline and visible text of any script',
    '\tдом 数据 größe עברית 🎉\n',
    '\tдом 数据 größe עברית 🎉\n',
  ],
])('%s', (_, text, shown) => {
  expect(renderText(text)).toBe(shown);
});

test.each([
  ['Latin-1', [0x63, 0x61, 0x66, 0xe9], 'caf⟦xE9⟧'],
  ['an overlong slash', [0xc0, 0xaf], '⟦xC0⟧⟦xAF⟧'],
  ['a surrogate in UTF-8', [0xed, 0xa0, 0x80], '⟦xED⟧⟦xA0⟧⟦x80⟧'],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80], '⟦xF4⟧⟦x90⟧⟦x80⟧⟦x80⟧'],
  ['a cut character', [0x61, 0xe2, 0x82], 'a⟦xE2⟧⟦x82⟧'],
  ['good and bad side by side', [0xe2, 0x82, 0xac, 0xff, 0x62], '€⟦xFF⟧b'],
])('bytes that are not UTF-8 keep their value: %s', (_, input, shown) => {
  expect(renderBytes(Uint8Array.from(input))).toBe(shown);
});

test('a name cannot leave its line', () => {
  expect(renderName('a\nb\tc\r')).toBe('a⟦U+000A⟧b⟦U+0009⟧c⟦U+000D⟧');
});

test('a message that holds rendered and raw texts is shown without escaping anything twice', () => {
  expect(renderMessage(`${renderName('a\u001b[2J⟦')} and b\u001b[2J\nc`)).toBe(
    `${renderName('a\u001b[2J⟦')} and b⟦U+001B⟧[2J\nc`,
  );
});

test.each(['a\u001b\u27e6b\u202e', '\u27e6U+001B\u27e7', '\u27e6data 00\u27e7\tx\n', '\u27e6x41\u27e7'])(
  'a rendering, and every piece of one, is a message of its own: %j',
  (text) => {
    const rendered = renderText(text);
    for (let from = 0; from <= rendered.length; from++)
      for (let to = from; to <= rendered.length; to++) {
        const piece = rendered.slice(from, to);
        expect(renderMessage(piece)).toBe(piece);
      }
  },
);

test('a message cannot hold the mark of a frame', () => {
  expect(renderMessage('\u27e6end 0123\u27e7')).toBe('\u27e6U+27E6\u27e7end 0123\u27e7');
});

test('a message in a one-line place stays on its line', () => {
  expect(renderMessageLine('a\n\u27e6U+001B\u27e7\t')).toBe('a⟦U+000A⟧⟦U+001B⟧⟦U+0009⟧');
});
