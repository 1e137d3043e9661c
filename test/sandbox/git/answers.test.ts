import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerReader } from '../../../sandbox/git/answers.js';

interface Asked {
  readonly contents: string | null;
  readonly wanted: boolean;
}

test('answers come out whole, however the output is cut into pieces', () => {
  const asked = fc.record({
    contents: fc.option(fc.string({ maxLength: 50 }).map((text) => `${text}\nblob 3\n`)),
    wanted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), (all: Asked[], step) => {
      const oid = 'a'.repeat(40);
      const output = Buffer.concat(
        all.map(({ contents, wanted }) => {
          if (contents === null) return Buffer.from(`${oid} missing\n`);
          const body = Buffer.from(contents);
          return Buffer.concat([
            Buffer.from(`${oid} blob ${body.length}\n`),
            wanted ? Buffer.concat([body, Buffer.from('\n')]) : Buffer.alloc(0),
          ]);
        }),
      );
      const got: (string | number | null)[] = [];
      const reader = answerReader(
        () => all[got.length]?.wanted === true,
        ({ size }, contents) =>
          got.push(size === null ? null : contents.length > 0 ? Buffer.from(contents).toString() : size),
      );
      for (let at = 0; at < output.length; at += step) reader.push(output.subarray(at, at + step));
      expect(got).toEqual(
        all.map(({ contents, wanted }) =>
          contents === null ? null : wanted ? contents : Buffer.byteLength(contents),
        ),
      );
    }),
  );
});

test.each(['fatal: something\n', `${'a'.repeat(40)} blob x\n`, 'a'.repeat(300)])(
  '%j is no answer',
  (output) => {
    const reader = answerReader(
      () => false,
      () => {},
    );
    expect(() => reader.push(Buffer.from(output))).toThrow();
  },
);
