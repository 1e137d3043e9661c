import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBinary, renderBinary, renderPath, toBinary, unrenderPath } from '../../../src/diff/binary.js';
import { renderBytes } from '../../../src/text/render.js';

test('bytes come back unchanged and are rendered as bytes are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat({ max: 70_000 }), (piece, length) => {
      const bytes = Uint8Array.from({ length }, (_, at) => piece[at % piece.length] ?? 0);
      const text = toBinary(bytes);
      expect(Buffer.compare(fromBinary(text), bytes)).toBe(0);
      expect(renderBinary(text) === renderBytes(bytes)).toBe(true);
    }),
    { numRuns: 10 },
  );
});

test('paths that differ are shown differently', () => {
  const name = fc.stringMatching(/^[a\t\n\x00-\x1F\x7F-\xFF]{0,6}$/);
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(renderPath(one) === renderPath(other)).toBe(one === other);
      expect(renderPath(one)).not.toMatch(/[\t\n]/);
    }),
  );
});

test('the name behind a rendered path comes back, whatever its bytes are', () => {
  const name = fc.array(
    fc.oneof(
      fc.constantFrom(0x0a, 0x09, 0x5b, 0xe2, 0x9f, 0xa6, 0xa7, 0x41),
      fc.integer({ min: 0, max: 255 }),
    ),
  );
  fc.assert(
    fc.property(name, (bytes) => {
      const binary = toBinary(Uint8Array.from(bytes));
      expect(unrenderPath(renderPath(binary))).toBe(binary);
    }),
  );
});
