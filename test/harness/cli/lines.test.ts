/** The line splitter at its limits. */
import { expect, test } from 'vitest';
import { lineBatches, wholeLines } from '../../../harness/cli/lines.js';
import { Fault } from '../../../src/fault.js';

async function split(chunks: readonly string[], maxBytes?: number): Promise<[number, string][]> {
  async function* input() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const lines: [number, string][] = [];
  for await (const batch of lineBatches(input(), maxBytes === undefined ? {} : { maxBytes }))
    for (const { number, text } of batch)
      lines.push([number, text instanceof Fault ? `fault: ${text.message}` : text]);
  return lines;
}

test('a line beyond the limit is refused, however it is cut, and the next one is read', async () => {
  const long = 'fault: the line is longer than 4 bytes; write one group a line';
  expect(await split(['12345\nab\n'], 4)).toEqual([
    [1, long],
    [2, 'ab'],
  ]);
  expect(await split(['123', '45', '678\nab'], 4)).toEqual([
    [1, long],
    [2, 'ab'],
  ]);
  expect(await split(['1234\nab', 'cde'], 4)).toEqual([
    [1, '1234'],
    [2, long],
  ]);
});

test('every cut of a text gives the same lines', async () => {
  const text = 'ä\n\nb\r\n ü🙂';
  const bytes = Buffer.from(text);
  const whole = await split([text]);
  expect(whole).toEqual([
    [1, 'ä'],
    [3, 'b\r'],
    [4, ' ü🙂'],
  ]);
  for (let at = 1; at < bytes.length; at++) {
    async function* input() {
      yield bytes.subarray(0, at);
      yield bytes.subarray(at);
    }
    const lines: [number, unknown][] = [];
    for await (const batch of lineBatches(input()))
      for (const { number, text: each } of batch) lines.push([number, each]);
    expect(lines).toEqual(whole);
  }
});

test('pieces of whole lines, read apart, give the same lines with the same numbers', async () => {
  const text = 'ä\n\nb\r\n1234567\n ü🙂\n\nlast';
  const bytes = Buffer.from(text);
  const limit = { maxBytes: 6 };
  const linesOf = async (pieces: AsyncIterable<{ bytes: Uint8Array; before: number }>) => {
    const lines: [number, string][] = [];
    for await (const piece of pieces)
      for await (const batch of lineBatches([piece.bytes], { ...limit, before: piece.before }))
        for (const { number, text: each } of batch) lines.push([number, String(each)]);
    return lines;
  };
  async function* inPieces(size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  async function* inOne() {
    yield { bytes, before: 0 };
  }
  const whole = await linesOf(inOne());
  expect(whole.map(([number]) => number)).toEqual([1, 3, 4, 5, 7]);
  for (let size = 1; size <= bytes.length; size++)
    expect(await linesOf(wholeLines(inPieces(size), limit.maxBytes)), `pieces of ${size}`).toEqual(whole);
});
