import { expect, test } from 'vitest';
import { readEvents, type ServerEvent } from '../../../harness/apis/sse.js';

async function* pieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...cuts, bytes.length];
  for (const [index, end] of ends.entries()) yield bytes.subarray(index === 0 ? 0 : ends[index - 1], end);
}

async function read(text: string | Uint8Array, cuts: readonly number[] = []): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(pieces(Buffer.from(text as string), cuts))) events.push(event);
  return events;
}

const TEXT =
  ': hi\n\nevent: a\ndata: {"x":"é🚀"}\n\ndata: two\ndata: lines\n\nevent: b\r\ndata:tight\r\n\r\nid: 7\rdata: old\r\r';
const EVENTS = [
  { event: 'a', data: '{"x":"é🚀"}' },
  { event: '', data: 'two\nlines' },
  { event: 'b', data: 'tight' },
  { event: '', data: 'old' },
];

test('reads events with every kind of line end', async () => {
  expect(await read(TEXT)).toEqual(EVENTS);
});

test('reads the same events wherever the bytes are cut, in characters and line ends too', async () => {
  const length = Buffer.byteLength(TEXT);
  for (let first = 0; first <= length; first++) {
    expect(await read(TEXT, [first]), `cut at ${first}`).toEqual(EVENTS);
    expect(await read(TEXT, [first, Math.min(first + 1, length)]), `cut around ${first}`).toEqual(EVENTS);
  }
  expect(
    await read(
      TEXT,
      Array.from({ length }, (_, at) => at),
    ),
  ).toEqual(EVENTS);
});

test.each([
  { title: 'a last event without its blank line', text: 'data: x', expected: [{ event: '', data: 'x' }] },
  { title: 'a byte order mark', text: '\uFEFFdata: x\n\n', expected: [{ event: '', data: 'x' }] },
  { title: 'only comments', text: ': a\n\n: b\n\n', expected: [] },
  { title: 'an event without data', text: 'event: ping\n\n', expected: [] },
  { title: 'unknown fields', text: 'retry: 3\nfoo\ndata: x\n\n', expected: [{ event: '', data: 'x' }] },
  { title: 'nothing', text: '', expected: [] },
])('reads $title', async ({ text, expected }) => {
  expect(await read(text)).toEqual(expected);
});

test('replaces bytes that are no UTF-8 instead of failing', async () => {
  expect(await read(Buffer.from('646174613a2061ff620a0a', 'hex'))).toEqual([{ event: '', data: 'a\uFFFDb' }]);
});

test('takes time in proportion to the length of a line, not to its square', async () => {
  const line = Buffer.alloc(16 * 1024 * 1024, 'x');
  const stream = Buffer.concat([Buffer.from('data: '), line, Buffer.from('\n\n')]);
  const cuts = Array.from({ length: stream.length / 4096 }, (_, index) => index * 4096);
  const [event] = await read(stream, cuts);
  expect(event?.data.length).toBe(line.length);
}, 30_000);

test.each(['data: ', ''])('refuses an endless line that begins with %j', async (start) => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(start);
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent < 64; sent++) yield piece;
  }
  await expect(async () => {
    for await (const _ of readEvents(endless())) expect.unreachable();
  }).rejects.toThrow(/more than/);
});
