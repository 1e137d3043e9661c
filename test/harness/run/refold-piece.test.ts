import { expect, test } from 'vitest';
import { answerLines } from '../../../harness/cli/filter.js';
import { lineBatches } from '../../../harness/cli/lines.js';
import { answerPiece } from '../../../harness/run/refold-piece.js';
import { Fault } from '../../../src/fault.js';

/** As a fold would: reads JSON, refuses what it does not like, adds words of its own, and puts ids in order. */
function answer(text: string): unknown {
  const { refuse, add, ...rest } = JSON.parse(text);
  if (refuse !== undefined) throw new Fault('input', `is ${JSON.stringify(refuse)}`);
  return { ...rest, ...(add && { added: OWN_WORDS[add] }), ids: [...(rest.ids ?? [])].sort() };
}
const OWN_WORDS: Record<string, string> = { wide: 'more…', narrow: '2 × 2' };

/** What a filter says to the same lines, read as text. */
async function asText(bytes: Uint8Array, before: number): Promise<{ text: string; failed: number }> {
  const answered = { text: '', failed: 0 };
  for await (const batch of lineBatches([bytes], { before })) {
    const { text, failed } = answerLines(answer, batch);
    answered.text += text;
    answered.failed += failed;
  }
  return answered;
}

test.each([
  ['plain lines', '{"a":1}\n{"b":"x"}\n'],
  ['a last line without its end', '{"a":1}\n{"b":2}'],
  ['a wide character', '{"a":"€ 5"}\n{"b":"plain"}\n'],
  ['an accent', '{"é":"déjà vu"}\n'],
  ['a line separator and a control character of the upper half', '{"a":"\u2028 \u0085"}\n'],
  ['a character beyond the basic plane', '{"a":"😀"}\n'],
  ['ids whose order hangs on surrogates', '{"ids":["\uffee","😀","é","z"]}\n'],
  ['the escape of an accent', '{"a":"\\u00e9"}\n'],
  ['escapes that look like the bytes of one character', '{"a":"\\u00c3\\u00a9"}\n'],
  ['the escape of a wide character', '{"a":"\\u20ac €"}\n'],
  ['the escape of a control character', '{"a":"\\u0007 €"}\n'],
  ['a backslash before what looks like an escape', '{"a":"\\\\u00e9 €"}\n'],
  ['a wide character of our own', '{"add":"wide","a":"€"}\n'],
  ['a narrow character of our own', '{"add":"narrow","a":"€"}\n'],
  ['a byte order mark', '\ufeff{"a":"€"}\n'],
  ['blank lines', '{"a":1}\n\n \n{"b":"€"}\n'],
  ['a line of no-break spaces', '\u00a0\n{"b":"€"}\n'],
  ['carriage returns', '{"a":"€"}\r\n{"b":1}\r\n'],
  ['a line that is refused with its own characters', '{"a":1}\n{"refuse":"naïve €"}\n{"b":"€"}\n'],
  ['a line that is no JSON', '{"a":"€"}\nnothing €\n'],
])('a piece is answered as its lines are one by one: %s', async (_, text) => {
  const bytes = Buffer.from(text);
  const expected = await asText(bytes, 7);
  const { text: answered, failed } = await answerPiece(answer, { bytes, before: 7 });
  expect({ text: Buffer.from(answered).toString(), failed }).toEqual(expected);
});

test.each(['b', 'add'])(
  'bytes that are no UTF-8 are one bad line among good ones, read or not: %s',
  async (key) => {
    const bytes = Buffer.concat([
      Buffer.from(`{"a":"€"}\n{"${key}":"`),
      Buffer.from([0xff]),
      Buffer.from('"}\n{"a":1}\n'),
    ]);
    const { text, failed } = await answerPiece(answer, { bytes, before: 0 });
    expect(failed).toBe(1);
    expect(Buffer.from(text).toString()).toBe((await asText(bytes, 0)).text);
  },
);
