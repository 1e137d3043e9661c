import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Length } from '../../../src/text/clip.js';
import { page, pageText } from '../../../src/text/page.js';

const again = (from: number): string => `read_file with from=${from}`;

test('what fits is shown without a notice', async () => {
  expect(await page(['a', 'b'], { maxBytes: 100, again })).toEqual({
    text: 'a\nb',
    from: 1,
    to: 2,
    complete: true,
  });
});

test('a cut page ends with how to get the rest', async () => {
  const { text, to, complete } = await page(['aaaa', 'bbbb', 'cccc'], { maxBytes: 11, total: 3, again });
  expect(text).toBe('aaaa\nbbbb\n[lines 1-2 of 3; for the rest: read_file with from=3]');
  expect([to, complete]).toEqual([2, false]);
});

test('items that end before the total are not the end', async () => {
  const { text } = await page(['x'], { maxBytes: 100, from: 7, total: 9, unit: 'events', again });
  expect(text).toBe('x\n[events 7-7 of 9; for the rest: read_file with from=8]');
});

test('an item that is too long alone is shown cut, and paging moves on', async () => {
  const { text, to } = await page(['é'.repeat(50), 'next'], { maxBytes: 20, again });
  expect(text).toBe(
    `${'é'.repeat(10)}… [cut: 20 of 100 bytes of this item]\n[lines 1-1; for the rest: read_file with from=2]`,
  );
  expect(to).toBe(1);
});

test('it takes items one by one and no more than it shows', async () => {
  let taken = 0;
  async function* endless() {
    for (;;) yield `line ${++taken}`;
  }
  await page(endless(), { maxBytes: 50, again });
  expect(taken).toBeLessThan(10);
});

test('asking again and again gives the whole text once', async () => {
  const items = fc.array(
    fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\n', ' ')),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(items, fc.integer({ min: 50, max: 200 }), async (all, maxBytes) => {
      const lines = all.filter((text) => utf8Length(text) < maxBytes);
      const seen: string[] = [];
      for (let from = 1; from <= lines.length; ) {
        const { text, to } = await page(lines.slice(from - 1), {
          maxBytes,
          from,
          total: lines.length,
          again,
        });
        seen.push(...text.split('\n').slice(0, to - from + 1));
        from = to + 1;
      }
      expect(seen).toEqual(lines);
    }),
  );
});

test('a long text comes in pieces that make the whole', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 100 }), (whole, maxBytes) => {
      let joined = '';
      for (let next: number | null = 0; next !== null; ) {
        const piece: { text: string; next: number | null } = pageText(whole, {
          maxBytes,
          offset: next,
          again,
        });
        const shown = whole.slice(next, piece.next ?? whole.length);
        expect(piece.text.startsWith(shown)).toBe(true);
        expect(utf8Length(shown)).toBeLessThanOrEqual(maxBytes);
        joined += shown;
        next = piece.next;
      }
      expect(joined).toBe(whole);
    }),
  );
});
