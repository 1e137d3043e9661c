import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSearch } from '../../sandbox/line-search.js';
import { renderLines } from '../../src/text/lines.js';

test('a match is found wherever the pieces of the text end', () => {
  const bit = fc
    .constantFrom('a', 'ab', 'é', '\r', '\n', '\r\n', '\u200b', '⟦', '\xff', ' ')
    .map((text) => Buffer.from(text, text === '\xff' ? 'latin1' : 'utf8'));
  const literal = fc.constantFrom('a', 'aa', 'aba', 'éa', '⟦U+200B⟧', '⟦xFF⟧a', '0D⟧a', '⟦U+27E6⟧', ' a');
  fc.assert(
    fc.property(
      fc.array(bit, { maxLength: 60 }),
      literal,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      (bits, wanted, piece, limit) => {
        const content = Buffer.concat(bits);
        const search = new LineSearch(wanted, limit);
        for (let at = 0; at < content.length && !search.done; at += piece)
          search.add(content.subarray(at, at + piece));
        search.end();
        const expected = renderLines(content, 1, 1e9, 1e9).flatMap((line, i) =>
          line.includes(wanted) ? [i + 1] : [],
        );
        expect(search.found).toEqual(expected.slice(0, limit));
      },
    ),
    { numRuns: 2000 },
  );
});
